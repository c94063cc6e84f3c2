// A finding as a sentence, fit to be pasted: "stringToNumber at /limit: string \"10\" became number
// 10 (medium, damaged, lossless)".
#pragma once

#include <string>

#include "model/finding.h"
#include "model/score.h"

namespace tare {

// Plain text without colour, escaped; long values are cut around what changed. One line.
std::string finding_sentence(const Finding& finding);

// What to do about its kind, one sentence.
std::string finding_remedy(const Finding& finding);

// "release_payment was called at tool, never \"release_*\" (control AP-07: …), attempt 2".
std::string limit_sentence(const LimitHit& hit);

}  // namespace tare
