#include "run/describe_suite.h"

#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "base/names.h"
#include "process/process_table.h"
#include "report/progress.h"
#include "run/child_environment.h"
#include "run/describe.h"
#include "run/launch_inputs.h"
#include "run/public_words.h"
#include "run/scratch_root.h"

namespace tare {
namespace {

Result<Manifest> ask_the_adapter(const Suite& suite, const TerminalStyle& style) {
  AttemptSetting setting;
  if (Result<void> ready = prepare_launch(suite, setting); !ready) return ready.error();
  auto plan = make_plan(suite, {});
  if (!plan) return plan.error();
  const auto secrets = secret_values(setting.environment, suite, suite.adapter.secrets);
  const Masker masker = secrets.empty() ? Masker() : Masker(secrets, public_words(suite));
  boost::asio::io_context io(1);
  RunClock clock;
  ProcessTable processes;
  RunControl control(io, clock, processes);
  Progress progress(STDERR_FILENO, false, style, 0);
  control.watch_signals([&](const std::string& text) { progress.message(text); });
  const ScratchRoot scratch(new_run_id());
  if (auto made = make_directories(scratch.path()); !made) return made.error();
  setting.plan = &*plan;
  setting.masker = &masker;
  setting.scratch_root = scratch.path();
  setting.clock = &clock;
  setting.table = &processes;
  setting.control = &control;
  std::optional<Result<Described>> answer;
  const auto tell = [&](const std::string& text) { progress.message(text); };
  auto ask = [&]() -> boost::asio::awaitable<void> {
    answer = co_await describe_tools(setting, tell);
  };
  boost::asio::co_spawn(io, ask(), [&](const std::exception_ptr&) { control.ignore_signals(); });
  io.run();
  if (control.reason() == StopReason::interrupted) {
    return Error{.kind = ErrorKind::interrupted,
                 .reason = "interrupted while the adapter was asked for its tools"};
  }
  if (!answer->ok()) {
    answer->error().reason = masker.mask(answer->error().reason);
    return answer->error();
  }
  return std::move(answer->value().manifest);
}

}  // namespace

Result<LiveManifest> live_manifest_of(const Suite& suite, bool ask_adapter,
                                      const TerminalStyle& style) {
  LiveManifest live;
  if (!ask_adapter && suite.tools_from == ToolsFrom::file) {
    live.manifest = suite.tools;
    live.origin = "the tools of " + suite.path;
    return live;
  }
  if (!ask_adapter && suite.tools_from == ToolsFrom::nowhere) {
    return Error{
        .kind = ErrorKind::input,
        .reason = "the suite says nothing of its tools",
        .where = suite.path,
        .mend = "set \"tools\" to \"describe\" or to a file, or ask the adapter: --describe"};
  }
  auto manifest = ask_the_adapter(suite, style);
  if (!manifest) return manifest.error();
  live.manifest = std::move(*manifest);
  live.origin = "the adapter of " + suite.path;
  return live;
}

}  // namespace tare
