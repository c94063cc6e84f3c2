// What had to be overlooked in arguments that are no JSON before anything could be made of them.
#pragma once

#include <vector>

#include "diff/arguments_reading.h"
#include "diff/severity.h"

namespace tare {

// One or two changes: the text was cut off and completed (`repairTruncation`, its remark tells what
// it was cut inside of), and it held what JSON forbids (`repairPythonLiteral` if all of that is
// Python's, else `repairSyntax`; the remark lists each with its byte offset).
// REQUIRES: the reading is broken.
std::vector<Change> repairs_of(const ArgumentsReading& raw);

}  // namespace tare
