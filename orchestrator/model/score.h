// The verdict on one trial. Plain data, computed by scoring/ from records alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/approval_counts.h"
#include "model/attempt.h"
#include "model/finding.h"
#include "model/test_case.h"

namespace tare {

enum class Verdict : std::uint8_t { pass, fail, undecided, observed, waived };
std::string_view verdict_name(Verdict verdict);

// One call on its whole way: the views that were paired with each other, earliest first.
struct CallTrace {
  std::vector<std::uint32_t> views;  // indices into Answer::views, ascending in At; never empty
  bool raw_known = false;        // false: the call is unaudited (nothing before it was on record)
  bool normalized_known = true;  // false: nobody recorded what reached a tool
  bool dropped = false;          // never reached the latest level: "normalized": null
  bool invented = false;         // came from nowhere: "raw": null
  bool unread = false;           // a text could not be read
  Evidence raw_evidence = Evidence::none;  // of the earliest view, where that is at text or wire
  std::vector<Finding> findings;           // hop by hop
  // The names under which the call was seen, canonical through wireName, each once: what tool()
  // looks at where a filter picks findings or calls.
  std::vector<std::string> tools;
};

// Tool choice on one side.
struct Selection {
  bool evidence = false;  // is there anything to judge on this side
  std::optional<std::string>
      selected;                 // verbatim name, canonical through wireName; nullopt: no tool
  bool client_refused = false;  // normalized: the client refused or crashed
  bool exact = false, acceptable = false;
};

// One place where a call's arguments are not what is expected.
struct ArgsMismatch {
  std::string path;                // JSON Pointer into the call's arguments
  std::string expected;            // JSON text of what the case says there, shortened
  std::optional<std::string> got;  // JSON text of what stands there; nullopt: nothing
  std::string reason;              // what is the matter with it: "is another number"
};

// A call's arguments against what a case expects of them.
struct ArgsComparison {
  std::vector<ArgsMismatch> mismatches;  // the first 100
  std::uint64_t more = 0;                // beyond those
  bool match() const { return mismatches.empty(); }
};

// The asserted call's arguments on one side.
struct ArgsScore {
  // False: no call of an acceptable tool is on record here, or nothing of its arguments; then there
  // is nothing to be right or wrong.
  bool judged = false;
  bool unknown = false;  // they should have been judged, and what they were is not on record
  ArgsComparison comparison;
};

// Calls that do not fit the schema of their tool.
struct SchemaFault {
  std::string tool, path, reason;  // path: JSON Pointer into the arguments
};
struct SchemaScore {
  std::uint32_t calls = 0, valid = 0;  // of tools with an inputSchema, their arguments on record
  // Calls that it cannot be said of: the schema is none, or has keywords that mean nothing.
  std::uint32_t unjudged = 0;
  std::vector<SchemaFault> faults;  // the first 20
  std::uint64_t more = 0;           // beyond those
};

// One step of what would make a trajectory the expected one.
struct TrajectoryEdit {
  enum class Kind : std::uint8_t { insert, remove, change, move };
  Kind kind = Kind::insert;
  std::string tool;                          // of the call that is meant
  std::optional<std::uint32_t> expected;     // which of expectedCalls, from 0
  std::optional<std::uint32_t> call;         // which of the calls made on this side, from 0
  std::optional<std::uint32_t> before_call;  // insert, move: in front of this one; none: at the end
  ArgsComparison arguments = {};             // change
};
std::string_view edit_name(TrajectoryEdit::Kind kind);  // "insert", …

// The calls made on one side against a trajectory.
struct TrajectoryScore {
  bool judged = false;  // false: nothing of this side is on record, or it was too much to compare
  bool holds = false;
  // Calls made; expected ones that are not optional; made ones that match an expected one; those of
  // the latter that match one which is not optional.
  std::uint32_t made = 0, required = 0, matched = 0, matched_required = 0;
  std::vector<TrajectoryEdit> edits;  // the fewest that make it hold
  std::string not_compared;           // why, where it was too much
};

// A `never` that was crossed.
struct LimitHit {
  std::string tool;  // as called
  std::string glob;  // of the entry
  Never::Level level = Never::Level::called;
  std::string control, why;
  At at = At::tool;
  std::uint32_t attempt = 1;
  bool from_forbid = false;
  bool raw_side = false, normalized_side = false;  // on which ends it was seen
  // The other end is on record, and does not show it.
  bool one_sided = false;
  // What became of the call, as its latest view says; `recorded`: Tare's own proxy saw it, else it
  // is the adapter's claim.
  std::optional<CallStatus> status = {};
  bool status_recorded = false;
  // Which call of the trial, through all its attempts: one call may cross several entries, and is
  // counted once.
  std::uint32_t call = 0;
};

// A kind of finding on a tool that turned a choice right or wrong.
struct DeltaCause {
  std::string_view kind;  // static storage
  std::string tool;       // "" where the call has no name
  bool operator==(const DeltaCause&) const = default;
};

// Why a judge was not asked about a trial of a case that has a contract.
enum class NotJudged : std::uint8_t {
  incomplete,     // the trial has no complete attempt
  no_call,        // nothing was called: there is nothing to judge
  limit_crossed,  // what follows broke a rule that code can decide
  rule_broken,
  tool_error,
  refused,    // the client refused the call, or crashed
  max_turns,  // the agent did not end by itself
  undecided,  // too little is on record to know whether a rule was broken
};
inline constexpr int kNotJudgedCount = 8;
std::string_view not_judged_name(NotJudged why);  // "noCall", …

// What a judge said of a trial, or why it said nothing.
struct JudgeScore {
  enum class State : std::uint8_t { passed, failed, incomplete, not_asked };
  State state = State::not_asked;
  std::optional<double> score;
  std::string reason;                     // the judge's own; where incomplete: what went wrong
  NotJudged why = NotJudged::incomplete;  // not_asked
  std::uint32_t tries = 0;
  std::optional<double> cost_usd;  // nullopt: it did not say
};

struct TrialScore {
  std::uint32_t trial = 1;
  AttemptOutcome outcome = AttemptOutcome::failed;  // of the complete attempt; `failed`: incomplete
  std::optional<Failure> failure;                   // incomplete: of the last attempt
  std::string failure_text;
  std::optional<FinishReason> finished;
  bool flaky = false;   // completed after a retry
  bool scored = false;  // inside the selection denominators (a stated tool, completed or crashed)

  Verdict verdict = Verdict::undecided;
  Verdict raw_verdict = Verdict::undecided;
  Selection raw, normalized;
  // Each a column of its own; what a case does not state is not judged.
  ArgsScore raw_args, normalized_args;
  SchemaScore raw_schema, normalized_schema;
  TrajectoryScore raw_trajectory, normalized_trajectory;
  std::vector<CallTrace> traces;
  std::vector<LimitHit> limits;
  bool limit_unchecked =
      false;  // a `never` met a call that cannot be read whole: may have been crossed, who knows
  std::vector<std::string> reasons;  // one sentence each; on a pass only what was not looked at

  std::uint32_t unaudited = 0, unread = 0;  // calls
  // A `case:` waiver that turned a `fail` into `waived`, by its place in the suite's list.
  std::optional<std::uint32_t> waiver;
  // The case is in quarantine (waiver says by which entry): what the verdict would have been. The
  // trial is shown and counted apart, and decides nothing.
  std::optional<Verdict> quarantined;
  // Where tool choice is right on one side only: which findings on the asserted call made it so.
  std::vector<DeltaCause> delta_causes;
  bool rescued_by_refusal = false;  // normalized right only because nothing reached a tool
  std::optional<bool> task_passed;  // `outcome` event
  std::optional<double> cost_usd;   // over all attempts; nullopt: nobody said
  std::uint32_t duration_ms = 0;    // of the complete attempt
  // Calls of tools that failed and were not expected to; a retry that went well later takes none
  // back.
  std::uint32_t tool_errors = 0;
  std::map<std::string, std::uint32_t> tool_errors_of;  // by tool; "" where the tool is not known
  ApprovalCounts approvals;                             // over all attempts
  std::optional<std::uint32_t> turns;                   // of the complete attempt
  bool over_turns = false;                              // more than its limit
  Usage usage;                                          // over all attempts
  std::optional<std::string> final_text;                // kind agent: the last thing it said

  std::optional<JudgeScore> judge;  // the case has a contract, and the run a judge
  bool judge_decides = false;       // and states nothing else: the verdict is the judge's
  // The case stopped early, before this trial: it is neither incomplete nor passed.
  bool skipped = false;

  struct AttemptSummary {
    std::uint32_t attempt;
    std::string termination;
    std::optional<Failure> failure;
    std::string failure_text;
    std::uint32_t duration_ms;
    std::uint32_t descendants_left;
  };
  std::vector<AttemptSummary> attempts;  // empty: the trial never started
};

}  // namespace tare
