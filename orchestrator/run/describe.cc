#include "run/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>

namespace tare {
namespace {

constexpr std::chrono::seconds kPatience{3};

std::string waiting_text(const RunPlan& plan, std::uint32_t tries) {
  const std::uint32_t most_ms = plan.timeout_ms.value_or(plan.suite->timeouts.total_ms);
  std::string out = fmt::format(
      "tare: waiting for the adapter, which is asked for its tools (the request \"describe\"): {} "
      "s "
      "at most",
      (most_ms + 999) / 1000);
  if (tries > 1) out += fmt::format(", up to {} times", tries);
  return out + "; timeouts.totalMs in the suite sets it";
}

}  // namespace

std::string tools_json_of(const Manifest& manifest) {
  std::string out = "[";
  for (const auto& tool : manifest.tools) {
    if (out.size() > 1) out += ',';
    out += tool.json;
  }
  return out + "]";
}

boost::asio::awaitable<Result<Described>> describe_tools(
    AttemptSetting setting, std::function<void(const std::string&)> tell) {
  Seat seat(0);
  const std::uint32_t tries = setting.plan->suite->retries.operational + 1;
  // Ends with this frame, and what it would say with it.
  boost::asio::steady_timer patience(co_await boost::asio::this_coro::executor, kPatience);
  patience.async_wait([tell = std::move(tell), text = waiting_text(*setting.plan, tries)](
                          const boost::system::error_code& cancelled) {
    if (!cancelled) tell(text);
  });
  Error error;
  for (std::uint32_t attempt = 1; attempt <= tries && setting.control->may_start(); ++attempt) {
    AttemptTask task;
    task.request = RequestKind::describe;
    task.attempt = attempt;
    AttemptResult result = co_await seat.run(setting, std::move(task));
    if (result.record.complete()) {
      Described described;
      described.tools_json = tools_json_of(*result.record.answer.manifest);
      described.manifest = std::move(*result.record.answer.manifest);
      co_return Result<Described>(std::move(described));
    }
    error = Error{.kind = ErrorKind::input,
                  .reason = fmt::format("the adapter did not describe its tools: {}",
                                        result.record.failure_text),
                  .mend =
                      "answer the request \"describe\" with a `manifest` event and `finished`, or "
                      "name a file in the suite's \"tools\""};
    if (result.cannot_start || !result.record.retryable) break;
    const auto& reported = result.record.answer.error;
    if (attempt < tries && reported && reported->retry_after_ms) {
      co_await setting.control->wait_ms(
          std::min(*reported->retry_after_ms, setting.plan->suite->timeouts.total_ms));
    }
  }
  if (!setting.control->may_start() && error.reason.empty()) {
    error = Error{.kind = ErrorKind::interrupted, .reason = "interrupted"};
  }
  co_return Result<Described>(std::move(error));
}

}  // namespace tare
