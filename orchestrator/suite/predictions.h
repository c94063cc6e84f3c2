// Predictions: {"caseId","selectedTool"} as a JSON array or JSON Lines, scored without any adapter;
// or with the calls themselves (prediction_answers.h), perhaps both in one file.
//
// Somebody else's harness ran the model; Tare scores the choices by the same rules as its own runs.
// The file must speak of exactly the cases asked about: a prediction too few or too many would make
// a figure over another set than the one it is compared with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "suite/prediction_answers.h"
#include "suite/suite.h"

namespace tare {

struct Prediction {
  std::size_t case_index;  // into the cases that were asked about
  std::uint32_t trial;
  std::optional<std::string> selected_tool;      // nullopt: JSON null, no tool
  std::unique_ptr<PredictedAnswer> answer = {};  // set: the calls, instead of a tool
};

// Matches predictions with the given cases. A prediction's id matches a whole case id before
// `id#n`. Missing, extra and duplicate predictions are refused, all listed by id, both ways. Every
// case needs the same trials 1..n. Sorted by case, then trial.
Result<std::vector<Prediction>> load_predictions(const std::string& path,
                                                 const std::vector<const TestCase*>& cases);

}  // namespace tare
