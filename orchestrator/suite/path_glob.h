// Globs over the files of a suite.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

// True if the path matches: `*` stops at '/', `**` does not, and `**/` may also stand for no folder
// at all, so that cases/**/*.json finds cases/a.json.
bool path_glob_match(std::string_view pattern, std::string_view path);

// Files under `directory` that match, sorted by bytes, relative to it (absolute where the pattern
// is). Names that begin with a dot are found only where the pattern says the dot; folders behind
// symbolic links are not entered. None found is an error.
Result<std::vector<std::string>> expand_path_glob(const std::string& directory,
                                                  const std::string& pattern);

}  // namespace tare
