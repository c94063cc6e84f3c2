// A text that a regular expression should match, for an agent that answers from the expectations.
//
// Patterns of cases are short and plain: words, alternatives, a class, a count. This reads those
// and takes the first alternative, the first character of a class and the least count everywhere.
// What it does not know it leaves, and nobody believes it: who asks holds the text against the
// pattern itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tare {

// nullopt where the pattern uses what is not read here. O(size), depth and length bounded.
std::optional<std::string> sample_of_pattern(std::string_view pattern);

}  // namespace tare
