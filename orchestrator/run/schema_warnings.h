// Tool schemas that cannot be used as they are written, said before anything is judged by them.
#pragma once

#include <string>
#include <vector>

#include "model/manifest.h"
#include "model/test_case.h"

namespace tare {

// One sentence for each schema that is none, and for each that holds what is not checked (a pattern
// that RE2 does not know, a keyword of the wrong type); at most twenty, and then how many more. Of
// the run's tools (`manifest` may be null), then of those that cases bring along.
std::vector<std::string> schema_warnings(const Manifest* manifest,
                                         const std::vector<const TestCase*>& cases);

}  // namespace tare
