// From a server's name for its tool parser to the format that this parser reads.
//
// Most parsers bear the name of their format, or one of its other names (docs/formats.md). The few
// that do not stand in a table here. A parser that is in neither leaves the format to detection.
#pragma once

#include <string>
#include <string_view>

namespace tare::chat {

// The format's own name; "" where it is to be detected.
std::string format_of_parser(std::string_view parser);

}  // namespace tare::chat
