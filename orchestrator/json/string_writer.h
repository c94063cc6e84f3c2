// A JSON string literal that reads back as the very same bytes. base/escape.h has one for texts
// that are shown; it replaces what is no UTF-8, and here nothing may be replaced.
#pragma once

#include <string>
#include <string_view>

namespace tare::json {

// Quotes, backslashes and control characters become escapes, a lone surrogate (WTF-8) its \ud800;
// all other bytes stay, valid UTF-8 or not. Equal bytes give equal text.
void append_json_string(std::string& out, std::string_view decoded);

}  // namespace tare::json
