// --baseline and --allow-dataset-change, and the run that they name.
#pragma once

#include <memory>
#include <string>

#include "app/console.h"
#include "base/result.h"
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
// `suite`: the suite file, where the run's own has moved; "" is the run's own.
Result<RunFacts> run_facts_of(const std::string& path, const std::string& suite,
                              const Console& console);

// The baseline that a run of the suite is held against; null where there is none. One of another
// dataset is refused unless that was allowed.
Result<std::shared_ptr<const RunFacts>> load_baseline(const Suite& suite,
                                                      const BaselineOption& option,
                                                      const Console& console);

}  // namespace tare
