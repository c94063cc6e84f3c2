// The verdict on one trial. Plain data, computed by scoring/ from records alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  std::vector<CallTrace> traces;
  std::vector<LimitHit> limits;
  bool limit_unchecked =
      false;  // a `never` with args met its tool: may have been crossed, who knows
  std::vector<std::string> reasons;  // one sentence each; on a pass only what was not looked at

  std::uint32_t unaudited = 0, unread = 0;  // calls
  // A `case:` waiver that turned a `fail` into `waived`, by its place in the suite's list.
  std::optional<std::uint32_t> waiver;
  // Where tool choice is right on one side only: which findings on the asserted call made it so.
  std::vector<DeltaCause> delta_causes;
  bool rescued_by_refusal = false;  // normalized right only because nothing reached a tool
  std::optional<bool> task_passed;  // `outcome` event
  std::optional<double> cost_usd;   // over all attempts; nullopt: nobody said
  std::uint32_t duration_ms = 0;    // of the complete attempt
  std::uint32_t tool_errors = 0;

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
