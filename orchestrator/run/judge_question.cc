#include "run/judge_question.h"

#include <algorithm>

#include "run/describe.h"
#include "scoring/agent_figures.h"
#include "scoring/judge_score.h"

namespace tare {
namespace {

// The call as it stood at the end of its way.
JudgedCall call_of(const CallTrace& trace, const Answer& answer) {
  const View& last = answer.views[trace.views.back()];
  JudgedCall out{last.name.value_or(""), last.arguments, last.turn};
  for (const std::uint32_t view : trace.views) {
    if (!out.turn) out.turn = answer.views[view].turn;
  }
  return out;
}

}  // namespace

JudgeQuestion judge_question(const TestCase& test_case, const AttemptRecord& complete,
                             const TrialScore& score, const Manifest* manifest) {
  const Answer& answer = complete.answer;
  JudgeQuestion out;
  out.case_id = test_case.id();
  out.kind = test_case.input.kind;
  out.messages_json = messages_json(test_case.input);
  std::vector<const CallTrace*> calls;
  for (const CallTrace& trace : score.traces) {
    if (!trace.dropped) calls.push_back(&trace);
  }
  std::ranges::stable_sort(calls, {}, [](const CallTrace* trace) { return trace->views.front(); });
  for (const CallTrace* trace : calls) out.calls.push_back(call_of(*trace, answer));
  out.final_text = final_text_of(answer);
  if (!test_case.input.tools_json.empty()) {
    out.tools_json = test_case.input.tools_json;
  } else if (manifest != nullptr) {
    out.tools_json = tools_json_of(*manifest);
  }
  out.contract = contract_of(test_case).value_or("");
  return out;
}

}  // namespace tare
