// Limits: tools that must never be called, or never run, whatever the case expects.
//
// They are looked for on every view of every attempt, also of those that ended badly: a call that
// was seen once was made. A call counts once, however many views show it
// and however many entries it crosses; each of those entries is listed. An entry with arguments is
// held against each view by itself: what the model asked for and what arrived may differ, and each
// of them may be the one that crosses it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/attempt.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/matcher_cache.h"

namespace tare {

struct LimitScan {
  std::vector<LimitHit> hits;
  // Entries with `args` whose tool was called with arguments that cannot be read whole: they may
  // have been crossed or not. One sentence each. So may all of them, where what a program called is
  // not on record.
  std::vector<std::string> unchecked;
};

LimitScan scan_limits(const TestCase& test_case, std::span<const AttemptRecord> attempts,
                      const Manifest* manifest, std::span<const Never> suite_never,
                      MatcherCache& matchers);

}  // namespace tare
