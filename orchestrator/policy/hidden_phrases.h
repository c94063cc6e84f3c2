// Sentences that speak to a model past its user: a list of the ways that are known, by what they
// do.
//
// Worded so that what a tool's author writes for good reasons does not match. "Never pays without
// approval" takes nothing away, so some of them do not count behind a negation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct PhraseFound {
  std::string_view what;  // "takes back earlier instructions"
  std::string text;       // the words themselves
};

// One of each `what`, in the list's order. `text`: white space as one blank, without invisible
// characters and marks of emphasis. Linear in the text but for a factor of what matches.
std::vector<PhraseFound> phrases_in(std::string_view text);

}  // namespace tare
