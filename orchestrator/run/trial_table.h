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

  // The same for a judgement of one of the slot's attempts.
  void note_judgement(std::uint32_t slot, bool complete, bool final, std::uint64_t offset);

  // Fills the table from a journal. An attempt of a case or a trial that the plan does not have is
  // an error, unless `skip_unknown`.
  Result<void> load(JournalReader& journal, bool skip_unknown);

  struct Trial {
    std::uint16_t attempts = 0;  // the highest attempt number that ended by itself
    bool complete = false;
    bool given_up = false;  // failed in a way that no retry mends
    bool again = false;     // --rerun-failed: runs once more, whatever was
    // Of the complete attempt: the judge gave a verdict, or no try of it is worth another.
    bool judged = false;
    std::uint8_t judge_tries = 0;
  };
  Trial& trial(std::uint32_t slot) { return trials_[slot]; }
  const Trial& trial(std::uint32_t slot) const { return trials_[slot]; }

  // Offsets of a slot's attempts, in journal order. An interrupted attempt whose number was run
  // again is left out, unless a call had been seen on it: that is the caller's to see.
  std::vector<std::uint64_t> offsets(std::uint32_t slot) const { return entries_.of(slot); }
  std::uint64_t attempts() const { return entries_.size(); }
  // Of a slot's judgements, in journal order.
  std::vector<std::uint64_t> judgements(std::uint32_t slot) const { return judgements_.of(slot); }

 private:
  // Offsets by slot.
  class Offsets {
   public:
    void add(std::uint32_t slot, std::uint64_t offset);
    std::vector<std::uint64_t> of(std::uint32_t slot) const;
    std::size_t size() const { return entries_.size(); }

   private:
    struct Entry {
      std::uint32_t slot;
      std::uint64_t offset;
    };
    mutable std::vector<Entry> entries_;  // sorted by slot, then offset, when `sorted_`
    mutable bool sorted_ = true;
  };
  const RunPlan& plan_;
  std::vector<Trial> trials_;
  Offsets entries_, judgements_;
};

}  // namespace tare
