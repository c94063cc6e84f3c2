// HTML and XML entities, decoded or encoded.
#pragma once

#include <string>
#include <string_view>

namespace tare {

// Do the two texts read alike once every entity in both is decoded, however often it was encoded?
// That takes one test for all that layers do: decode some entities or all, once or twice, encode,
// or spell &#39; as &apos;. Linear.
bool equal_but_for_entities(std::string_view a, std::string_view b);

// Every entity decoded, until none is left: "&amp;lt;" is "<".
std::string without_entities(std::string_view text);

}  // namespace tare
