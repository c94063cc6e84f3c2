// One seen call, from a `call`, `raw` or `normalized` event or an entry of the short form, as a
// View.
#pragma once

#include <optional>
#include <string_view>

#include "json/value.h"
#include "model/call.h"
#include "protocol/fields.h"

namespace tare {

enum class CallWord : std::uint8_t {
  call,        // says itself where it was seen
  raw,         // at `text` when it has `text`, else at `wire`
  normalized,  // at `tool`
};

// `what` names the object in faults. REQUIRES: object.is_object()
EventFault read_call(json::Value object, CallWord word, std::string_view what, View& out);

}  // namespace tare
