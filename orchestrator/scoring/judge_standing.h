// May the judge of a run decide anything?
//
// Without `minKappa` a team has chosen to trust it. With one, only a calibration of this very judge
// that reached it counts; below, the judge informs: its verdicts are shown, its gate holds whatever
// they are.
#pragma once

#include <optional>
#include <string>

#include "suite/suite.h"

namespace tare {

struct JudgeStanding {
  bool decides = true;
  std::string why;  // one sentence for a person
};

// `judge_sha256`: of the judge that the run was made with. `contracts_sha256`: of the suite's.
JudgeStanding judge_standing(const JudgeSpec& judge, const std::string& judge_sha256,
                             const std::string& contracts_sha256);

}  // namespace tare
