// Cases and commands against `proxy`: is there a reply for each case that is to be replayed, and a
// proxy for each address that is asked for?
#pragma once

#include "suite/fault_list.h"
#include "suite/suite.h"

namespace tare {

// REQUIRES: nothing else is wrong with the suite.
void check_proxy_cases(const Suite& suite, FaultList& faults);

}  // namespace tare
