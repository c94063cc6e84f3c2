// The corpus of tempting replies that is built in, as files that a suite can name.
#pragma once

#include <string>

#include "base/result.h"

namespace tare {

// Writes it into `folder`, which is made. Returns the path of a suite file with its cases and
// tools; the adapter in it is none.
Result<std::string> write_corpus(const std::string& folder);

}  // namespace tare
