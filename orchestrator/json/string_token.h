// Decoding string tokens: what stands between the quotes, and what it means.
#pragma once

#include <string>
#include <string_view>

namespace tare::json {

// What stands between the quotes of a token that a strict reader took.
inline std::string_view strict_content(std::string_view token) {
  return token.substr(1, token.size() - 2);
}

// The same for a repaired token: single quotes, quotes inside that are not escaped, no closing
// quote (cut text), or no quotes (a bare word).
std::string_view repaired_content(std::string_view token);

// Applies the escapes. One that JSON does not have stands for itself, backslash included, so that
// nothing is lost; \' alone means ', since texts with single quotes need it.
void append_decoded(std::string& out, std::string_view content);

}  // namespace tare::json
