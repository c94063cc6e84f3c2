// What Tare's recorders have to say of a trial, as sentences beside its verdict.
#pragma once

#include <string>
#include <vector>

#include "model/answer.h"

namespace tare {

// Claims of the adapter that differ from what a recorder saw at the same point.
std::vector<std::string> evidence_mismatches(const Answer& answer);

// Those, and the trouble that was seen on the way.
std::vector<std::string> recorder_reasons(const Answer& answer);

}  // namespace tare
