// What the command line asked of a run; unset members leave the suite's own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/held_baseline.h"
#include "scoring/run_facts.h"
#include "suite/suite.h"

namespace tare {

struct RunOptions {
  std::optional<std::uint32_t> jobs, trials, timeout_ms;
  std::optional<std::string> profile, variant, filter;
  std::optional<Keep> keep;
  bool fail_fast = false;
  bool adaptive = false;               // cases stop early once no gate can change
  std::optional<double> max_cost_usd;  // nothing is launched once so much is known to be spent
  std::string out;                     // the run folder; "" means a new one under .tare/runs
  bool resume = false;                 // `out` is a run to go on with
  bool rerun_failed = false;
  bool folder_is_temporary = false;  // reports do not name a folder that is gone when they are read
  std::shared_ptr<const RunFacts> baseline;   // what the run is held against; null: nothing
  std::optional<HeldBaseline> held_baseline;  // where that came from; set where `baseline` is
  std::vector<std::string> command_line;
};

}  // namespace tare
