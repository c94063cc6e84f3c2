// A whole run in figures: what the gates read and the reporters print. Plain data.
//
// Maps are ordered so that two scorings of one journal give the same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/finding.h"

namespace tare {

// The figures of one side over one set of trials; nullopt where there is nothing to count.
struct Figures {
  std::uint64_t trials = 0;
  std::optional<double> exact_accuracy, acceptable_accuracy, no_tool_accuracy,
      risk_weighted_accuracy, args_accuracy, schema_valid;
};

struct BothFigures {
  Figures raw, normalized;
  // Each side over the trials that have evidence on both: the client delta is the difference of
  // these two, and never `normalized` minus `raw`, which may count other trials.
  Figures raw_of_both, normalized_of_both;
};

struct CoercionSummary {
  std::uint64_t calls = 0, calls_changed = 0, unaudited = 0, unread = 0;
  std::map<std::string, std::uint64_t> by_kind, by_severity, by_hop;
  std::uint64_t rescued = 0, damaged = 0, neutral = 0, waived = 0;
  std::uint64_t evidence_recorded = 0, evidence_verbatim = 0, evidence_parsed = 0,
                evidence_none = 0;  // of the raw views
  // What made the client delta of the acceptable figure, the greatest part first. A trial with
  // several causes is shared among them; one without a finding is in none of them.
  struct DeltaPart {
    std::string kind, tool;
    std::uint64_t trials = 0;
    double points = 0;  // percentage points, with their sign
  };
  std::vector<DeltaPart> client_delta_causes;
};

struct Totals {
  std::uint64_t cases = 0, trials = 0, completed = 0, incomplete = 0, refused = 0, client_crash = 0,
                flaky = 0, attempts = 0;
};

enum class GateOutcome : std::uint8_t { pass, fail, undecided };
std::string_view gate_outcome_name(GateOutcome outcome);

struct GateResult {
  std::string figure;
  std::string view;    // "raw", "normalized", or "" where the figure has no side
  std::string detail;  // the gate's other words, such as `severity medium, tool(create_*)`
  std::optional<double> value, min, max;
  GateOutcome outcome = GateOutcome::pass;
  std::string reason;              // why it failed or is undecided; "" on pass
  std::vector<std::string> cases;  // the worst offenders by id, at most 20, in suite order
  std::uint64_t case_count = 0;    // how many there were
  bool always_on = false;
};

// What became of one waiver of the suite.
struct WaiverResult {
  std::string rule, where, why, reviewed_by, until;
  std::string place;          // "tare.json:14:5"
  std::uint64_t matched = 0;  // findings; trials for a `case:` rule
  // fail: it covered nothing, and must go. undecided: what it covers may be in a trial that stayed
  // incomplete. Without a value: this run could not tell (part of the suite, or no findings at
  // all).
  std::optional<GateOutcome> outcome;
};

// `outcome` events: the agent's environment judged the task.
struct TaskOutcomes {
  std::uint64_t trials = 0, passed = 0;
  std::vector<double> pass_hat_k;  // [0] is pass^1; as long as the fewest trials of any case
};

struct RunSummary {
  Totals totals;
  BothFigures scores;
  std::map<std::string, std::uint64_t> raw_confusions, normalized_confusions;
  std::map<std::string, BothFigures> slices;  // "tag:destructive", "tool:get_*", "kind:agent"
  CoercionSummary coercions;
  TaskOutcomes outcomes;
  std::vector<GateResult> gates;
  std::vector<WaiverResult> waivers;  // in the order of the suite
  std::uint64_t pass = 0, fail = 0, undecided = 0, observed = 0, waived = 0;  // verdicts
  std::uint64_t unscored = 0;      // trials outside the selection denominators
  std::optional<double> cost_usd;  // nullopt: no adapter said what anything cost
  std::uint64_t wall_ms = 0, p50_ms = 0, p95_ms = 0;
  bool interrupted = false;
  int exit_code = 0;
};

}  // namespace tare
