#include "scoring/recorder_reasons.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace tare {
namespace {

std::string call_text(const View& view) {
  return fmt::format("{} {}", view.name ? quote_json(*view.name) : "a call without name",
                     shorten(escape_for_terminal(view.arguments.value_or("")), 200));
}

bool same_call(const View& a, const View& b) {
  return a.at == b.at && a.name == b.name && a.arguments == b.arguments;
}

}  // namespace

std::vector<std::string> evidence_mismatches(const Answer& answer) {
  std::vector<std::string> out;
  if (!answer.recorders) return out;
  std::vector<bool> taken(answer.views.size(), false);
  for (const View& claim : answer.recorders->claims) {
    const View* nearest = nullptr;
    bool same = false;
    for (std::size_t i = 0; i < answer.views.size() && !same; ++i) {
      const View& view = answer.views[i];
      if (taken[i] || view.evidence != Evidence::recorded || view.at != claim.at) continue;
      // Parsed JSON is spelled by the adapter's printer; that is no other claim.
      same = claim.evidence == Evidence::parsed ? claim.name == view.name : same_call(claim, view);
      if (same) taken[i] = true;
      if (nearest == nullptr) nearest = &view;
    }
    if (same) continue;
    out.push_back(fmt::format(
        "evidenceMismatch: the adapter says of {}: {}; {}", at_name(claim.at), call_text(claim),
        nearest == nullptr ? "no such call is on record" : "on record is: " + call_text(*nearest)));
  }
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
