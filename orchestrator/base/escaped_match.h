// Where a text spells a given value: as it is, as JSON would escape it, up to four levels deep, or
// as a string of Python, within JSON or not.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tare {

inline constexpr std::size_t kNoMatch = std::string_view::npos;

// The farthest end of `secret` spelled at `at`, or kNoMatch.
std::size_t match_at(std::string_view text, std::size_t at, std::string_view secret);

// How many bytes of `secret` the text spells from `at` to its very end; 0 if it spells something
// else on the way.
std::size_t match_to_end(std::string_view text, std::size_t at, std::string_view secret);

// Can a value that begins with one of these bytes be spelled at `at`? Any character may hide behind
// a backslash: what it stands for decides.
bool may_begin(std::string_view text, std::size_t at, const std::array<bool, 256>& first_bytes);

}  // namespace tare
