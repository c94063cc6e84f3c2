// What people said of trials that a judge judged: one label a trial, from JSON or JSON Lines.
//
// {"id": "case" | "case#2", "verdict": "PASS" | "FAIL" | "score": 1 to 5, "by": "ann"}; `caseId` is
// another name of `id`. An id means a whole case id before it means a trial of one. A label of a
// case that the run does not have is kept: the comparison says what has no counterpart, both ways.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/test_case.h"

namespace tare {

struct Label {
  std::string id, by;                     // as written
  std::optional<std::size_t> case_index;  // nullopt: no such case
  std::uint32_t trial = 1;
  std::optional<double> score;
  std::optional<bool> pass;
};

// `trials`: of each case. Two labels of one trial are a fault: people settle that before.
Result<std::vector<Label>> load_labels(const std::string& path,
                                       const std::vector<const TestCase*>& cases,
                                       const std::vector<std::uint32_t>& trials);

}  // namespace tare
