#include "scoring/verdict_reasons.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "scoring/trial_verdict.h"

namespace tare {
namespace {

constexpr std::size_t kShown = 5;  // of mismatches, of edits; the results hold them all

std::string quoted(const std::string& name) { return quote_json(name); }

std::string expectation_text(const Expectation& expected) {
  if (expected.tool == Expectation::Tool::none) return "no tool call is expected";
  std::string text = "expected tool " + quoted(expected.expected_tool);
  if (!expected.acceptable_tools.empty()) text += " (or one of the acceptable tools)";
  return text;
}

std::string selected_text(const Selection& selection) {
  return selection.selected ? quoted(*selection.selected) : "no tool";
}

std::string mismatch_text(const ArgsMismatch& one) {
  const std::string where = one.path.empty() ? "the arguments" : "arguments at " + one.path;
  std::string text = fmt::format("{}: expected {}", where, one.expected);
  text += one.got ? ", got " + *one.got : "";
  return text + " (" + one.reason + ")";
}

void add_mismatches(std::vector<std::string>& out, const ArgsComparison& found,
                    const std::string& before) {
  const std::size_t shown = std::min(found.mismatches.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i)
    out.push_back(before + mismatch_text(found.mismatches[i]));
  const std::uint64_t rest = found.mismatches.size() - shown + found.more;
  if (rest > 0) out.push_back(before + fmt::format("and {} more in these arguments", rest));
}

// Calls are counted from 1 before a person.
std::string call_number(std::uint32_t index) { return fmt::format("call {}", index + 1); }

std::string edit_text(const TrajectoryEdit& edit) {
  const std::string place =
      edit.before_call ? "before " + call_number(*edit.before_call) : "at the end";
  const std::string made = edit.call ? call_number(*edit.call) + " " : "";
  switch (edit.kind) {
    case TrajectoryEdit::Kind::insert:
      return fmt::format("expected call {} of {} was not made: insert it {}",
                         edit.expected.value_or(0) + 1, quoted(edit.tool), place);
    case TrajectoryEdit::Kind::remove:
      return fmt::format("{}of {} is not expected: remove it", made, quoted(edit.tool));
    case TrajectoryEdit::Kind::change:
      return fmt::format("{}of {} has other arguments than expected: change them", made,
                         quoted(edit.tool));
    case TrajectoryEdit::Kind::move:
      return fmt::format("{}of {} stands in another place than expected: move it {}", made,
                         quoted(edit.tool), place);
  }
  return "";
}

}  // namespace

std::string selection_reason(const Expectation& expected, const SideSelection& raw,
                             const SideSelection& normalized) {
  std::string text = expectation_text(expected);
  if (normalized.selection.client_refused) {
    text += "; the client refused the call or crashed on it";
  } else if (normalized.selection.selected) {
    text += "; the tool that was reached is " + selected_text(normalized.selection);
  } else {
    text += "; no tool was reached";
  }
  if (!normalized.reason.empty()) text += " (" + normalized.reason + ")";
  if (!raw.selection.evidence) return text + "; what the model wrote is not on record";
  text += "; the model wrote " + selected_text(raw.selection);
  if (raw.selection.acceptable) text += ", which would have been right";
  return text;
}

std::string unknown_arrival_reason(AdapterKind kind) {
  switch (kind) {
    case AdapterKind::protocol:
      return "what a tool received is not on record: give \"normalized\" in the short form beside "
             "\"raw\", as an empty list where no tool received a call";
    case AdapterKind::command:
      return "which tools were called is not on record: a program of kind \"command\" does not "
             "tell, and no recorder saw its calls: have a model proxy and an MCP proxy stand "
             "between "
             "(\"proxy\" in the suite)";
  }
  return "";
}

std::vector<std::string> args_reasons(const ArgsScore& raw, const ArgsScore& normalized) {
  std::vector<std::string> out;
  const bool raw_wrong = raw.judged && !raw.comparison.match();
  if (normalized.judged && !normalized.comparison.match()) {
    add_mismatches(out, normalized.comparison, "");
    if (raw.judged && !raw_wrong) {
      out.emplace_back("the arguments that the model wrote would have been right");
    }
  } else if (raw_wrong) {
    add_mismatches(out, raw.comparison, "as the model wrote them, ");
  }
  return out;
}

std::vector<std::string> trajectory_reasons(const TrajectoryScore& raw,
                                            const TrajectoryScore& normalized,
                                            const TrialSides& sides) {
  std::vector<std::string> out;
  if (!normalized.judged) {
    out.push_back("the trajectory was not compared: " + normalized.not_compared);
    return out;
  }
  if (normalized.holds) {
    if (raw.judged && !raw.holds) {
      out.emplace_back("the calls as the model wrote them are not the expected trajectory");
    }
    return out;
  }
  if (!normalized.not_compared.empty()) {
    out.push_back("the calls are not the expected trajectory: " + normalized.not_compared);
  }
  const std::size_t shown = std::min(normalized.edits.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const TrajectoryEdit& edit = normalized.edits[i];
    out.push_back(edit_text(edit));
    if (edit.kind == TrajectoryEdit::Kind::change) {
      add_mismatches(out, edit.arguments, call_number(edit.call.value_or(0)) + ", ");
    }
  }
  if (normalized.edits.size() > shown) {
    out.push_back(fmt::format("and {} more edits", normalized.edits.size() - shown));
  }
  if (sides.normalized.selection.client_refused) {
    out.emplace_back("the client refused a call or crashed on it");
  }
  if (raw.judged && raw.holds) {
    out.emplace_back("the calls that the model wrote would have been right");
  }
  return out;
}

std::string limit_reason(const LimitHit& hit) {
  std::string text = hit.from_forbid ? "forbidden tool " : "limit crossed: ";
  text += quoted(hit.tool);
  text += hit.level == Never::Level::executed ? " ran" : " was called";
  text += " (entry " + quoted(hit.glob) + ", seen at " + std::string(at_name(hit.at)) +
          ", attempt " + std::to_string(hit.attempt);
  if (hit.status) {
    text += fmt::format(", {}, {}", status_name(*hit.status),
                        hit.status_recorded ? "as a recorder saw" : "as the adapter says");
  }
  text += ")";
  if (!hit.control.empty()) text += ", control " + hit.control;
  if (!hit.why.empty()) text += ": " + hit.why;
  if (hit.one_sided) {
    text += hit.raw_side ? "; only what the model wrote crosses it"
                         : "; only what arrived crosses it, not what the model wrote";
  }
  return text;
}

}  // namespace tare
