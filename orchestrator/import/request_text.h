// What the user says, found in an input of another tool.
#pragma once

#include "import/case_text.h"
#include "json/value.h"

namespace tare {

// Adds `request` or `messages`: a text, a list of chat messages, or an object with one of them
// under a usual name. Its other members go to `input`. False: none was found, and nothing was
// added.
bool add_request(CaseText& text, json::Value input);

}  // namespace tare
