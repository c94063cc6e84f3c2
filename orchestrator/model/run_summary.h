// A whole run in figures: what the gates read and the reporters print. Plain data.
//
// Maps are ordered so that two scorings of one journal give the same bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/approval_counts.h"
#include "model/finding.h"

namespace tare {

// The figures of one side over one set of trials; nullopt where there is nothing to count.
struct Figures {
  std::uint64_t trials = 0;
  std::optional<double> exact_accuracy, acceptable_accuracy, no_tool_accuracy,
      risk_weighted_accuracy, args_accuracy, schema_valid;
  // Of the two columns that count trials of their own: those whose arguments were judged, and those
  // with a call of a tool that has a schema.
  std::uint64_t args_trials = 0, schema_trials = 0;
  std::uint64_t schema_unjudged = 0;  // calls whose tool's schema cannot say whether they fit
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

// The calls of trajectory cases on one side, over the trials that were compared.
struct TrajectoryFigures {
  std::uint64_t trials = 0, held = 0;
  std::uint64_t made = 0, required = 0, matched = 0, matched_required = 0;
  std::optional<double> precision, recall, f1;  // of these sums
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
  std::string of;      // of a drop: the figure whose difference `value`, `min` and `max` are
  std::optional<double> value, min, max;
  GateOutcome outcome = GateOutcome::pass;
  std::string reason;              // why it failed or is undecided; "" on pass
  std::vector<std::string> cases;  // the worst offenders by id, at most 20, in suite order
  std::uint64_t case_count = 0;    // how many there were
  bool always_on = false;
  // It holds whatever the value is: the figure is a judge's that is not calibrated well enough.
  bool informs = false;
};

// What became of one waiver of the suite.
struct WaiverResult {
  std::string rule, where, why, reviewed_by, until;
  std::string place;          // "suites/tare.json:14:5", as the suite was named on the command line
  std::string at;             // "tare.json:14:5", from the suite's folder: the same whoever asks
  std::uint64_t matched = 0;  // findings; trials for a `case:` or a `quarantine:` rule
  std::string evidence;       // "" if none is given
  std::string reason;         // of a rule for a case: why it covered nothing; "" where it did
  // Of a quarantine: how its trials ended. Unexpected: all passed, in a run of the whole suite.
  std::uint64_t passed = 0, failed = 0;
  bool unexpected_pass = false;
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

// How often cases pass, over those with a trial that passed or failed on that side.
struct TrialRates {
  std::uint64_t cases = 0;
  std::uint32_t fewest = 0, most = 0;  // such trials a case
  std::optional<double> mean_pass_rate;
  std::vector<double> pass_at_k, pass_hat_k;  // [0] is k = 1; up to `fewest`, at most 64
};

struct CaseRate {
  std::string id;
  std::uint32_t passed = 0, trials = 0;
};

struct TrialSummary {
  TrialRates raw, normalized;
  std::uint64_t imperfect = 0;  // cases with a trial that failed on normalized
  std::vector<CaseRate> worst;  // the worst of those first, at most 20

  bool repeated() const { return raw.most > 1 || normalized.most > 1; }
};

// What a comparison can say of a figure.
enum class Direction : std::uint8_t { better, worse, cannot_tell };
std::string_view direction_name(Direction change);  // "better", "worse", "cannotTell"

// A run beside its baseline, in short: pass rates on normalized, over the cases of each.
struct BaselineSummary {
  std::string name;                    // of the file or the folder
  std::vector<std::string> differing;  // parts of the identity, such as "model"
  std::optional<double> base_rate, rate;
  Direction change = Direction::cannot_tell;
  double p = 1;
  std::uint64_t cases = 0;              // in both
  std::optional<double> smallest_drop;  // that so many cases could have shown
  std::uint64_t newly_failing = 0, newly_passing = 0;
  std::vector<std::string> failing, passing;  // the first of those, at most 20, the worst first
};

// What a judge said of the trials whose cases have a contract.
struct JudgeSummary {
  std::uint64_t passed = 0, failed = 0;
  std::uint64_t incomplete = 0;                    // asked without a verdict, or not asked yet
  std::map<std::string, std::uint64_t> not_asked;  // by why
  std::optional<double> cost_usd;                  // nullopt: it did not say what anything cost
  bool decides = true;                             // else it informs
  std::string standing;                            // why, for a person
};

// What the agents did to get there, over all trials.
struct AgentSummary {
  std::uint64_t tool_errors = 0;
  std::map<std::string, std::uint64_t> tool_errors_of;  // by tool
  std::uint64_t turn_trials = 0, turns = 0;             // trials that said their turns, and the sum
  std::uint32_t most_turns = 0;
  bool tokens_seen = false;
  std::uint64_t input_tokens = 0, output_tokens = 0, model_calls = 0;
};

// A case that --adaptive stopped: no gate that concerns it could change any more.
struct EarlyStop {
  std::string case_id;
  std::uint32_t after = 0, of = 0;  // trials
  bool operator==(const EarlyStop&) const = default;
};

// --max-cost was reached: the limit, and what was known to be spent then.
struct CostStop {
  double limit_usd = 0, known_usd = 0;
};

struct RunSummary {
  Totals totals;
  BothFigures scores;
  TrajectoryFigures raw_trajectories, normalized_trajectories;
  std::map<std::string, std::uint64_t> raw_confusions, normalized_confusions;
  std::map<std::string, BothFigures> slices;  // "tag:destructive", "tool:get_*", "kind:agent"
  CoercionSummary coercions;
  TaskOutcomes outcomes;
  TrialSummary trials;
  std::optional<BaselineSummary> baseline;  // nullopt: none was given
  std::optional<JudgeSummary> judge;        // nullopt: no case has a contract, or the run no judge
  AgentSummary agent;
  ApprovalCounts approvals;
  std::vector<EarlyStop> stopped_early;  // in suite order
  std::optional<CostStop> cost_stop;
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
