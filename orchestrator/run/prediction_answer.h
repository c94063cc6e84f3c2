// A prediction's calls as an answer, by the reader of the protocol's short form.
#pragma once

#include "base/result.h"
#include "model/answer.h"
#include "suite/prediction_answers.h"

namespace tare {

Result<Answer> answer_of_prediction(const PredictedAnswer& predicted);

}  // namespace tare
