// What a run keeps in memory per trial and attempt: a few bits and an offset into the journal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "record/journal.h"
#include "run/plan.h"

namespace tare {

class TrialTable {
 public:
  explicit TrialTable(const RunPlan& plan);

  // Takes an attempt into account that stands in the journal at `offset`.
  struct Ended {
    bool complete = false;
    bool interrupted = false;
    bool final = false;  // not to be retried, whatever retries are left
  };
  void note(std::uint32_t slot, std::uint32_t attempt, Ended ended, std::uint64_t offset);

  // Fills the table from a journal. An attempt of a case or a trial that the plan does not have is
  // an error, unless `skip_unknown`.
  Result<void> load(JournalReader& journal, bool skip_unknown);

  struct Trial {
    std::uint16_t attempts = 0;  // the highest attempt number that ended by itself
    bool complete = false;
    bool given_up = false;  // failed in a way that no retry mends
    bool again = false;     // --rerun-failed: runs once more, whatever was
  };
  Trial& trial(std::uint32_t slot) { return trials_[slot]; }
  const Trial& trial(std::uint32_t slot) const { return trials_[slot]; }

  // Offsets of a slot's attempts, in journal order. An interrupted attempt whose number was run
  // again is left out, unless a call had been seen on it: that is the caller's to see.
  std::vector<std::uint64_t> offsets(std::uint32_t slot) const;
  std::uint64_t attempts() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint32_t slot;
    std::uint64_t offset;
  };
  const RunPlan& plan_;
  std::vector<Trial> trials_;
  mutable std::vector<Entry> entries_;  // sorted by slot, then offset, when `sorted_`
  mutable bool sorted_ = true;
};

}  // namespace tare
