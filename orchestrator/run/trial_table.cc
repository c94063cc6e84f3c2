#include "run/trial_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/escape.h"

namespace tare {

TrialTable::TrialTable(const RunPlan& plan) : plan_(plan), trials_(plan.slots()) {}

void TrialTable::note(std::uint32_t slot, std::uint32_t attempt, Ended ended,
                      std::uint64_t offset) {
  Trial& trial = trials_[slot];
  if (!ended.interrupted) {
    trial.attempts = static_cast<std::uint16_t>(
        std::max<std::uint32_t>(trial.attempts, std::min<std::uint32_t>(attempt, 0xffff)));
  }
  if (ended.complete) {
    trial.complete = true;
    trial.judged = false;  // what a judge said was said of an earlier one
    trial.judge_tries = 0;
  }
  if (ended.final && !ended.interrupted) trial.given_up = true;
  entries_.add(slot, offset);
}

void TrialTable::note_judgement(std::uint32_t slot, bool complete, bool final,
                                std::uint64_t offset) {
  Trial& trial = trials_[slot];
  if (trial.judge_tries < 0xff) ++trial.judge_tries;
  trial.judged = trial.judged || complete || final;
  judgements_.add(slot, offset);
}

Result<void> TrialTable::load(JournalReader& journal, bool skip_unknown) {
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < plan_.cases.size(); ++i) index.emplace(plan_.cases[i]->id(), i);
  std::optional<Error> error;
  auto read = journal.for_each_entry([&](const JournalReader::Entry& entry) {
    const auto found = index.find(entry.case_id);
    const bool known =
        found != index.end() && entry.trial >= 1 && entry.trial <= plan_.trials_of(found->second);
    if (!known) {
      if (skip_unknown) return true;
      error =
          Error{.kind = ErrorKind::input,
                .reason = fmt::format("the journal holds an attempt of \"{}\" trial {}, which the "
                                      "suite does not have",
                                      escape_for_terminal(entry.case_id), entry.trial),
                .mend = "use the suite that the run was made with"};
      return false;
    }
    const std::uint32_t slot = plan_.first_slot[found->second] + entry.trial - 1;
    if (entry.judged_attempt) {
      note_judgement(slot, entry.complete, !entry.retryable, entry.offset);
      return true;
    }
    note(slot, entry.attempt,
         {.complete = entry.complete,
          .interrupted = entry.failure == Failure::interrupted,
          .final = !entry.retryable},
         entry.offset);
    return true;
  });
  if (!read) return read.error();
  if (error) return *error;
  return {};
}

void TrialTable::Offsets::add(std::uint32_t slot, std::uint64_t offset) {
  if (!entries_.empty() && slot < entries_.back().slot) sorted_ = false;
  entries_.push_back({slot, offset});
}

std::vector<std::uint64_t> TrialTable::Offsets::of(std::uint32_t slot) const {
  if (!sorted_) {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
    sorted_ = true;
  }
  std::vector<std::uint64_t> out;
  auto at = std::lower_bound(entries_.begin(), entries_.end(), slot,
                             [](const Entry& e, std::uint32_t s) { return e.slot < s; });
  for (; at != entries_.end() && at->slot == slot; ++at) out.push_back(at->offset);
  return out;
}

}  // namespace tare
