// Does a line of a journal agree with itself, and with the files that it names?
//
// A chain that somebody computed anew proves nothing of what it holds. What it cannot hide is a
// number beside the bytes that it counts: who changes one of them has to think of the other. This
// is no defence against somebody who thinks of all (the digest that was noted elsewhere is), but it
// names what was done in a hurry.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/attempt.h"
#include "record/journal.h"

namespace tare {

// `folder`: the run's. `masked`: secrets were masked in the line, so that lengths are others than
// they were. Each is a sentence's end: "counts 7 bytes of stdout, and its events alone have 90".
std::vector<std::string> contradictions_of(const AttemptRecord& record, bool masked,
                                           const std::string& folder);

// What the lines say together, against what the footer says of them.
class FooterCheck {
 public:
  // Of the header: how many cases the run is of.
  void expect_cases(std::uint64_t selected) { selected_ = selected; }
  // False: that attempt of that trial stands in the journal already.
  bool add(const AttemptRecord& record);
  std::vector<std::string> contradictions_of(const JournalFooter& footer) const;

 private:
  std::uint64_t attempts_ = 0;
  std::optional<std::uint64_t> selected_;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> seen_;
  std::set<std::string> cases_;
  std::set<std::pair<std::string, std::uint32_t>> trials_, complete_;
};

}  // namespace tare
