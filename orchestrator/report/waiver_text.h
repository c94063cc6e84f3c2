// Waivers for a person: what became of those there are, and what one would look like that covers a
// finding.
//
// Tare only ever proposes. `why`, `reviewedBy` and `until` are left empty, and a suite with such an
// entry is refused, so that nothing is accepted until a person has said why, who and until when.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "report/reporters.h"

namespace tare {

// The entry for "waivers" that would cover the finding, as JSON on one line.
std::string waiver_for(const TestCase& test_case, const CallTrace& trace, const Finding& finding);

// The entries that would cover the findings of a trial which no waiver covers, each once, a line
// each; "" where there is nothing to cover.
std::string waivers_for(const TestCase& test_case, const TrialScore& score);

// The waivers that did not do what they are there for (all of them where verbose).
std::string waivers_text(const RunSummary& summary, const TerminalStyle& style);

// Entries over a run, gathered while trials pass by. Bounded: the rest is counted.
class ProposedWaivers {
 public:
  void add(const TestCase& test_case, const TrialScore& score);
  std::string text(const TerminalStyle& style) const;

 private:
  std::map<std::string, std::uint64_t> findings_;  // by entry
  std::uint64_t left_out_ = 0;
};

}  // namespace tare
