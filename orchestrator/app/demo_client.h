// The demonstration's second half: a real client library, audited on a handful of cases.
#pragma once

#include <string>

#include "app/console.h"

namespace tare {

// The folder of a client adapter whose packages are installed, looked for from the current folder,
// as in a checkout; "" where there is none, or no Node to run it.
std::string find_demo_client();

// Prints what the client makes of them to `out`. Returns the exit code.
int demo_client(const Console& console, const std::string& folder, const std::string& scratch,
                int out);

}  // namespace tare
