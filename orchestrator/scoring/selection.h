// Which tool was chosen, on one side, and whether it is the one that the case expects.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/answer.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

// Is this a case whose tool choice is scored: a stated tool, and not a trajectory, an observation
// or a direct call of a tool?
bool states_selection(const TestCase& test_case);

// Does it say what the arguments of the asserted call must be?
bool states_arguments(const TestCase& test_case);

// Of a tool that is called directly: its arguments, or what must become of the call.
bool states_invoke(const TestCase& test_case);

// A trajectory, of a kind whose calls a model makes.
bool states_trajectory(const TestCase& test_case);

// Does the case give a judge a contract?
bool states_contract(const TestCase& test_case);

// The leaderboard's rules (scoring/bfcl_verdict.h).
bool states_bfcl(const TestCase& test_case);

// Does the case state limits of its own and nothing else? Then it passes where they hold.
bool states_limits_alone(const TestCase& test_case);

// Does the case state anything that code decides, so that each of its trials passes or fails?
bool states_verdict(const TestCase& test_case);

struct SelectionContext {
  const Manifest* manifest = nullptr;
  bool client_stopped = false;  // refused or crashed: what counts as received is what a tool saw
  bool client_crashed = false;  // the process died: only what a recorder saw arrive did
};

struct SideSelection {
  Selection selection;
  std::vector<std::string> calls;    // the canonical names that were looked at, in order of time
  std::vector<std::uint32_t> views;  // of the same calls
  std::optional<std::uint32_t> asserted;  // the view that `selected` was taken from
  // Views of the calls that may speak for the trial: the asserted one, or where any call of an
  // acceptable tool will do all of those, the expected tool's first. None where the tool is wrong.
  std::vector<std::uint32_t> candidates;
  std::string reason;  // why it is not acceptable where the name alone does not say
};

// What the model wrote: the earliest view of each call at `text` or `wire`.
SideSelection select_raw(const TestCase& test_case, const Answer& answer,
                         std::span<const CallTrace> traces, const SelectionContext& context);

// What the tools received or would have: the latest view of each call that was not rejected.
SideSelection select_normalized(const TestCase& test_case, const Answer& answer,
                                std::span<const CallTrace> traces, const SelectionContext& context);

}  // namespace tare
