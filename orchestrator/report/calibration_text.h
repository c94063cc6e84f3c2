// A calibration for a person and for a program, and the file that a suite names.
#pragma once

#include <optional>
#include <string>

#include "report/reporters.h"
#include "scoring/calibration_report.h"

namespace tare {

// What was compared, and what it has to reach.
struct CalibrationFacts {
  std::string judge_sha256, contracts_sha256;
  std::optional<double> min_kappa;
  bool reached = true;
};

std::string calibration_text(const CalibrationReport& report, const CalibrationFacts& facts,
                             const TerminalStyle& style);
std::string calibration_json(const CalibrationReport& report, const CalibrationFacts& facts);

// `tare-calibration/1`. REQUIRES: report.pairs > 0.
std::string calibration_file(const CalibrationReport& report, const CalibrationFacts& facts);

}  // namespace tare
