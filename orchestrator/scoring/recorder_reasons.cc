#include "scoring/recorder_reasons.h"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>

#include "base/escape.h"

namespace tare {
namespace {

constexpr std::size_t kMaxMismatches = 10;

std::string call_text(const View& view) {
  return fmt::format("{} {}",
                     view.name ? quote_json(shorten(*view.name, 100)) : "a call without name",
                     escape_for_terminal(shorten(view.arguments.value_or(""), 200)));
}

// Recorded views of one kind that no claim was set against yet, in order.
class Unclaimed {
 public:
  void add(std::size_t view) { views_.push_back(view); }
  const std::size_t* next(const std::vector<bool>& taken) {
    while (next_ < views_.size() && taken[views_[next_]]) ++next_;
    return next_ < views_.size() ? &views_[next_] : nullptr;
  }

 private:
  std::vector<std::size_t> views_;
  std::size_t next_ = 0;
};

std::string level_key(const View& view) { return std::string(at_name(view.at)); }
std::string name_key(const View& view) {
  return level_key(view) + (view.name ? "=" + *view.name : "-");
}
std::string call_key(const View& view) {
  const std::string name = name_key(view);
  return std::to_string(name.size()) + name + (view.arguments ? "=" + *view.arguments : "-");
}

}  // namespace

std::vector<std::string> evidence_mismatches(const Answer& answer) {
  std::vector<std::string> out;
  if (!answer.recorders || answer.recorders->claims.empty()) return out;
  std::vector<bool> taken(answer.views.size(), false);
  std::unordered_map<std::string, Unclaimed> by_level, by_name, by_call;
  for (std::size_t i = 0; i < answer.views.size(); ++i) {
    const View& view = answer.views[i];
    if (view.evidence != Evidence::recorded) continue;
    by_level[level_key(view)].add(i);
    by_name[name_key(view)].add(i);
    by_call[call_key(view)].add(i);
  }
  std::size_t more = 0;
  for (const View& claim : answer.recorders->claims) {
    // Parsed JSON is spelled by the adapter's printer; that is no other claim.
    const std::size_t* same = claim.evidence == Evidence::parsed
                                  ? by_name[name_key(claim)].next(taken)
                                  : by_call[call_key(claim)].next(taken);
    if (same != nullptr) {
      taken[*same] = true;
      continue;
    }
    if (out.size() == kMaxMismatches) {
      ++more;
      continue;
    }
    const std::size_t* nearest = by_name[name_key(claim)].next(taken);
    if (nearest == nullptr) nearest = by_level[level_key(claim)].next(taken);
    out.push_back(fmt::format(
        "evidenceMismatch: the adapter says of {}: {}; {}", at_name(claim.at), call_text(claim),
        nearest == nullptr ? "no such call is on record"
                           : "on record is: " + call_text(answer.views[*nearest])));
  }
  if (more > 0) out.push_back(fmt::format("evidenceMismatch: and {} more", more));
  return out;
}

std::vector<std::string> recorder_reasons(const Answer& answer) {
  std::vector<std::string> out = evidence_mismatches(answer);
  if (!answer.recorders) return out;
  for (const std::string& fact : answer.recorders->facts) {
    out.push_back("on the wire: " + escape_for_terminal(shorten(fact, 1000)));
  }
  return out;
}

}  // namespace tare
