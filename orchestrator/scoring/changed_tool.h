// A tool that is not the same in two runs, and the cases that it touches.
//
// Figures say whether something changed; this says where to look when a tool did. A case is touched
// by a tool that it expects, accepts or forbids, or that was called in it in either run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tare {

inline constexpr std::size_t kMaxTouchedCases = 1000;  // named one by one; the rest are counted

struct ChangedTool {
  enum class How : std::uint8_t { added, removed, changed };
  std::string name;
  How how = How::changed;
  std::vector<std::string> changes = {};   // a few words each; of `added` and `removed` none
  std::uint64_t cases = 0;                 // touched
  std::vector<std::string> case_ids = {};  // the first of them, in the order of the suite
};

}  // namespace tare
