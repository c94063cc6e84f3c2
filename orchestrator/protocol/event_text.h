// Texts of events that Tare itself writes down beside an adapter's.
#pragma once

#include <string>
#include <string_view>

namespace tare {

// As a JSON string that reads back to the same bytes, be they UTF-8 or not: only what JSON forbids
// is escaped.
void append_bytes_quoted(std::string& out, std::string_view bytes);

}  // namespace tare
