// Which tools changed from one run to another, and which cases each of them touches.
//
// The tools come first, out of the two journals' first lines, so that nothing is kept of tools that
// stayed as they were; the cases are gathered while both runs are scored anyway.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "model/score.h"
#include "model/test_case.h"
#include "scoring/changed_tool.h"

namespace tare {

// Added and removed ones first. nullopt: one of the two is no run folder, or had no tools on
// record, so nothing is known.
Result<std::optional<std::vector<ChangedTool>>> changed_tools(const std::string& base,
                                                              const std::string& now);

class TouchedCases {
 public:
  explicit TouchedCases(std::vector<ChangedTool> tools);

  void begin_run() { last_ = nullptr; }
  // The trials of a case one after the other. O(names in the case × log tools), but
  // for names with a wildcard, which are held against each changed tool.
  void add(const TestCase& test_case, const TrialScore& score);
  // With the cases, in the order in which they were first added. Empties this.
  std::vector<ChangedTool> take();

 private:
  void touch(const std::string& tool, std::uint32_t number);
  void add_expectation(const TestCase& test_case, std::uint32_t number);

  std::vector<ChangedTool> tools_;
  std::map<std::string, std::size_t, std::less<>> index_;  // by name, into tools_
  std::vector<std::vector<std::uint32_t>> touched_;        // of each tool, numbers of cases
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> ids_;  // by number
  const TestCase* last_ = nullptr;
};

}  // namespace tare
