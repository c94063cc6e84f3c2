// One gate on one side: fed trial by trial, it ends as pass, fail or undecided.
//
// A trial that stayed incomplete is not a wrong answer and not a right one. So beside the figure
// over the trials that are there, a gate keeps the least and the greatest value that the incomplete
// ones could have given it: where even the worst holds, it passes; where even the best does not, it
// fails; else nobody knows, and it says so.
//
// Memory: a handful of numbers, the worst 20 cases, and 4 bytes a trial where a percentile is
// asked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/gate_spec.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/drop_base.h"
#include "scoring/gate_figure.h"
#include "scoring/skipped_trial.h"
#include "scoring/worst_cases.h"
#include "suite/filter.h"

namespace tare {

enum class Side : std::uint8_t { neither, raw, normalized };

class GateTally {
 public:
  GateTally(GateSpec spec, GateFigure figure, Filter filter, Side side, bool always_on);

  // What a gate on a drop is held against; null: nothing, and it fails. Other gates do not look at
  // it. Before the first case.
  void set_baseline(std::shared_ptr<const BaselineIndex> index);
  // How many cases, alike but for their ids, each case from here on stands for.
  void set_times(std::uint64_t times) { times_ = times; }
  // Trials of one case one after the other, then end_case.
  void begin_case(const TestCase& test_case);
  void add(const TestCase& test_case, const TrialScore& score);
  void end_case();

  GateResult result() const;

  // Could a further trial of the case move this gate?
  bool may_concern(const TestCase& test_case) const;
  // Limits that every trial is under.
  void set_suite_limits(LimitLevels levels) { suite_limits_ = levels; }

 private:
  struct Estimate {
    std::optional<double> value;
    double low = 0, high = 0;  // with the incomplete trials counted both ways
    std::string no_value;      // why there can be none
    bool may_lack = false;     // perhaps none of the trials counts, and then there is none
  };

  void add_share(const TestCase& test_case, const TrialScore& score);
  void add_delta(const TestCase& test_case, const TrialScore& score);
  void add_calls(const TestCase& test_case, const TrialScore& score);
  void add_pass(const TestCase& test_case, const TrialScore& score);
  void add_judged(const TestCase& test_case, const TrialScore& score);
  void add_count(const TestCase& test_case, const TrialScore& score);
  bool lacks_evidence(const TrialScore& score);
  std::uint64_t count_of(const TestCase& test_case, const TrialScore& score) const;
  std::uint64_t findings_in(const TestCase& test_case, const TrialScore& score) const;
  std::uint64_t calls_in(const TestCase& test_case, const TrialScore& score) const;
  bool looks_at(const TestCase& test_case, const CallTrace& trace) const;
  bool concerns(const TestCase& test_case, const TrialScore& score) const;
  void end_case_rate();
  void close(bool offends, std::uint64_t weight = 1);

  static Estimate no_value_because(std::string why);
  bool is_drop() const { return spec_.figure == "drop"; }
  Estimate estimate() const;
  Estimate against_base(const Estimate& now) const;
  Estimate figure_estimate() const;
  Estimate share() const;
  Estimate delta() const;
  Estimate smallest_case() const;
  Estimate mean_pass_hat_k() const;
  bool is_limit_rate() const;
  Estimate count() const;
  Estimate limit_rate() const;
  Estimate percentile() const;
  std::string detail() const;

  GateSpec spec_;
  GateFigure figure_;
  GateFigure of_ = GateFigure::acceptable_accuracy;  // clientDelta: of which figure
  Filter filter_;
  Side side_;
  bool always_on_;
  std::optional<DropBase> base_;

  // The filter picks calls, not cases: the figure counts findings or calls, and tool() is in it.
  bool by_call_ = false;
  bool selected_ = true;  // the present case, by the filter
  std::string case_id_;
  std::uint64_t case_weight_ = 0;

  std::uint64_t times_ = 1;
  std::uint64_t trials_ = 0;           // in the filter
  std::uint64_t right_ = 0, all_ = 0;  // shares; weights where the figure is weighted
  std::uint64_t open_ = 0;             // weight of what is not known
  std::uint64_t without_raw_ = 0, without_normalized_ = 0;  // trials: evidence that is missing
  std::int64_t gained_ = 0;                                 // clientDelta
  std::uint64_t count_ = 0;
  std::uint64_t crossed_ = 0, unchecked_ = 0;  // trials: limits as a rate
  bool any_skipped_ = false;
  LimitLevels suite_limits_;
  bool unbounded_ = false;  // a count that an incomplete trial could raise at will
  std::optional<double> cost_;

  struct CaseRate {
    std::uint32_t right = 0, all = 0, open = 0;
  };
  CaseRate case_rate_;
  std::optional<double> least_;  // minCasePassRate over what is known
  double least_low_ = 1, least_high_ = 1;
  double hat_sum_ = 0, hat_low_ = 0, hat_high_ = 0;
  std::uint64_t hat_cases_ = 0, cases_ = 0, short_cases_ = 0;
  std::vector<std::uint32_t> durations_;
  WorstCases worst_;
};

}  // namespace tare
