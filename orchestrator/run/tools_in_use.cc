#include "run/tools_in_use.h"

#include <boost/asio/co_spawn.hpp>

#include "protocol/masked_answer.h"
#include "run/describe.h"
#include "run/schema_warnings.h"

namespace tare {
namespace {

Error masked_error(Error error, const Masker& masker) {
  error.reason = masker.mask(error.reason);
  for (Error& more : error.more) more.reason = masker.mask(more.reason);
  return error;
}

Result<Described> ask_the_adapter(boost::asio::io_context& io, const AttemptSetting& setting,
                                  Progress& progress) {
  RunControl& control = *setting.control;
  // A coroutine's result type needs a default in Asio; an optional outside has one.
  std::optional<Result<Described>> answer;
  const auto tell = [&progress](const std::string& text) { progress.message(text); };
  auto ask = [&]() -> boost::asio::awaitable<void> {
    answer = co_await describe_tools(setting, tell);
  };
  boost::asio::co_spawn(io, ask(), [&](const std::exception_ptr&) { control.ignore_signals(); });
  io.run();
  io.restart();
  if (answer->ok()) {
    control.watch_signals([&progress](const std::string& text) { progress.message(text); });
  } else if (control.reason() == StopReason::interrupted) {
    return Error{.kind = ErrorKind::interrupted,
                 .reason = "interrupted while the adapter was asked for its tools"};
  }
  return std::move(*answer);
}

}  // namespace

Result<ToolsInUse> tools_in_use(boost::asio::io_context& io, const AttemptSetting& setting,
                                Progress& progress) {
  const Suite& suite = *setting.plan->suite;
  const Masker& masker = *setting.masker;
  const auto warn = [&](const std::vector<std::string>& warnings) {
    for (const auto& text : warnings) progress.message("tare: warning: " + masker.mask(text));
  };
  ToolsInUse tools;
  if (suite.tools_from == ToolsFrom::describe) {
    auto described = ask_the_adapter(io, setting, progress);
    if (!described) return masked_error(described.error(), masker);
    tools.described = std::move(described->manifest);
    tools.manifest_json = std::move(described->tools_json);
    auto checked = check_expected_tools(suite, tools.given());
    if (!checked) return masked_error(checked.error(), masker);
    warn(*checked);
  } else if (suite.tools_from == ToolsFrom::file) {
    tools.from_file = &suite.tools;
    tools.manifest_json = tools_json_of(suite.tools);
  }
  warn(schema_warnings(tools.given(), setting.plan->cases));
  auto reviewed = hold_against_policy(suite, tools.given(), masker);
  if (!reviewed) return masked_error(reviewed.error(), masker);
  tools.reviewed = std::move(reviewed).value();
  warn(tools.reviewed.warnings);
  if (tools.manifest_json && masker.hits(*tools.manifest_json)) {
    std::string reason;
    tools.manifest_json = mask_json(*tools.manifest_json, masker);
    tools.masked = manifest_from_tools_json(*tools.manifest_json, &reason);
  }
  return tools;
}

}  // namespace tare
