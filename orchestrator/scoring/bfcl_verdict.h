// The leaderboard's verdict on one side of a trial (scoring/bfcl_checker.h).
#pragma once

#include <optional>
#include <string>

#include "model/answer.h"
#include "model/test_case.h"
#include "scoring/selection.h"

namespace tare {

struct BfclSide {
  bool right = true;
  bool unknown = false;  // what it hangs on is not on record; then `right` says nothing
  std::string reason;    // where it is not right, or not known
};

// `side`: what was selected from on this side. `normalized`: a client that refused the model's
// calls decoded nothing. REQUIRES: states_bfcl(test_case) and evidence on this side
BfclSide bfcl_verdict(const TestCase& test_case, const Answer& answer, const SideSelection& side,
                      bool normalized);

}  // namespace tare
