#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/nearest_name.h"
#include "formats/format_table.h"
#include "parser_format.h"

namespace tare::chat {
namespace {

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

Error unknown_format(const std::string& name) {
  std::vector<std::string_view> known;
  for (const auto& format : formats::known_formats()) {
    known.push_back(format.name);
    known.insert(known.end(), format.other_names.begin(), format.other_names.end());
  }
  return {.kind = ErrorKind::usage,
          .reason = fmt::format("--text-format {}: there is no such format", name),
          .mend = nearest_name_hint(name, known)};
}

}  // namespace

Result<Options> read_options(int argc, char** argv, std::string& help) {
  Options out;
  bool stream = false, whole = false, both = false, no_text = false;
  CLI::App app{
      "An adapter for Tare: posts a case's messages and tools to an OpenAI-compatible server, so "
      "that\nthe server's tool parser is audited. It runs no tool.",
      "tare-chat"};
  app.add_option("--url", out.url, "Base URL, as http://localhost:8000/v1 (or OPENAI_BASE_URL)");
  CLI::Option* streamed = app.add_flag("--stream", stream, "Ask for a stream");
  CLI::Option* at_once = app.add_flag("--no-stream", whole, "Ask for a whole reply (the default)");
  CLI::Option* twice = app.add_flag("--both", both, "Ask for both, and compare them: wire>client");
  streamed->excludes(at_once)->excludes(twice);
  at_once->excludes(twice);
  app.add_option("--parser", out.parser, "What the server calls its tool parser");
  app.add_option(
      "--text-format", out.text_format,
      "How the model writes calls (docs/formats.md); else told by --parser, or detected");
  app.add_flag("--no-text", no_text, "Do not ask for the text before the parser");
  CLI::Option* key =
      app.add_option("--key-from", out.key_from, "The variable with the key (or OPENAI_API_KEY)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    help = app.help();
    return out;
  } catch (const CLI::ParseError& error) {
    return Error{.kind = ErrorKind::usage,
                 .reason = error.what(),
                 .mend = "`tare-chat --help` lists what there is"};
  }
  if (both) out.asking = Asking::both;
  if (stream) out.asking = Asking::stream;
  out.text = !no_text;
  out.key_wanted = key->count() > 0;
  if (out.key_from.empty()) out.key_from = "OPENAI_API_KEY";
  if (out.url.empty()) out.url = variable("OPENAI_BASE_URL");
  if (!out.text_format.empty() && formats::find_format(out.text_format) == nullptr) {
    return unknown_format(out.text_format);
  }
  if (out.text_format.empty()) out.text_format = format_of_parser(out.parser);
  return out;
}

Result<proxy::Upstream> upstream_of(const Options& options) {
  if (options.url.empty()) {
    return Error{.kind = ErrorKind::usage,
                 .reason = "no endpoint is named",
                 .mend = "give --url http://HOST:PORT/v1, or OPENAI_BASE_URL in adapter.env"};
  }
  std::string key = variable(options.key_from);
  if (key.empty() && options.key_wanted) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("--key-from {}: that variable is not set", options.key_from),
                 .mend = fmt::format("pass it on in the suite: \"adapter\": {{\"env\": {{\"{0}\": "
                                     "\"${{{0}}}\"}}}}",
                                     options.key_from)};
  }
  // A URL is often copied with the path that is asked below it.
  std::string url = options.url;
  constexpr std::string_view kPath = "/chat/completions";
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(kPath)) url.resize(url.size() - kPath.size());
  return proxy::read_upstream(proxy::Service::openai, url, std::move(key));
}

}  // namespace tare::chat
