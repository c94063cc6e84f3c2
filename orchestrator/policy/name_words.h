// The words of a tool's name, as a person reads it: `mcp__erp__releasePayment` is mcp, erp, release
// and payment.
//
// Whether a name says that a tool changes something is asked of whole words: a verb may stand
// behind a server's prefix of any form, and `create` is not in `created_at`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

// Lower case. A word ends at whatever is neither a letter nor a digit, between a letter and a
// digit, before a capital behind a small letter, and before the last capital of several where a
// small letter follows (`HTTPServer`: http, server). O(name).
std::vector<std::string> name_words(std::string_view name);

// Do the words of `part` stand in `words`, one behind the other? Never where it has none.
bool holds_words(const std::vector<std::string>& words, const std::vector<std::string>& part);

}  // namespace tare
