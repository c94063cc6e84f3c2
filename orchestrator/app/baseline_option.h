// --baseline and --allow-dataset-change, and the run that they name.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/console.h"
#include "app/touched_cases.h"
#include "base/result.h"
#include "record/held_baseline.h"
#include "scoring/run_facts.h"
#include "suite/suite.h"

namespace CLI {
class App;
}

namespace tare {

struct BaselineOption {
  std::string path;  // a run folder or a file; "": the suite's own, if it has one
  bool allow_dataset_change = false;
};

void add_baseline_option(CLI::App& command, BaselineOption& option);

// What is to be compared or written: of a run folder by scoring it, of a file by reading it.
// `suite`: the suite file, where the run's own has moved; "" is the run's own. `touched`, where it
// is given, is told of each trial of a run folder.
Result<RunFacts> run_facts_of(const std::string& path, const std::string& suite,
                              const Console& console, TouchedCases* touched = nullptr);

// What a run is held against, and where that came from. Both are there, or neither.
struct Baseline {
  std::shared_ptr<const RunFacts> facts;
  std::optional<HeldBaseline> held;
};

// The baseline of a new run of the suite; none where neither the option nor the suite names one.
// One of another dataset is refused unless that was allowed.
Result<Baseline> load_baseline(const Suite& suite, const BaselineOption& option,
                               const Console& console);

// The baseline that the run in `folder` was begun with, or what the option names instead. One that
// is gone or says something else by now is refused: the gates would be others than the run's.
Result<Baseline> load_baseline_of_run(const Suite& suite, const std::string& folder,
                                      const BaselineOption& option, const Console& console);

}  // namespace tare
