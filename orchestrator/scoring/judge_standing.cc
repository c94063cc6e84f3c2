#include "scoring/judge_standing.h"

#include <fmt/format.h>

namespace tare {

JudgeStanding judge_standing(const JudgeSpec& judge, const std::string& judge_sha256,
                             const std::string& contracts_sha256) {
  if (!judge.min_kappa) {
    return {true, "it decides without a calibration: the suite sets no judge.minKappa"};
  }
  const double wanted = *judge.min_kappa;
  const auto informs = [&](const std::string& why) {
    return JudgeStanding{false, fmt::format("it informs and gates nothing: {}", why)};
  };
  if (!judge.calibration) {
    return informs(fmt::format(
        "judge.minKappa is {} and no calibration is named; `tare judge calibrate` makes one",
        wanted));
  }
  const Calibration& calibration = *judge.calibration;
  if (calibration.judge_sha256 != judge_sha256) {
    return informs(
        "the calibration is of another judge; its command, its files, its environment or its "
        "threshold are not the same");
  }
  if (!calibration.kappa) {
    return informs("its calibration has no kappa: one side said the same of all");
  }
  if (!(*calibration.kappa >= wanted)) {
    return informs(fmt::format("its kappa is {:.3f} over {} labels; judge.minKappa is {}",
                               *calibration.kappa, calibration.pairs, wanted));
  }
  std::string why =
      fmt::format("it decides: its kappa is {:.3f} over {} labels; judge.minKappa is {}",
                  *calibration.kappa, calibration.pairs, wanted);
  if (calibration.contracts_sha256 != contracts_sha256) {
    why += "; the contracts have changed since";
  }
  return {true, std::move(why)};
}

}  // namespace tare
