// The run as a whole, for a terminal: figures on both sides, confusions, coercions, limits, and
// what is not known. Gates and the end are verdict_text.h.
//
// Each part is one string ending with a newline, or "" where there is nothing to say: a good run is
// short.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/run_summary.h"
#include "report/reporter.h"
#include "report/reporters.h"

namespace tare {

// What the summary does not carry, counted while trials pass by.
struct RunNotes {
  bool text_view_seen = false;  // anything on record before the wire
  bool tool_side_seen = false;  // anything on record behind the client
  std::uint64_t calls = 0;
  std::uint64_t descendants_left = 0;  // trials that left processes behind
  struct Limit {
    std::uint64_t trials = 0;
    std::string sentence;
    std::vector<std::string> cases;  // the first few
  };
  std::map<std::string, Limit> limits;  // by what was crossed
  std::uint64_t limits_unchecked = 0;   // trials that a limit with `args` may concern
  std::uint64_t limits_left_out = 0;    // trials whose limit found no room in the map
};

std::string scores_text(const RunSummary& summary, const TerminalStyle& style);
// Of cases with expectedCalls; "" where there are none.
std::string trajectories_text(const RunSummary& summary, const TerminalStyle& style);
std::string confusions_text(const RunSummary& summary, const TerminalStyle& style);
std::string coercions_text(const RunSummary& summary, const TerminalStyle& style);
std::string outcomes_text(const RunSummary& summary, const TerminalStyle& style);
std::string limits_text(const RunNotes& notes, const TerminalStyle& style);
std::string unknown_text(const RunSummary& summary, const ReportContext& context,
                         const RunNotes& notes, const TerminalStyle& style);

}  // namespace tare
