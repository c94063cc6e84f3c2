// The cases that weigh most against a gate, kept in the order of the suite.
//
// A gate that fails names the cases to look at first. Memory is that of the list, however long the
// run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

class WorstCases {
 public:
  // In suite order; `times`: so many, alike but for their ids.
  void add(const std::string& id, std::uint64_t weight, std::uint64_t times = 1);
  std::uint64_t count() const { return count_; }  // all, not only those that are kept
  std::vector<std::string> ids() const;           // the worst 20, in suite order

 private:
  struct Entry {
    std::uint64_t order, weight;
    std::string id;
  };
  std::vector<Entry> entries_;
  std::uint64_t count_ = 0;
};

}  // namespace tare
