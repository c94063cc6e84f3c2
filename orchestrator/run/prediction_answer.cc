#include "run/prediction_answer.h"

#include "json/reader.h"
#include "protocol/event_reader.h"

namespace tare {

Result<Answer> answer_of_prediction(const PredictedAnswer& predicted) {
  Answer answer;
  json::Document document;
  std::string why;
  if (const json::ReadError error = json::read_strict(predicted.short_form, document)) {
    why = error.reason;
  } else if (const EventFault fault = apply_short_form(document.root(), answer)) {
    why = fault.reason;
  }
  if (!why.empty()) {
    return Error{ErrorKind::input, "the calls of a prediction cannot be read: " + why,
                 predicted.place, "they have the protocol's short form (docs/protocol.md)"};
  }
  answer.underscore_names = predicted.underscore_names;
  return answer;
}

}  // namespace tare
