// A recorded result of the leaderboard as a prediction: what the model wrote as raw, what a decoder
// makes of it as normalized.
#pragma once

#include <string>

#include "formats/bfcl_decoders.h"
#include "json/value.h"

namespace tare {

struct BfclPrediction {
  std::string line;  // of predictions.jsonl, without its end
  bool refused = false;
};

BfclPrediction bfcl_prediction(const std::string& case_id, json::Value result, bool v4,
                               const formats::BfclDecoder& decoder, bool underscore_names);

// Of a line that holds no result: nothing could be decoded.
BfclPrediction missing_prediction(const std::string& case_id);

}  // namespace tare
