// Trials to figures. Each trial is added once, in suite order; memory does not grow with the
// trials.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/gate_spec.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/judge_standing.h"
#include "scoring/run_facts.h"
#include "scoring/waivers.h"

namespace tare {

class Aggregate {
 public:
  // Fails where a gate's filter does not parse or its kind is unknown. `baseline`: what gates on a
  // drop are held against; may be null.
  static Result<Aggregate> create(std::vector<GateSpec> gates, const Waivers& waivers = {},
                                  const std::shared_ptr<const RunFacts>& baseline = nullptr);
  ~Aggregate();
  Aggregate(Aggregate&&) noexcept;
  Aggregate& operator=(Aggregate&&) noexcept;

  // What the run's judge may do: where it only informs, its gate holds whatever it says. Call
  // before finish(); a run without a judge does not.
  void set_judge(JudgeStanding standing);
  // The suite's limits, which any trial that is skipped could cross. Call before add().
  void set_limits(std::span<const Never> suite_never);

  // Trials of one case must be added one after the other. One that was skipped is counted by the
  // gates alone, both ways.
  void add(const TestCase& test_case, const TrialScore& score);

  // Adds `times` cases of one trial each, which differ from this one in id and tags alone. No gate
  // will name one of them, so it is the same as adding each only where kNamed of the same kind were
  // added before. REQUIRES: test_case has no tags, and can_add_alike(score)
  static constexpr std::uint64_t kNamed = 20;
  void add_alike(const TestCase& test_case, const TrialScore& score, std::uint64_t times);
  static bool can_add_alike(const TrialScore& score);
  // The slice of one tag that such cases have.
  void add_tag(const std::string& tag, const Expectation& expected, const TrialScore& score,
               std::uint64_t times);

  // For each case: is a gate that a further trial of it could move still undecided? What a gate
  // says of what was run (incomplete trials, costs) is moved by none. REQUIRES: every trial was
  // added, those that have not run as skipped; only finish() may follow.
  std::vector<bool> concerned_by_open_gates(const std::vector<const TestCase*>& cases);

  // Evaluates the gates (the suite's and those always on) and the exit code (docs/suite.md,
  // "Gates").
  // `whole`: the trials were those of the whole suite, and were captured, so that a waiver which
  // covered nothing is one that nobody needs.
  RunSummary finish(bool interrupted, bool whole = true);

 private:
  struct Impl;
  explicit Aggregate(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tare
