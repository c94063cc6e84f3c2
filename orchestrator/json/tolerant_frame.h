// What stands around the value in a text that a model wrote: prose, a code fence, a byte order
// mark.
#pragma once

#include "json/builder.h"

namespace tare::json {

// Takes white space and comments; each comment is a deviation.
const char* skip_blank_and_comments(Builder& builder, const char* p, const char* end);

// Where the value begins, past all that stands before it; `end` if there is none. A value is what
// begins with a bracket. A scalar counts only where no bracket follows, or where it fills the text.
const char* find_value(Builder& builder, const char* p, const char* end);

// Notes what follows the value: nothing, a closing code fence, or text.
void note_rest(Builder& builder, const char* p, const char* end);

}  // namespace tare::json
