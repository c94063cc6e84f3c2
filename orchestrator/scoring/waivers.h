// Waivers: the reviewed list of what is known and accepted.
//
// A `coercion:KIND` waiver covers findings, a `case:ID` waiver a case that fails. What is covered
// stays on record and is counted apart; it is never left out. So that the list cannot rot, an entry
// that covered nothing fails the run. A `quarantine:ID` entry sets a flaky case aside, with what is
// known of it: its passes and failures are counted apart and decide no gate, and where all of them
// passed, that is said. `lint:` entries belong to the check of the suite itself and
// cover nothing in a run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"
#include "suite/suite.h"

namespace tare {

class Waivers {
 public:
  Waivers();  // none
  // Fails where a rule names no known kind; the error names the nearest and the entry's place.
  static Result<Waivers> create(const Suite& suite);

  bool empty() const { return list_.empty(); }

  // Marks what is covered. Of several entries that cover one thing the first is named.
  void apply(const TestCase& test_case, TrialScore& score) const;
  // Is the case set aside, whatever it does short of crossing a limit?
  bool quarantines(const TestCase& test_case) const;

  struct Entry;

 private:
  friend class WaiverTally;
  bool quarantine(const TestCase& test_case, TrialScore& score) const;
  std::vector<std::shared_ptr<const Entry>> list_;
};

// Counts over a whole run what each entry covered.
class WaiverTally {
 public:
  explicit WaiverTally(const Waivers& waivers);

  void add(const TestCase& test_case, const TrialScore& score);
  // `can_tell`: the run went over the whole suite and looked for findings, so that an entry which
  // covered nothing is one that nobody needs.
  std::vector<WaiverResult> results(bool can_tell) const;

 private:
  // Why an entry for a case covered no trial of it.
  struct Uncovered {
    std::uint64_t ran = 0, crossed = 0;  // trials of the case; those of them that crossed a limit
    std::optional<std::uint32_t> first;  // the entry that covered it instead
  };
  std::string why_nothing(std::size_t entry) const;

  std::vector<std::shared_ptr<const Waivers::Entry>> list_;
  std::vector<std::uint64_t> matched_, passed_, failed_;
  std::vector<Uncovered> uncovered_;
  bool any_incomplete_ = false;
};

}  // namespace tare
