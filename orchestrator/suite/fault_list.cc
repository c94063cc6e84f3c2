// Ordering is stable: two faults at one place stay in the order in which they were found.
#include "suite/fault_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace tare {

std::string place_text(SourcePosition at, const std::vector<std::string>& files) {
  const std::string& name = at.file < files.size() ? files[at.file] : std::string();
  if (at.line == 0) return name;
  return fmt::format("{}:{}:{}", name, at.line, at.column);
}

void FaultList::add(SourcePosition at, std::string reason, std::string mend, ErrorKind kind) {
  ++count_;
  if (full()) return;
  faults_.push_back({at, std::move(reason), std::move(mend), kind});
}

Error FaultList::to_error(const std::vector<std::string>& files) const {
  std::vector<const Fault*> sorted;
  for (const Fault& fault : faults_) sorted.push_back(&fault);
  // What is wrong with a file as a whole comes last there: it may follow from what is wrong in it.
  const auto order = [](const Fault* fault) {
    return std::tuple(fault->at.file, fault->at.line == 0, fault->at.line, fault->at.column);
  };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Fault* a, const Fault* b) { return order(a) < order(b); });
  Error error;
  bool first = true;
  for (const Fault* fault : sorted) {
    Error one{fault->kind, fault->reason, place_text(fault->at, files), fault->mend, {}};
    if (first) {
      error = std::move(one);
      first = false;
    } else {
      error.more.push_back(std::move(one));
    }
  }
  if (count_ > faults_.size()) {
    const std::size_t hidden = count_ - faults_.size();
    error.more.push_back({ErrorKind::input,
                          fmt::format("{} more fault{} not shown", hidden, hidden == 1 ? "" : "s"),
                          {},
                          "mend these first, then run it again",
                          {}});
  }
  return error;
}

}  // namespace tare
