// `tare proxy model`: the recording proxy alone, for hand use: point a client at it and see what it
// asks and what it is told, by a script or by the provider itself.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/console.h"
#include "app/exchange_output.h"
#include "app/exit_code.h"
#include "app/upstream_options.h"
#include "base/file.h"
#include "proxy/cassette.h"
#include "proxy/client_variables.h"
#include "proxy/exchange_json.h"
#include "proxy/model_proxy.h"
#include "proxy/upstream_client.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "run the proxy";

constexpr std::string_view kFooter =
    "The first line on stdout says where clients find it; then one line of JSON an exchange:\n"
    "  {\"url\":\"http://127.0.0.1:PORT/DOOR\",\"env\":{\"OPENAI_BASE_URL\":…,…}}\n"
    "  "
    "{\"order\":1,\"provider\":\"openaiChat\",…,\"requestBody\":…,\"replyBody\":…,\"calls\":[…]}"
    "\n\n"
    "--replay: FILE holds one reply, or a list with one a turn (docs/proxy.md):\n"
    "  {\"calls\":[{\"name\":\"get_ticket\",\"arguments\":\"{\\\"key\\\":\\\"QA-142\\\"}\"}]}\n\n"
    "--record, --forward: requests go on to the providers of --upstream: openai, anthropic, "
    "gemini,\n"
    "ollama. The proxy holds the keys (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or\n"
    "GOOGLE_API_KEY, OLLAMA_API_KEY, or what --key-from names); a client needs none. FILE gets "
    "the\n"
    "answers when it ends, without keys, for --replay.\n\n"
    "It listens on 127.0.0.1 alone, and ends with Ctrl-C.\n"
    "Exit codes: 0 it was ended; 2 bad usage or input; 110 stdout is gone or was not read, or FILE "
    "cannot be written.";

struct ProxyArguments {
  Console console;
  std::string replay, record;
  bool forward = false;
  std::vector<std::string> upstreams, keys;
  std::uint16_t port = 0;
  bool repeat = false;
};

std::string greeting(const std::string& url) {
  const char* no_proxy = std::getenv("NO_PROXY");
  nlohmann::ordered_json out = {{"url", url}};
  for (const auto& [name, value] : proxy::client_variables(url, no_proxy ? no_proxy : "")) {
    out["env"][name] = value;
  }
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<proxy::ReplyScript> read_script(const std::string& path) {
  auto text = read_file(path == "-" ? "/dev/stdin" : path);
  if (!text) return text.error();
  auto script = proxy::read_reply_script(*text);
  if (script) return script;
  Error error = script.error();
  error.where = fmt::format("{}:{}", path, error.where);
  return error;
}

// That the cassette cannot be written is better known before anything was paid for.
Result<void> may_write_beside(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0) return {};
  Error error = system_error(fmt::format("\"{}\" cannot be written", path), errno);
  error.mend = "name a file in a folder that is there and may be written";
  return error;
}

Result<proxy::DoorOptions> door_options(const ProxyArguments& a,
                                        const boost::asio::any_io_executor& executor) {
  proxy::DoorOptions out;
  out.repeat = a.repeat;
  out.keep_exchanges = !a.record.empty();
  if (!a.replay.empty()) {
    auto script = read_script(a.replay);
    if (!script) return script.error();
    out.script = std::move(*script);
    return out;
  }
  auto upstreams = read_upstream_options(a.upstreams, a.keys);
  if (!upstreams) return upstreams.error();
  if (!a.record.empty()) {
    if (auto writable = may_write_beside(a.record); !writable) return writable.error();
  }
  out.upstream = std::make_shared<proxy::UpstreamClient>(executor, std::move(*upstreams));
  return out;
}

std::string_view misuse(const ProxyArguments& a) {
  const int modes = (a.replay.empty() ? 0 : 1) + (a.record.empty() ? 0 : 1) + (a.forward ? 1 : 0);
  if (modes != 1) return "give one of --replay FILE, --record FILE and --forward";
  if (a.replay.empty() && a.upstreams.empty()) {
    return "--record and --forward need --upstream NAME[=URL]: openai, anthropic, gemini or ollama";
  }
  if (!a.replay.empty() && !(a.upstreams.empty() && a.keys.empty())) {
    return "--replay asks no provider: leave out --upstream and --key-from";
  }
  if (a.repeat && a.replay.empty()) return "--repeat goes with --replay alone";
  return "";
}

int write_cassette(const ProxyArguments& a, const std::vector<proxy::Exchange>& exchanges) {
  if (proxy::cassette_replies(exchanges) == 0) {
    a.console.warn(fmt::format("no provider answered anything: {} is not written", a.record));
    return kExitGood;
  }
  const auto written = write_file_atomically(a.record, proxy::cassette_json(exchanges));
  if (written) return kExitGood;
  a.console.fail("write the recording", written.error());
  return kExitReport;
}

int serve(const ProxyArguments& a) {
  if (const std::string_view wrong = misuse(a); !wrong.empty()) {
    return a.console.fail(kWhat, {.kind = ErrorKind::usage,
                                  .reason = "the options do not fit together",
                                  .mend = std::string(wrong)});
  }
  boost::asio::io_context io(1);
  auto options = door_options(a, io.get_executor());
  if (!options) return a.console.fail(kWhat, options.error());
  proxy::ModelProxy model(io.get_executor());
  if (auto listening = model.listen(a.port); !listening) {
    return a.console.fail(kWhat, listening.error());
  }
  int exit_code = kExitGood;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](const boost::system::error_code&, int) { io.stop(); });
  ExchangeOutput output(io, STDOUT_FILENO, [&] {
    exit_code = kExitReport;
    io.stop();
  });
  model.on_exchange([&](const std::string& door, const proxy::Exchange& exchange) {
    output.add(proxy::exchange_json(door, exchange));
  });
  const std::string door = model.open_door(std::move(*options));
  if (!write_all(STDOUT_FILENO, greeting(model.url_of(door)))) return kExitReport;
  io.run();
  const bool all_read = output.finish();
  if (!all_read && exit_code == kExitGood) {
    a.console.warn(
        fmt::format("nobody read stdout: lines about exchanges are missing there{}",
                    output.lost() > 0 ? fmt::format(" ({} or more)", output.lost()) : ""));
    exit_code = kExitReport;
  }
  if (a.record.empty()) return exit_code;
  const int written = write_cassette(a, model.close_door(door));
  return exit_code == kExitGood ? written : exit_code;
}

}  // namespace

void add_proxy_model_command(CLI::App& proxy, CommandLine& line) {
  auto a = std::make_shared<ProxyArguments>();
  CLI::App& command = *proxy.add_subcommand(
      "model", "Stand between clients and a model, or in its place, and record both sides");
  command.add_option("--replay", a->replay, "Answer with the replies of a file; - is stdin")
      ->type_name("FILE.json");
  command.add_option("--record", a->record, "Ask the provider, and keep its answers for --replay")
      ->type_name("FILE.json");
  command.add_flag("--forward", a->forward, "Ask the provider, and keep nothing");
  command
      .add_option("--upstream", a->upstreams, "Where a provider is; without =URL its usual address")
      ->type_name("NAME[=URL]")
      ->allow_extra_args(false);
  command.add_option("--key-from", a->keys, "The variable that holds a provider's key")
      ->type_name("NAME=VARIABLE")
      ->allow_extra_args(false);
  command.add_option("--port", a->port, "Listen there; 0 is any free port")->type_name("N");
  command.add_flag("--repeat", a->repeat, "Begin anew when all replies are used up");
  add_console_options(command, a->console, false);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = serve(*a); });
}

}  // namespace tare
