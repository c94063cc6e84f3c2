// Trials to figures. Each trial is added once, in suite order; memory does not grow with the
// trials.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/gate_spec.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/waivers.h"

namespace tare {

class Aggregate {
 public:
  // Fails where a gate's filter does not parse or its kind is unknown.
  static Result<Aggregate> create(std::vector<GateSpec> gates, const Waivers& waivers = {});
  ~Aggregate();
  Aggregate(Aggregate&&) noexcept;
  Aggregate& operator=(Aggregate&&) noexcept;

  // Trials of one case must be added one after the other.
  void add(const TestCase& test_case, const TrialScore& score);

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
