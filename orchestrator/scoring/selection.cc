#include "scoring/selection.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "coercion/call_trace.h"

namespace tare {
namespace {

struct SeenCall {
  std::uint32_t view;  // its index orders calls by time
  std::string name;
};

std::string canonical(const SelectionContext& context, const std::string& name) {
  return context.manifest != nullptr ? std::string(context.manifest->canonical_name(name)) : name;
}

bool is_expected(const Expectation& expected, const std::string& name) {
  return expected.tool == Expectation::Tool::named && name == expected.expected_tool;
}

bool is_acceptable(const Expectation& expected, const std::string& name) {
  // With no tool expected, no list makes a call acceptable.
  return is_expected(expected, name) ||
         (expected.tool == Expectation::Tool::named &&
          std::ranges::find(expected.acceptable_tools, name) != expected.acceptable_tools.end());
}

// Of several calls the one that is asserted. REQUIRES: calls is not empty.
const std::string& asserted(const Expectation& expected, WhichCall which,
                            const std::vector<std::string>& calls) {
  switch (which) {
    case WhichCall::first:
      break;
    case WhichCall::any: {
      const auto exact = std::ranges::find_if(
          calls, [&](const std::string& name) { return is_expected(expected, name); });
      if (exact != calls.end()) return *exact;
      const auto listed = std::ranges::find_if(
          calls, [&](const std::string& name) { return is_acceptable(expected, name); });
      if (listed != calls.end()) return *listed;
      break;
    }
    case WhichCall::only: {
      // The one that is too many says more than the one that was wanted.
      const auto other = std::ranges::find_if(
          calls, [&](const std::string& name) { return !is_acceptable(expected, name); });
      if (other != calls.end()) return *other;
      break;
    }
  }
  return calls.front();
}

// REQUIRES: the asserted call is acceptable.
std::vector<std::uint32_t> candidates(const Expectation& expected, WhichCall which,
                                      const SideSelection& side) {
  if (which != WhichCall::any || !side.asserted) return {side.asserted.value_or(0)};
  std::vector<std::uint32_t> out;
  for (const bool exact : {true, false}) {
    for (std::size_t i = 0; i < side.calls.size(); ++i) {
      if (is_acceptable(expected, side.calls[i]) && is_expected(expected, side.calls[i]) == exact) {
        out.push_back(side.views[i]);
      }
    }
  }
  return out;
}

SideSelection judge(const TestCase& test_case, std::vector<SeenCall> seen) {
  const Expectation& expected = test_case.expected;
  std::ranges::sort(seen, {}, &SeenCall::view);
  SideSelection side;
  side.selection.evidence = true;
  for (SeenCall& call : seen) {
    side.views.push_back(call.view);
    side.calls.push_back(std::move(call.name));
  }

  const bool agent = test_case.input.kind == CaseKind::agent;
  const WhichCall which = expected.calls.value_or(agent ? WhichCall::any : WhichCall::first);
  if (side.calls.empty()) {
    side.selection.exact = expected.tool == Expectation::Tool::none;
    side.selection.acceptable = side.selection.exact;
    return side;
  }
  const std::string& selected = asserted(expected, which, side.calls);
  side.selection.selected = selected;
  side.asserted = seen[static_cast<std::size_t>(&selected - side.calls.data())].view;
  side.selection.exact = is_expected(expected, selected);
  side.selection.acceptable = is_acceptable(expected, selected);
  if (which == WhichCall::only && side.calls.size() > 1 &&
      expected.tool == Expectation::Tool::named) {
    side.selection.exact = side.selection.acceptable = false;
    side.reason =
        "exactly one call is expected, and there were " + std::to_string(side.calls.size());
  }
  if (side.selection.acceptable) side.candidates = candidates(expected, which, side);
  return side;
}

// Where the case waits for a call to be refused, or calls a tool itself, a refusal is what it asks
// about; elsewhere a call that was refused chose nothing.
bool counts_rejected(const TestCase& test_case) {
  return test_case.input.kind == CaseKind::invoke ||
         (test_case.expected.rare &&
          test_case.expected.rare->expected_status_json == "\"rejected\"");
}

// `name`: under which the call stands on the side that is looked at.
bool is_left_out(const TestCase& test_case, const Answer& answer, const CallTrace& trace,
                 const SelectionContext& context, const std::string& name) {
  if (!test_case.expected.mcp_tools_only) return false;
  const ToolSpec* tool = context.manifest != nullptr ? context.manifest->find(name) : nullptr;
  if (tool != nullptr && tool->builtin) return true;
  // One view that knows the tool as the agent's own is enough: the wire does not know it.
  return std::ranges::any_of(trace.views, [&](std::uint32_t i) { return answer.views[i].builtin; });
}

}  // namespace

bool states_selection(const TestCase& test_case) {
  const bool kind =
      test_case.input.kind == CaseKind::tool_call || test_case.input.kind == CaseKind::agent;
  return kind && test_case.expected.tool != Expectation::Tool::unstated &&
         !test_case.expected.has_trajectory();
}

bool states_arguments(const TestCase& test_case) {
  return test_case.expected.rare && !test_case.expected.rare->expected_args_json.empty();
}

bool states_invoke(const TestCase& test_case) {
  if (test_case.input.kind != CaseKind::invoke || !test_case.expected.rare) return false;
  const RareExpectation& rare = *test_case.expected.rare;
  return !rare.expected_status_json.empty() || !rare.expected_args_json.empty();
}

bool states_trajectory(const TestCase& test_case) {
  const bool kind =
      test_case.input.kind == CaseKind::tool_call || test_case.input.kind == CaseKind::agent;
  return kind && test_case.expected.has_trajectory();
}

bool states_contract(const TestCase& test_case) {
  return test_case.input.kind != CaseKind::observe && test_case.expected.rare &&
         !test_case.expected.rare->expected_output_json.empty();
}

bool states_bfcl(const TestCase& test_case) {
  return test_case.expected.rare && !test_case.expected.rare->bfcl_json.empty();
}

bool states_limits_alone(const TestCase& test_case) {
  if (test_case.input.kind == CaseKind::observe) return false;
  return test_case.expected.tool == Expectation::Tool::unstated && test_case.expected.rare &&
         !test_case.expected.rare->never.empty() && !states_contract(test_case) &&
         !states_trajectory(test_case) && !states_invoke(test_case) && !states_bfcl(test_case);
}

bool states_verdict(const TestCase& test_case) {
  return states_selection(test_case) || states_trajectory(test_case) || states_invoke(test_case) ||
         states_bfcl(test_case) || states_limits_alone(test_case);
}

SideSelection select_raw(const TestCase& test_case, const Answer& answer,
                         std::span<const CallTrace> traces, const SelectionContext& context) {
  if (!has_raw_evidence(answer)) return {};
  std::vector<SeenCall> seen;
  for (const CallTrace& trace : traces) {
    if (trace.invented) continue;
    const auto named = std::ranges::find_if(trace.views, [&](std::uint32_t i) {
      return answer.views[i].at <= At::wire && answer.views[i].name.has_value();
    });
    // A text that could not be read may hold any call: what the model chose is not known, unless
    // a later view shows that it was no call that counts.
    std::string name =
        named == trace.views.end() ? "" : canonical(context, *answer.views[*named].name);
    if (is_left_out(test_case, answer, trace, context, name)) continue;
    if (named == trace.views.end()) return {};
    seen.push_back({trace.views.front(), std::move(name)});
  }
  return judge(test_case, std::move(seen));
}

SideSelection select_normalized(const TestCase& test_case, const Answer& answer,
                                std::span<const CallTrace> traces,
                                const SelectionContext& context) {
  if (!has_normalized_evidence(answer, context.client_stopped)) return {};
  std::vector<SeenCall> seen;
  for (const CallTrace& trace : traces) {
    if (trace.dropped) continue;
    const View& last = answer.views[trace.views.back()];
    std::string name = canonical(context, last.name.value_or(""));
    if (is_left_out(test_case, answer, trace, context, name)) continue;
    if (last.at < (context.client_stopped ? At::tool : At::client)) continue;
    if (last.status == CallStatus::rejected && !counts_rejected(test_case)) continue;
    seen.push_back({trace.views.back(), std::move(name)});
  }
  // A process that died answered nothing, whatever it says to have handed on before. What a
  // recorder saw arrive did arrive; and a call breaks a case that expects none, whoever tells of
  // it.
  if (context.client_crashed && test_case.expected.tool != Expectation::Tool::none) {
    std::erase_if(seen, [&](const SeenCall& call) {
      return answer.views[call.view].evidence != Evidence::recorded;
    });
  }
  SideSelection side = judge(test_case, std::move(seen));
  side.selection.client_refused = context.client_stopped && side.calls.empty();
  return side;
}

}  // namespace tare
