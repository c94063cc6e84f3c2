// Which format is a text written in?
//
// The first mark that can only be the beginning of a call decides; a mark alone is not enough where
// prose might name it or several formats share it, then what follows it has to fit. JSON and
// call syntax without marks are detected only where they fill the text: in prose they are examples.
#pragma once

#include <string_view>
#include <vector>

namespace tare::formats {

// A name of known_formats(), or "" where no call is marked.
std::string_view detect_format(std::string_view text);

// All formats whose marks stand in the text, in the order of their first places: a text may speak
// of one format and call in another.
std::vector<std::string_view> marked_formats(std::string_view text);

}  // namespace tare::formats
