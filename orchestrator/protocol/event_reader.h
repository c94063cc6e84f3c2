// What one JSON object from an adapter says, added to an Answer.
//
// Pure: it knows events, the short form and their members, and nothing of lines, noise or limits
// (answer_reader.h). A journal's event texts go through the same functions, so what is scored later
// is what was read at first.
#pragma once

#include <cstdint>

#include "json/value.h"
#include "model/answer.h"
#include "protocol/fields.h"

namespace tare {

enum class LineKind : std::uint8_t {
  event,       // has `event`
  short_form,  // has `raw` or `normalized`, and no `event`
  other,       // an object that is neither
};
// REQUIRES: object.is_object()
LineKind line_kind(json::Value object);

// REQUIRES: line_kind(object) is the one that the name says. On a fault the views of the answer are
// as before.
EventFault apply_event(json::Value object, Answer& answer);
EventFault apply_short_form(json::Value object, Answer& answer);

}  // namespace tare
