// What a case says in words, decoded: for rules that read requests.
#pragma once

#include <string>

#include "model/test_case.h"

namespace tare {

// The request, or what the user says in `messages`, a line each. May hold lone surrogates.
std::string user_text(const TestCase& test_case);

// The whole of `messages` with its roles; the request where there are none.
std::string conversation_text(const TestCase& test_case);

// `expectedOutput` decoded; "" where the case states none.
std::string contract_text(const TestCase& test_case);

}  // namespace tare
