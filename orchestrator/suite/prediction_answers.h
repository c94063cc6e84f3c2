// Predictions that tell calls: {"caseId","raw":[…],"normalized":[…]}, the protocol's short form by
// case.
//
// With both sides of the client layer on record, calls are paired, diffed and scored as in a run;
// a plain prediction names one tool and no more. What stands in `raw` and `normalized` is read by
// the reader of the protocol, later and by a higher floor; here the members are told apart and
// their text is kept.
#pragma once

#include <optional>
#include <string>

#include "json/value.h"
#include "suite/value_reader.h"

namespace tare {

struct PredictedAnswer {
  std::string short_form;  // the protocol's, on one line
  bool underscore_names = false;
  std::string place;  // "predictions.jsonl:3:1"
};

// Is this a prediction that tells calls? REQUIRES: value.is_object()
bool tells_calls(json::Value value);

// A fault for each member that does not fit. `case_id` is the member of that name, perhaps invalid.
// REQUIRES: tells_calls(value)
std::optional<PredictedAnswer> read_prediction_answer(ValueReader& reader, json::Value value,
                                                      json::Value& case_id);

}  // namespace tare
