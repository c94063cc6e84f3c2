// Globs over ids, tags and tool names: `*` stops at '/', `**` does not, `?` is one character but
// '/'. Every other character stands for itself. Linear in pattern × text, never exponential.
#pragma once

#include <string_view>

namespace tare {

bool glob_match(std::string_view pattern, std::string_view text);

// True if the pattern has no wildcard.
bool is_literal_glob(std::string_view pattern);

}  // namespace tare
