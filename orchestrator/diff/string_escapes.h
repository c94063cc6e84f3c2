// Backslash escapes: one level applied, removed, or added.
#pragma once

#include <string_view>

namespace tare {

// Can `plain` come of `escaped` by undoing one level of backslash escapes? At each place a layer
// may have applied the escape (\t becomes a tab), dropped the backslash alone, or left it
// as it was: real ones undo some escapes and keep the rest. Of a run of backslashes, at most each
// pair becomes one. Linear; true for equal texts too.
bool is_unescaped(std::string_view escaped, std::string_view plain);

// Either way round, and at least one of the two holds a backslash.
bool equal_but_for_escapes(std::string_view a, std::string_view b);

}  // namespace tare
