// Numbers of Python, as JSON numbers of the same value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tare::formats {

// The end of the number that starts at text[at]; `at` itself if none does.
std::size_t python_number_end(std::string_view text, std::size_t at);

// `number` as a JSON number: verbatim where it is one, else re-spelled with the same value (+1,
// 1_000, .5, 5., 0x1f). "" where it is none (1j, 01) or is beyond 64 bits in another base.
std::string python_number_as_json(std::string_view number);

}  // namespace tare::formats
