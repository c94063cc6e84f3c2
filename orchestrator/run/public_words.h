// Words that are no secret whatever variable holds them: those of the suite and of the protocol.
//
// Runs are scored from masked text. TOKEN_SCOPE=delete_all is no reason to hide from a limit on
// delete_all that it was called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace tare {

// Names of tools, cases, tags, variants, models and profiles, and the protocol's words.
std::vector<std::string> public_words(const Suite& suite);

// Does the value look like the name of a tool that one of the suite's globs means? A glob of few
// letters means too much, and names of tools have no digits where keys do.
bool is_tool_of_glob(const Suite& suite, std::string_view value);

}  // namespace tare
