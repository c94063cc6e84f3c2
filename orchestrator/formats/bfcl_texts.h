// What the leaderboard's decoders do to a text before Python's parser gets it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/bfcl_decoders.h"

namespace tare::formats {

// Off the Python families the text itself. nullopt: the decoder already fails here.
std::optional<std::string> bfcl_python_text(BfclFamily family, std::string_view text);

// The content of the first fence, or the text where there is none.
std::string_view without_fence(std::string_view text);

std::string replaced(std::string_view text, std::string_view from, std::string_view to);

}  // namespace tare::formats
