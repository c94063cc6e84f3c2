// The one line that an adapter reads: what one attempt asks of it.
//
// Settings come from the suite, the variant and the case, the case's own over the suite's. What the
// case expects cannot travel: protocol/request.h takes a CaseInput and nothing else.
#pragma once

#include <cstdint>
#include <string>

#include "model/manifest.h"
#include "model/test_case.h"
#include "protocol/request.h"
#include "run/plan.h"

namespace tare {

struct AttemptQuestion {
  RequestKind request = RequestKind::run;
  const TestCase* test_case = nullptr;  // null for `describe`
  std::uint32_t trial = 1, attempt = 1;
  std::uint32_t deadline_ms = 0;
};

// `manifest` may be null: the suite gives no tools.
std::string attempt_request(const RunPlan& plan, const Manifest* manifest,
                            const AttemptQuestion& asked);

}  // namespace tare
