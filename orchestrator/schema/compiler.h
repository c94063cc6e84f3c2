// From a schema's JSON to the program that checks values.
#pragma once

#include <vector>

#include "base/result.h"
#include "schema/library.h"
#include "schema/node.h"

namespace tare::schema {

// Nodes are made for what the root can reach. Notes: keywords that are not checked as written.
// Error: a reference that leads nowhere.
Result<void> compile_program(Library& library, Place root, bool assert_formats, Program& program,
                             std::vector<Error>& notes);

}  // namespace tare::schema
