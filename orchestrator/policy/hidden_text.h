// What stands in a tool's texts for the model and not for the reviewer.
//
// Whoever writes a tool's description writes into the model's prompt. Characters that no screen
// shows, and sentences that tell the model what the user must not know, are how a server that was
// harmless at review becomes one that is not. The list is closed and documented (docs/policy.md):
// it finds the ways that are known, and is no proof that there is no other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"

namespace tare {

enum class HiddenKind : std::uint8_t {
  invisible,      // zero width, tags, variation selectors, controls
  bidirectional,  // reorders what a screen shows
  instruction,    // speaks to the model past its user
  encoded,        // a long run that no person reads
};

struct HiddenText {
  HiddenKind kind;
  std::string
      what;  // "U+200B (zero width space)", "tells the model to keep something from the user"
  std::string where;  // a JSON Pointer into the tool; "" for the text itself
  std::string excerpt;
};

// At most one of each kind and phrase. O(text).
std::vector<HiddenText> hidden_in_text(std::string_view text);

// Does any of it show on a screen? Blanks of any script and what is invisible do not.
bool has_visible_text(std::string_view text);

// In every string of a JSON value, names of members too. At most `limit`.
std::vector<HiddenText> hidden_in_value(json::Value value, std::size_t limit = 20);

}  // namespace tare
