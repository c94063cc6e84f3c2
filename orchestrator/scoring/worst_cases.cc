#include "scoring/worst_cases.h"

#include <algorithm>
#include <utility>

namespace tare {
namespace {

constexpr std::size_t kListed = 20;

}  // namespace

void WorstCases::add(const std::string& id, std::uint64_t weight, std::uint64_t times) {
  Entry entry{count_, weight, id};
  count_ += times;
  if (entries_.size() < kListed) {
    entries_.push_back(std::move(entry));
    return;
  }
  // Of equal weights the later one gives way, so that the list does not depend on how long the run
  // is.
  const auto least = std::ranges::min_element(entries_, [](const Entry& a, const Entry& b) {
    return a.weight != b.weight ? a.weight < b.weight : a.order > b.order;
  });
  if (least->weight < entry.weight) *least = std::move(entry);
}

std::vector<std::string> WorstCases::ids() const {
  std::vector<Entry> sorted = entries_;
  std::ranges::sort(sorted, {}, &Entry::order);
  std::vector<std::string> out;
  out.reserve(sorted.size());
  for (Entry& entry : sorted) out.push_back(std::move(entry.id));
  return out;
}

}  // namespace tare
