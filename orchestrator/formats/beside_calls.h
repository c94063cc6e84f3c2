// What stands beside the calls of a text, as passages of content.
#pragma once

#include <string_view>
#include <vector>

#include "formats/model_text.h"

namespace tare::formats {

// `markup`: spans in order that do not overlap. White space alone between two of them, or at an end
// of the text, is layout and no passage. Without markup the whole text is one.
void append_passages(std::string_view text, const std::vector<Span>& markup, ModelText& out);

}  // namespace tare::formats
