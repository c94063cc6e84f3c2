// JSON inside a string: does the text spell a value, and can it be had back from that value?
#pragma once

#include <string>

#include "json/value.h"

namespace tare {

enum class Spelling {
  other,   // the text is no JSON, or of another value
  spells,  // of this value, in spelling that cannot be told from it
  plain    // printed without white space, each token as the value has it
};

// What Python prints for its dictionaries ('a', True, None) counts as JSON, since layers print and
// read it in place of JSON; it is never plain. Linear but for sorting members.
Spelling spelling_of(const std::string& text, json::Value value);

}  // namespace tare
