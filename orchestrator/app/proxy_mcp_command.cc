// `tare proxy mcp`: a server of tools that runs none of them and records all; a way to one over
// HTTP for clients that can only start a program; or a recorder in front of a real server.
//
// On stdio its stdout belongs to the client, so whatever is to be said goes to stderr, and that is
// little: a client may show it to its user.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>
#include <utility>

#include "app/commands.h"
#include "app/exit_code.h"
#include "app/proxy_mcp.h"
#include "base/escape.h"
#include "base/file.h"
#include "mcp_proxy/front_server.h"
#include "mcp_proxy/http_relay.h"
#include "mcp_proxy/stdio_server.h"
#include "mcp_proxy/tools_offer.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

constexpr std::string_view kFooter =
    "Point an MCP client at it: command \"tare\", arguments \"proxy\", \"mcp\", \"--tools\", FILE. "
    "It speaks\n"
    "the revisions 2024-11-05 to 2026-07-28. No tool ever runs. Answers, first match wins:\n"
    "  [{\"tool\":\"get_*\",\"arguments\":{…},\"result\":{\"content\":[…]}}, or in place of "
    "\"result\":\n"
    "   \"text\":\"…\", with \"isError\":true, \"deny\":\"why\" or "
    "\"error\":{\"code\":-32000,\"message\":\"…\"}]\n\n"
    "  tare proxy mcp --tools FILE              serve on stdin and stdout\n"
    "  tare proxy mcp --tools FILE --http       serve on 127.0.0.1; the first line says the URL\n"
    "  tare proxy mcp --connect URL             be a way from stdio to such a URL\n"
    "  tare proxy mcp --front -- COMMAND…       stand in front of a real server: what no answer "
    "is\n"
    "                                           for is passed on to it\n\n"
    "Exit codes: 0 the client closed its end; 2 bad usage or input, the record could not be kept,\n"
    "or who is behind the proxy could not be reached or ended first.\n"
    "docs/mcp-proxy.md tells more; `tare schema mcp-answers` and `tare schema mcp-record` have the "
    "files.";

void say(const Console& console, std::string_view text) {
  if (!console.quiet) (void)write_all(STDERR_FILENO, fmt::format("tare: {}\n", text));
}

void report(const Console& console, const StdioOutcome& outcome) {
  if (outcome.client_left_replies) say(console, "the client did not read all replies");
  if (console.verbose) say(console, fmt::format("{} frames from the client", outcome.frames));
}

Result<CannedAnswers> read_answers(const std::string& path) {
  if (path.empty()) return CannedAnswers();
  const auto text = read_file(path, kMaxFileBytes);
  if (!text) return text.error();
  return CannedAnswers::parse(*text, path);
}

// 0: all on one page.
Result<std::size_t> read_page_size(const std::string& text) {
  if (text.empty()) return std::size_t{0};
  std::size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc() && end == text.data() + text.size() && out > 0) return out;
  return Error{
      .kind = ErrorKind::usage,
      .reason = fmt::format("--page-size {} is no number of tools: a page has at least one",
                            quote_json(text)),
      .mend = "give a whole number from 1 on, or leave it out to have all on one page"};
}

int serve_tools(const ProxyMcpArguments& a) {
  const auto page_size = read_page_size(a.page_size);
  if (!page_size) return a.console.fail("start the proxy", page_size.error());
  const auto tools_text = read_file(a.tools, kMaxFileBytes);
  if (!tools_text) return a.console.fail("read the tools", tools_text.error());
  auto offer = read_tools_offer(*tools_text, a.tools);
  if (!offer) return a.console.fail("read the tools", offer.error());
  offer->server_name = a.name;
  offer->server_version = kVersion;
  offer->page_size = *page_size;
  const auto answers = read_answers(a.answers);
  if (!answers) return a.console.fail("read the answers", answers.error());
  if (const auto good = answers->check_against(offer->tools); !good) {
    return a.console.fail("use the answers", good.error());
  }
  if (a.http) return serve_mcp_over_http(a, std::move(*offer), *answers);

  auto recorder = FrameRecorder::open(a.record, kMaxMcpRecordBytes);
  if (!recorder) return a.console.fail("keep the record", recorder.error());
  mcp::Session session(std::move(*offer),
                       [&answers](const mcp::ToolCall& call) { return answers->answer(call); });
  const auto outcome = serve_stdio(STDIN_FILENO, STDOUT_FILENO, session, *recorder);
  if (!outcome) return a.console.fail("serve the client", outcome.error());
  report(a.console, *outcome);
  return kExitGood;
}

int connect(const ProxyMcpArguments& a) {
  const auto url = parse_loopback_url(a.connect);
  if (!url) return a.console.fail("connect", url.error());
  const auto outcome = relay_stdio(STDIN_FILENO, STDOUT_FILENO, *url,
                                   [&a](std::string_view text) { say(a.console, text); });
  if (!outcome) return a.console.fail("serve the client", outcome.error());
  report(a.console, outcome->stdio);
  return outcome->failed ? kExitBadInput : kExitGood;
}

int stand_in_front(const ProxyMcpArguments& a) {
  auto answers = read_answers(a.answers);
  if (!answers) return a.console.fail("read the answers", answers.error());
  auto recorder = FrameRecorder::open(a.record, kMaxMcpRecordBytes);
  if (!recorder) return a.console.fail("keep the record", recorder.error());
  FrontPolicy policy(std::move(*answers));
  const auto outcome = serve_front(STDIN_FILENO, STDOUT_FILENO, a.command, policy, *recorder);
  if (!outcome) return a.console.fail("stand in front of the server", outcome.error());
  report(a.console, outcome->stdio);
  if (outcome->signal != 0) return 128 + outcome->signal;
  if (!outcome->server_ended) return kExitGood;
  say(a.console, "the server " + *outcome->server_ended);
  return kExitBadInput;
}

int serve(const ProxyMcpArguments& a) {
  const auto misuse = [&](std::string reason, std::string mend) {
    return a.console.fail(
        "start the proxy",
        Error{.kind = ErrorKind::usage, .reason = std::move(reason), .mend = std::move(mend)});
  };
  const int ways = (a.tools.empty() ? 0 : 1) + (a.connect.empty() ? 0 : 1) + (a.front ? 1 : 0);
  if (ways == 0) {
    return misuse("what is to be served is not said",
                  "give --tools FILE, --connect URL or --front -- COMMAND");
  }
  if (ways > 1) {
    return misuse("--tools, --connect and --front exclude each other", "give one of them");
  }
  if (a.front == a.command.empty()) {
    return misuse(a.front ? "--front has no server to stand in front of"
                          : "a command is given, and --front is not",
                  "write the server's command behind it: --front -- COMMAND ARGUMENTS");
  }
  if (!a.connect.empty()) {
    if (a.http || !a.answers.empty() || !a.record.empty()) {
      return misuse("--connect goes with none of --http, --answers and --record",
                    "the server at the URL answers, and keeps the record");
    }
    return connect(a);
  }
  if (!a.front) return serve_tools(a);
  if (a.http) return misuse("--front serves on stdio alone", "leave --http out");
  return stand_in_front(a);
}

}  // namespace

void add_proxy_mcp_command(CLI::App& proxy, CommandLine& line) {
  auto a = std::make_shared<ProxyMcpArguments>();
  CLI::App& command = *proxy.add_subcommand(
      "mcp", "An MCP server that offers tools, runs none, and records each frame");
  command.add_option("--tools", a->tools, "The tools to offer: a file as suites have it")
      ->type_name("FILE");
  command.add_option("--answers", a->answers, "What calls are answered with (else an empty text)")
      ->type_name("FILE");
  command.add_option("--record", a->record, "Append each frame to this file, one line each")
      ->type_name("FILE");
  command.add_option("--name", a->name, "The name that the server gives itself")
      ->capture_default_str();
  command
      .add_option("--page-size", a->page_size, "Tools on a page of tools/list (else all on one)")
      ->type_name("N");
  command.add_flag("--http", a->http, "Serve over Streamable HTTP on 127.0.0.1, not on stdio");
  command.add_option("--port", a->port, "Listen there; 0 is any free port")->type_name("N");
  command
      .add_option("--connect", a->connect,
                  "Pass each frame on to this URL on the loopback, and its answers back")
      ->type_name("URL");
  command.add_flag("--front", a->front, "Stand in front of the server that COMMAND starts");
  command.add_option("command", a->command, "With --front: the server's command, behind --")
      ->type_name("COMMAND");
  add_console_options(command, a->console, false);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = serve(*a); });
}

}  // namespace tare
