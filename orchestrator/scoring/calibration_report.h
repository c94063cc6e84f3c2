// A judge beside people: how often both say the same, and how much more often than by chance.
//
// Both are brought to PASS and FAIL, scores by the threshold. Where both gave scores the whole
// table is kept too. What has no counterpart is listed, both ways: agreement on the few that were
// compared says little where many were not.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct JudgedItem {
  std::optional<double> score;
  bool pass = false;
  std::string reason;
};

struct LabelledItem {
  std::string id, by;  // "case#2"
  std::optional<double> score;
  bool pass = false;
  std::optional<JudgedItem> judged;  // nullopt: no verdict; `without` says why
  std::string without;
};

struct CalibrationReport {
  std::uint64_t pairs = 0;
  // [label][judge]; 0 is PASS, 1 is FAIL.
  std::array<std::array<std::uint64_t, 2>, 2> table{};
  // Where both gave scores: [label][judge], rounded down.
  std::array<std::array<std::uint64_t, 5>, 5> scores{};
  std::uint64_t scored_pairs = 0;
  std::optional<double> agreement, kappa;
  std::vector<LabelledItem> disagreements;
  std::vector<LabelledItem> unjudged;   // labels without a verdict
  std::vector<std::string> unlabelled;  // verdicts without a label
};

// `items`: in the order of the run. `unlabelled`: ids of verdicts that nobody labelled.
CalibrationReport compare_with_labels(std::vector<LabelledItem> items,
                                      std::vector<std::string> unlabelled);

}  // namespace tare
