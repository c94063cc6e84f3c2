// What a case says of the asserted call beside its tool: its arguments and what became of it.
//
// Where any call of the tool will do, each of them is looked at, and the one that comes nearest
// speaks for the trial: a good call is not spoiled by a worse one before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/answer.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/matcher_cache.h"
#include "scoring/selection.h"

namespace tare {

struct CallChecks {
  ArgsScore args;
  std::string args_unknown;          // why expectedArgs could not be judged where they should be
  std::optional<bool> status_right;  // nullopt: not stated, or not known
  std::string status_reason;         // why it is wrong or not known
};

// `side` is where a tool was chosen rightly, or nothing is judged. The status is looked at on
// normalized alone: what the model wrote has none.
CallChecks check_call(const TestCase& test_case, const Answer& answer, const SideSelection& side,
                      bool with_status, MatcherCache& cache);

// A case of kind `invoke`: no model chose, so the call of that tool is the asserted one, and its
// answer counts as its status where none is given.
CallChecks check_invoked(const TestCase& test_case, const Answer& answer,
                         const SideSelection& normalized, MatcherCache& cache);

}  // namespace tare
