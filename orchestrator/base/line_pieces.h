// A large text of lines cut into pieces that threads can take one by one.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tare {

// Pieces of about `size` bytes, in order and without gaps. Each ends just behind a line feed, or
// where the text ends, so a line longer than `size` is one piece. REQUIRES: size > 0
std::vector<std::string_view> pieces_of_lines(std::string_view text, std::size_t size);

}  // namespace tare
