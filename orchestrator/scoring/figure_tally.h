// Counts that become the selection figures of one set of trials.
//
// Everything is a whole number until the one division at the end, so the figures do not depend on
// the order of the trials, and 6 of 7 prints as 0.8571428571428571 wherever it was computed.
#pragma once

#include <cstdint>

#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct SideTally {
  std::uint64_t trials = 0, exact = 0, acceptable = 0;
  std::uint64_t no_tool_trials = 0, no_tool_right = 0;
  std::uint64_t risk = 0, risk_right = 0;
  std::uint64_t args_trials = 0, args_right = 0, schema_trials = 0, schema_right = 0;
  std::uint64_t schema_unjudged = 0;

  // `times`: trials that are alike.
  void add(const Expectation& expected, const Selection& selection, std::uint64_t times = 1);
  void add_args(const ArgsScore& args, std::uint64_t times);
  void add_schema(const SchemaScore& schema, std::uint64_t times);
  Figures figures() const;
};

struct BothTally {
  SideTally raw, normalized;  // each over the scored trials with evidence on its own side
  SideTally raw_of_both, normalized_of_both;  // with evidence on both: for the client delta

  void add(const Expectation& expected, const TrialScore& score, std::uint64_t times = 1);
  // Columns beside tool choice, whose trials are counted by themselves.
  void add_calls(const TrialScore& score, std::uint64_t times = 1);
  BothFigures figures() const {
    return {raw.figures(), normalized.figures(), raw_of_both.figures(),
            normalized_of_both.figures()};
  }
};

class TrajectoryTally {
 public:
  void add(const TrajectoryScore& score);
  TrajectoryFigures figures() const;

 private:
  TrajectoryFigures sums_;
};

// "expected -> selected": what was taken for what.
std::string confusion_label(const Expectation& expected, const Selection& selection);

}  // namespace tare
