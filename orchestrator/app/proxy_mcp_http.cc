// `tare proxy mcp --http`: the server of tools behind a door of its own on the loopback, as a run
// has one for each attempt.
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/exit_code.h"
#include "app/proxy_mcp.h"
#include "base/escape.h"
#include "base/file.h"
#include "mcp_proxy/mcp_endpoint.h"
#include "proxy/model_proxy.h"

namespace tare {
namespace {

McpEndpoint::Clock milliseconds_from_now() {
  const auto start = std::chrono::steady_clock::now();
  return [start] {
    const auto since = std::chrono::steady_clock::now() - start;
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
  };
}

}  // namespace

int serve_mcp_over_http(const ProxyMcpArguments& a, mcp::Offer offer,
                        const CannedAnswers& answers) {
  UniqueFd file;
  if (!a.record.empty()) {
    file.reset(::open(a.record.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file) {
      return a.console.fail("keep the record",
                            system_error("cannot open " + quote_json(a.record), errno));
    }
  }
  McpEndpoint endpoint(std::move(offer),
                       [&answers](const mcp::ToolCall& call) { return answers.answer(call); },
                       milliseconds_from_now(), {.record_bytes = kMaxMcpRecordBytes});
  boost::asio::io_context io(1);
  proxy::ModelProxy listener(io.get_executor());
  if (auto listening = listener.listen(a.port); !listening) {
    return a.console.fail("serve over HTTP", listening.error());
  }
  int exit_code = kExitGood;
  const auto answer = [&](const proxy::McpRequest& request) -> proxy::McpReply {
    EndpointReply reply = endpoint.handle({.method = request.method,
                                           .headers = *request.headers,
                                           .body = request.body,
                                           .bytes = request.bytes});
    const int to = file ? file.get() : STDOUT_FILENO;
    if (const auto kept = write_all(to, endpoint.take_record()); !kept) {
      // What is not on record must not seem to have happened.
      exit_code = file ? a.console.fail("keep the record", kept.error()) : kExitReport;
      io.stop();
      return {.status = 503};
    }
    return {
        .status = reply.status, .headers = std::move(reply.headers), .body = std::move(reply.body)};
  };
  const std::string door = listener.open_door({.keep_exchanges = false, .mcp = answer});
  boost::asio::signal_set signals(io, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](const boost::system::error_code&, int) { io.stop(); });
  const nlohmann::ordered_json greeting = {{"url", listener.url_of(door) + "/mcp"}};
  if (!write_all(STDOUT_FILENO, greeting.dump() + "\n")) return kExitReport;
  io.run();
  listener.close_door(door);
  return exit_code;
}

}  // namespace tare
