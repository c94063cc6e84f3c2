#include "run/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "run/child_environment.h"
#include "scoring/judge_score.h"

namespace tare {

Result<std::unique_ptr<Judge>> Judge::create(const RunPlan& plan) {
  const Suite& suite = *plan.suite;
  const bool wanted = suite.judge && std::ranges::any_of(plan.cases, [](const TestCase* one) {
                        return contract_of(*one).has_value();
                      });
  if (!wanted) return std::unique_ptr<Judge>();
  auto env = resolve_judge_env(suite);
  if (!env) return env.error();
  std::unique_ptr<Judge> judge(new Judge());
  judge->suite_.path = suite.path;
  judge->suite_.directory = suite.directory;
  judge->suite_.adapter = suite.judge->adapter;
  judge->suite_.timeouts = suite.timeouts;
  judge->suite_.limits = suite.limits;
  judge->suite_.retries = suite.retries;
  judge->plan_.suite = &judge->suite_;
  judge->plan_.timeout_ms = suite.judge->timeout_ms.value_or(suite.timeouts.total_ms);
  judge->setting_.environment = base_environment(*env);

  const AdapterSpec& adapter = judge->suite_.adapter;
  std::error_code no_folder;
  if (!std::filesystem::is_directory(adapter.cwd, no_folder)) {
    return Error{.kind = ErrorKind::input,
                 .reason = fmt::format("judge.cwd {} is no folder", adapter.cwd),
                 .mend = "name a folder that exists, relative to the suite file"};
  }
  auto program =
      resolve_program(adapter.command.front(), adapter.cwd,
                      std::string(environment_value(judge->setting_.environment, "PATH")));
  if (!program) {
    program.error().reason = "the judge: " + program.error().reason;
    return program.error();
  }
  judge->setting_.program = *program;
  return judge;
}

std::vector<std::string> Judge::secrets(const Suite& suite) const {
  return secret_values(setting_.environment, suite, suite_.adapter.secrets);
}

void Judge::join(const AttemptSetting& run, std::string scratch_root) {
  setting_.plan = &plan_;
  setting_.manifest = nullptr;
  setting_.masker = run.masker;
  setting_.scratch_root = std::move(scratch_root);
  setting_.shim = run.shim;
  setting_.clock = run.clock;
  setting_.table = run.table;
  setting_.control = run.control;
  setting_.recorders = nullptr;
  setting_.turns = run.turns;
}

boost::asio::awaitable<AttemptResult> Judge::ask(Seat& seat, const TestCase& test_case,
                                                 std::uint32_t trial, std::uint32_t attempt,
                                                 JudgeQuestion question) {
  RequestContext context;
  context.trial = trial;
  context.attempt = attempt;
  context.deadline_ms = *plan_.timeout_ms;
  AttemptTask task;
  task.request = RequestKind::judge;
  task.test_case = &test_case;
  task.trial = trial;
  task.attempt = attempt;
  task.request_line = judge_request_line(question, context);
  co_return co_await seat.run(setting_, std::move(task));
}

boost::asio::awaitable<void> Judge::close(Seat& seat) { co_await seat.close(setting_); }

std::optional<JudgeStanding> standing_of(const Suite& suite,
                                         const std::optional<std::string>& judge_sha256) {
  if (!suite.judge || !judge_sha256) return std::nullopt;
  return judge_standing(*suite.judge, *judge_sha256, contracts_digest(suite));
}

}  // namespace tare
