// `tare proxy model`: the recording proxy alone, for hand use: point a client at it and see what it
// asks and what it is told.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/console.h"
#include "app/exit_code.h"
#include "base/file.h"
#include "proxy/client_variables.h"
#include "proxy/exchange_json.h"
#include "proxy/model_proxy.h"

namespace tare {
namespace {

constexpr std::string_view kWhat = "run the proxy";

constexpr std::string_view kFooter =
    "The first line on stdout says where clients find it; then one line of JSON an exchange:\n"
    "  {\"url\":\"http://127.0.0.1:PORT/DOOR\",\"env\":{\"OPENAI_BASE_URL\":…,…}}\n"
    "  "
    "{\"order\":1,\"provider\":\"openaiChat\",…,\"requestBody\":…,\"replyBody\":…,\"calls\":[…]}"
    "\n\n"
    "FILE holds one reply, or a list with one a turn (docs/proxy.md):\n"
    "  {\"calls\":[{\"name\":\"get_ticket\",\"arguments\":\"{\\\"key\\\":\\\"QA-142\\\"}\"}]}\n\n"
    "It listens on 127.0.0.1 alone, and ends with Ctrl-C.\n"
    "Exit codes: 0 it was ended; 2 bad usage or input; 110 stdout is gone.";

struct ProxyArguments {
  Console console;
  std::string replay;
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

int serve(const ProxyArguments& a) {
  auto text = read_file(a.replay == "-" ? "/dev/stdin" : a.replay);
  if (!text) return a.console.fail(kWhat, text.error());
  auto script = proxy::read_reply_script(*text);
  if (!script) {
    Error error = script.error();
    error.where = fmt::format("{}:{}", a.replay, error.where);
    return a.console.fail(kWhat, error);
  }
  boost::asio::io_context io(1);
  proxy::ModelProxy model(io.get_executor());
  if (auto listening = model.listen(a.port); !listening) {
    return a.console.fail(kWhat, listening.error());
  }
  int exit_code = kExitGood;
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](const boost::system::error_code&, int) { io.stop(); });
  model.on_exchange([&](const std::string& door, const proxy::Exchange& exchange) {
    if (write_all(STDOUT_FILENO, proxy::exchange_json(door, exchange) + "\n")) return;
    exit_code = kExitReport;
    io.stop();
  });
  const std::string door =
      model.open_door({.script = std::move(*script), .repeat = a.repeat, .keep_exchanges = false});
  if (!write_all(STDOUT_FILENO, greeting(model.url_of(door)))) return kExitReport;
  io.run();
  return exit_code;
}

}  // namespace

void add_proxy_model_command(CLI::App& proxy, CommandLine& line) {
  auto a = std::make_shared<ProxyArguments>();
  CLI::App& command = *proxy.add_subcommand(
      "model", "Speak to clients as a model would, with replies from a file, and record both");
  command.add_option("--replay", a->replay, "The replies; - is stdin")
      ->type_name("FILE.json")
      ->required();
  command.add_option("--port", a->port, "Listen there; 0 is any free port")->type_name("N");
  command.add_flag("--repeat", a->repeat, "Begin anew when all replies are used up");
  add_console_options(command, a->console, false);
  command.footer(std::string(kFooter));
  command.callback([a, &line] { line.exit_code = serve(*a); });
}

}  // namespace tare
