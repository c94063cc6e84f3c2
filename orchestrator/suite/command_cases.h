// Cases against a program of kind `command`: can each of them be put to it, before anything runs?
//
// An argument holds no NUL and no more than 128 KiB, and {request} is one text: what does not fit
// is a fault of the suite, not a request that reaches the program cut or in part.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suite/command_template.h"
#include "suite/fault_list.h"
#include "suite/suite.h"

namespace tare {

// What the user says, as one text: the case's `request`, else its only message where that is the
// user's and plain text. nullopt: there are more, and one of them alone would be another request.
std::optional<std::string> request_text(const CaseInput& input);

// What is known of the values before an attempt: all but numbers and paths.
PlaceholderValues text_values(const Suite& suite, const CaseInput& input,
                              const VariantSpec* variant);

// REQUIRES: adapter.kind is `command`, and nothing else is wrong with the suite.
void check_command_cases(const Suite& suite, FaultList& faults);

// What such a suite will not show, said before it runs.
std::vector<std::string> command_warnings(const Suite& suite);

}  // namespace tare
