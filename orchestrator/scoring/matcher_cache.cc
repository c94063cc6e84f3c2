#include "scoring/matcher_cache.h"

namespace tare {
namespace {

constexpr std::size_t kMaxInstructions = 10'000;  // as the suite's check allows

}  // namespace

std::shared_ptr<const schema::Pattern> MatcherCache::pattern(std::string_view source) {
  std::string key(source);
  if (const auto found = patterns_.find(key); found != patterns_.end()) return found->second;
  if (patterns_.size() >= kMaxPatterns) patterns_.clear();
  auto made = std::make_shared<const schema::Pattern>(source, kMaxInstructions);
  patterns_.emplace(std::move(key), made);
  return made;
}

}  // namespace tare
