// Findings as JSON text, member for member as schemas/diff.schema.json has them.
//
// Written by hand and not through a library's tree: a batch writes a million of these, and the
// members never change.
#pragma once

#include <span>
#include <string>

#include "model/finding.h"

namespace tare {

// `"findings":[…],"worst":"medium"`, to stand within an object. A finding's sides are JSON strings
// that hold JSON text; bytes in them that are no UTF-8 become U+FFFD, as JSON cannot hold them.
void append_findings(std::string& out, std::span<const Finding> findings);

}  // namespace tare
