// What made the client delta: the findings on the call that turned a choice right or wrong.
//
// Where the tool choice of a trial is acceptable on one side only, the client changed the score,
// and it did so on the asserted call. Its findings on the name, on the call itself or on the text
// it was read from say how; where there are none of these, those on its arguments do that point the
// same way: damaged where a choice was lost, rescued where one was gained. Neutral findings cause
// nothing. A trial without any such finding (the client refused the call) has no
// cause here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/run_summary.h"
#include "model/score.h"

namespace tare {

// `raw`, `normalized`: the views of the asserted calls; nullopt where no call is asserted on that
// side. Each cause once.
std::vector<DeltaCause> delta_causes(const TrialScore& score, std::optional<std::uint32_t> raw,
                                     std::optional<std::uint32_t> normalized);

// Sums over a run.
class DeltaCauseTally {
 public:
  // REQUIRES: the trial is scored.
  void add(const TrialScore& score);
  // `trials`: those that the delta is over.
  std::vector<CoercionSummary::DeltaPart> parts(std::uint64_t trials) const;

 private:
  struct Sum {
    std::uint64_t trials = 0;
    double points = 0;  // trials gained less trials lost
  };
  std::map<std::pair<std::string, std::string>, Sum> sums_;
};

}  // namespace tare
