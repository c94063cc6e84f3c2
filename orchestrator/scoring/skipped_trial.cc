#include "scoring/skipped_trial.h"

#include "scoring/selection.h"

namespace tare {

LimitLevels limit_levels(std::span<const Never> limits) {
  LimitLevels out;
  for (const Never& limit : limits) {
    switch (limit.level) {
      case Never::Level::called:
        out.called = true;
        break;
      case Never::Level::executed:
        out.executed = true;
        break;
    }
  }
  return out;
}

LimitLevels limit_levels(const TestCase& test_case, LimitLevels of_suite) {
  if (!test_case.expected.rare) return of_suite;
  const LimitLevels own = limit_levels(test_case.expected.rare->never);
  return {of_suite.called || own.called, of_suite.executed || own.executed};
}

TrialScore skipped_trial(const TestCase& test_case, std::uint32_t trial, const JudgeRule* judge) {
  TrialScore out;
  out.trial = trial;
  out.skipped = true;
  out.judge_decides = judge != nullptr && judge->decides && states_contract(test_case) &&
                      !states_verdict(test_case);
  if (judge != nullptr && states_contract(test_case)) out.judge.emplace();
  return out;
}

}  // namespace tare
