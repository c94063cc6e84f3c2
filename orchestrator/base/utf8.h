// UTF-8: validation and code points. The encoding that everything outside is expected to be in, and
// often is not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tare {

// Strict: no overlong forms, no surrogates, nothing above U+10FFFF. O(n), fast on ASCII.
bool is_valid_utf8(std::string_view bytes);

// The offset of the first byte that is not part of a valid sequence; npos if there is none.
std::size_t find_invalid_utf8(std::string_view bytes);

struct CodePoint {
  char32_t value;        // U+FFFD where !valid
  std::uint32_t length;  // bytes taken, at least 1
  bool valid;
};

// REQUIRES: offset < bytes.size()
CodePoint code_point_at(std::string_view bytes, std::size_t offset);

// Appends the generalised UTF-8 form: a surrogate becomes its three bytes (WTF-8), so that nothing
// is lost.
void append_utf8(std::string& out, char32_t code_point);

// Code points in valid text; an invalid byte counts as one.
std::size_t count_code_points(std::string_view bytes);

}  // namespace tare
