// Was the end of a text cut off?
#pragma once

#include <string_view>

namespace tare {

enum class Cut {
  none,
  between_characters,
  inside_character  // what is left of the last character may show as U+FFFD or a lone surrogate
};

// Is `normalized` a proper prefix of `raw`? Layers count bytes, UTF-16 units or code points, so a
// prefix in any of these counts. No text at all is the shortest prefix.
Cut find_cut(std::string_view raw, std::string_view normalized);

}  // namespace tare
