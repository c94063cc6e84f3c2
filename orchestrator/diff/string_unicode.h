// Changes to characters rather than to text: normal forms, broken encodings, wrong code pages.
#pragma once

#include <optional>
#include <string_view>

#include "diff/severity.h"

namespace tare {

// A change of kind `unicodeAltered` that explains the whole difference; nullopt if none does.
// REQUIRES: the two differ. Linear.
std::optional<Change> unicode_change(std::string_view raw, std::string_view normalized);

// `shown` is what one gets who takes the bytes of `text` for Latin-1 or Windows-1252.
enum class Misread { no, yes, with_loss };  // loss: bytes without a character became U+FFFD
Misread is_misread(std::string_view text, std::string_view shown);

// Do the two differ only where one of them holds no characters: invalid bytes, lone surrogates,
// U+FFFD? ASCII must agree; in a run of other characters, what remains between equal ends must be
// broken on one side. So "é" as one or two U+FFFD counts, and so does a lone surrogate that is
// gone.
bool equal_but_for_broken(std::string_view a, std::string_view b);

}  // namespace tare
