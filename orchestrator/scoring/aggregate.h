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

  // Trials of one case must be added one after the other.
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
