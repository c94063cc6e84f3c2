// Which bytes of two texts differ, for the eye.
//
// Both are cut into JSON tokens (strings, numbers and words, single punctuation); white space
// outside strings is skipped, and strings that differ in \u escapes alone are equal, so what is
// marked is what coercion/ reports. Common ends are taken off, the middle is aligned by a longest
// common subsequence, and two strings in the place of each other are narrowed to the characters
// that changed. Texts that are no JSON work too: tokens are only a grain.
#pragma once

#include <string_view>
#include <vector>

#include "report/display_text.h"

namespace tare {

struct ChangedBytes {
  std::vector<ByteRange> raw, normalized;
};

// O(n) but for the middle, which is at most 250,000 token pairs; past that it is one range a side.
ChangedBytes changed_bytes(std::string_view raw, std::string_view normalized);

}  // namespace tare
