// What a model had said when its server refused to hand it on.
//
// A server that reads calls out of the model's text may find that one does not fit its tool, and
// answer with an error in place of a reply. Some put the text into that error
// (`error.failed_generation`): the call was made, and swallowed on its way, before any client. It
// stood in the provider's body, so it is a call at `wire` like all that went on: at `text` it would
// make those look as if they had come from nowhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"

namespace tare::proxy {

// From one event or body; "" if it holds none.
std::string failed_generation(std::string_view json);

// The calls in it, as views at `wire` with evidence `recorded`. None where it holds no call.
std::vector<View> calls_that_failed(std::string_view text);

}  // namespace tare::proxy
