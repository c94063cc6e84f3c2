// `tare proxy mcp`: a server of tools on stdin and stdout that runs none of them and records all.
//
// Its stdout belongs to the client, so whatever is to be said goes to stderr, and that is little: a
// client may show it to its user.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "base/file.h"
#include "mcp_proxy/canned_answers.h"
#include "mcp_proxy/stdio_server.h"
#include "mcp_proxy/tools_offer.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

struct ProxyMcpArguments {
  Console console;
  std::string tools, answers, record;
  std::string name = "tare";
  std::size_t page_size = 0;
};

constexpr std::string_view kFooter =
    "Point an MCP client at it: command \"tare\", arguments \"proxy\", \"mcp\", \"--tools\", FILE. "
    "It speaks\n"
    "the revisions 2024-11-05 to 2026-07-28. No tool ever runs. Answers, first match wins:\n"
    "  [{\"tool\":\"get_*\",\"arguments\":{…},\"result\":{\"content\":[…]}}, or in place of "
    "\"result\":\n"
    "   \"text\":\"…\", with \"isError\":true, \"deny\":\"why\" or "
    "\"error\":{\"code\":-32000,\"message\":\"…\"}]\n"
    "Exit codes: 0 the client closed its end; 2 bad usage or input, or the record could not be "
    "kept.\n"
    "docs/mcp-proxy.md tells more; `tare schema mcp-answers` and `tare schema mcp-record` have the "
    "files.";

int serve(const ProxyMcpArguments& a) {
  const auto tools_text = read_file(a.tools, kMaxFileBytes);
  if (!tools_text) return a.console.fail("read the tools", tools_text.error());
  auto offer = read_tools_offer(*tools_text, a.tools);
  if (!offer) return a.console.fail("read the tools", offer.error());
  offer->server_name = a.name;
  offer->server_version = kVersion;
  offer->page_size = a.page_size;

  CannedAnswers answers;
  if (!a.answers.empty()) {
    const auto text = read_file(a.answers, kMaxFileBytes);
    if (!text) return a.console.fail("read the answers", text.error());
    auto parsed = CannedAnswers::parse(*text, a.answers);
    if (!parsed) return a.console.fail("read the answers", parsed.error());
    answers = std::move(*parsed);
    if (const auto good = answers.check_against(offer->tools); !good) {
      return a.console.fail("use the answers", good.error());
    }
  }
  auto recorder = FrameRecorder::open(a.record, kMaxRecordBytes);
  if (!recorder) return a.console.fail("keep the record", recorder.error());
  mcp::Session session(std::move(*offer),
                       [&answers](const mcp::ToolCall& call) { return answers.answer(call); });
  const auto outcome = serve_stdio(STDIN_FILENO, STDOUT_FILENO, session, *recorder);
  if (!outcome) return a.console.fail("serve the client", outcome.error());
  if (outcome->client_left_replies && !a.console.quiet) {
    (void)write_all(STDERR_FILENO, "tare: the client did not read all replies\n");
  }
  if (a.console.verbose) {
    (void)write_all(STDERR_FILENO,
                    fmt::format("tare: {} frames from the client\n", outcome->frames));
  }
  return kExitGood;
}

}  // namespace

void add_proxy_mcp_command(CLI::App& proxy, CommandLine& line) {
  auto a = std::make_shared<ProxyMcpArguments>();
  CLI::App& command = *proxy.add_subcommand(
      "mcp", "An MCP server on stdio that offers tools, runs none, and records each frame");
  command.add_option("--tools", a->tools, "The tools to offer: a file as suites have it")
      ->type_name("FILE")
      ->required();
  command.add_option("--answers", a->answers, "What calls are answered with (else an empty text)")
      ->type_name("FILE");
  command.add_option("--record", a->record, "Append each frame to this file, one line each")
      ->type_name("FILE");
  command.add_option("--name", a->name, "The name that the server gives itself")
      ->capture_default_str();
  command.add_option("--page-size", a->page_size, "Tools on a page of tools/list; 0: all on one")
      ->type_name("N");
  add_console_options(command, a->console, false);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = serve(*a); });
}

}  // namespace tare
