#include "http_ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <utility>

#include "proxy/http_text.h"
#include "proxy/key_mask.h"
#include "proxy/upstream_client.h"
#include "run/version.h"

namespace tare::chat {
namespace {

namespace asio = boost::asio;
using proxy::UpstreamEnd;

proxy::UpstreamTask task_of(const proxy::Upstream& server, const HttpQuestion& question) {
  proxy::UpstreamTask task;
  task.method = std::string(question.method);
  task.target = question.target;
  task.body = question.body;
  task.max_bytes = kMaxAnswer;
  task.headers = {{"Host", server.authority()},
                  {"User-Agent", fmt::format("tare-chat/{}", kVersion)},
                  {"Accept", "application/json, text/event-stream"},
                  {"Accept-Encoding", "identity"},
                  {"Connection", "close"}};
  if (!question.body.empty()) task.headers.emplace_back("Content-Type", "application/json");
  if (!server.key.empty()) task.headers.emplace_back("Authorization", "Bearer " + server.key);
  return task;
}

HttpAnswer ask_within(const proxy::Upstream& server, const HttpQuestion& question) {
  HttpAnswer out;
  const std::uint32_t left = std::max<std::uint32_t>(question.timeout_ms, 1);
  asio::io_context context(1);
  proxy::Upstreams upstreams;
  upstreams.of(proxy::Service::openai) = server;
  upstreams.limits.connect_ms = std::min(upstreams.limits.connect_ms, left);
  upstreams.limits.head_ms = upstreams.limits.idle_ms = upstreams.limits.whole_ms = left;
  proxy::UpstreamClient client(context.get_executor(), std::move(upstreams));
  proxy::UpstreamStop stop;
  asio::steady_timer clock(context, std::chrono::milliseconds(left));
  bool late = false;
  clock.async_wait([&](const boost::system::error_code& error) {
    if (error) return;
    late = true;
    if (stop.now) stop.now();
  });
  proxy::UpstreamEar ear;
  ear.head = [&out](proxy::UpstreamHead head) -> asio::awaitable<bool> {
    out.status = head.status;
    out.headers = std::move(head.headers);
    co_return true;
  };
  ear.part = [&out](std::string part) -> asio::awaitable<bool> {
    out.body += part;
    co_return true;
  };
  asio::co_spawn(context, client.ask(task_of(server, question), ear, stop),
                 [&](const std::exception_ptr& thrown, const UpstreamEnd& end) {
                   clock.cancel();
                   out.fault = thrown ? "the connection broke" : end.fault;
                   if (out.fault.empty() && !end.whole) out.fault = "no whole answer came";
                 });
  context.run();
  if (late) {
    out.fault = fmt::format("{}: no whole answer within {} ms", server.origin(), left);
  }
  // Before anything is cut out of it, which could leave half a key.
  proxy::hide_key(out.body, server.key);
  const std::string_view coding = out.header("content-encoding");
  if (out.fault.empty() && !coding.empty() && coding != "identity") {
    out.fault = fmt::format("{}: its answer is compressed ({}), which was not asked for",
                            server.origin(), coding);
  }
  return out;
}

}  // namespace

std::string_view HttpAnswer::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (proxy::same_name(key, name)) return value;
  }
  return "";
}

HttpAnswer ask(const proxy::Upstream& server, const HttpQuestion& question) {
  try {
    return ask_within(server, question);
  } catch (const std::exception& problem) {
    HttpAnswer out;
    out.fault = fmt::format("{}: {}", server.origin(), problem.what());
    return out;
  }
}

}  // namespace tare::chat
