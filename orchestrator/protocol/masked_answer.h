// Masking what an adapter printed so that it says the same calls afterwards.
//
// Runs are scored from masked events: a placeholder in the wrong place would unmake the JSON, or a
// word of the protocol, and a call would be lost. So within JSON only the contents of strings and
// the digits of numbers are masked, and words of the protocol stay.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mask.h"

namespace tare {

// A JSON text stays JSON of the same structure; a text that is none is masked as any other.
std::string mask_json(std::string_view json, const Masker& masker,
                      std::vector<MaskedSpan>* spans = nullptr);

// The same for an event line or a short form, which stays one that can be read.
std::string mask_event(std::string_view event, const Masker& masker,
                       std::vector<MaskedSpan>* spans = nullptr);

// All of stdout. `events` are those that were read from it, verbatim and in order; lines besides
// them that are JSON are treated alike, and half a secret at the very end is masked.
std::string mask_stdout(std::string_view bytes, const std::vector<std::string>& events,
                        const Masker& masker);

}  // namespace tare
