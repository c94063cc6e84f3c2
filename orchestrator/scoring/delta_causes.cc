#include "scoring/delta_causes.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

bool changes_choice(const Finding& finding) { return finding.on != FindingOn::arguments; }

bool holds_view(const CallTrace& trace, std::optional<std::uint32_t> view) {
  return view && std::ranges::find(trace.views, *view) != trace.views.end();
}

// `wanted`: the effect that arguments must have had: what rescued a call did not lose it.
void add_causes(const CallTrace& trace, bool of_arguments, Effect wanted,
                std::vector<DeltaCause>& out) {
  for (const Finding& finding : trace.findings) {
    if (finding.effect == Effect::neutral || changes_choice(finding) == of_arguments) continue;
    if (of_arguments && finding.effect != wanted) continue;
    DeltaCause cause{finding.kind, trace.tools.empty() ? std::string() : trace.tools.back()};
    if (std::ranges::find(out, cause) == out.end()) out.push_back(std::move(cause));
  }
}

}  // namespace

std::vector<DeltaCause> delta_causes(const TrialScore& score, std::optional<std::uint32_t> raw,
                                     std::optional<std::uint32_t> normalized) {
  std::vector<DeltaCause> out;
  if (!score.raw.evidence || !score.normalized.evidence ||
      score.raw.acceptable == score.normalized.acceptable) {
    return out;
  }
  const Effect wanted = score.normalized.acceptable ? Effect::rescued : Effect::damaged;
  for (const bool of_arguments : {false, true}) {
    for (const CallTrace& trace : score.traces) {
      if (holds_view(trace, raw) || holds_view(trace, normalized)) {
        add_causes(trace, of_arguments, wanted, out);
      }
    }
    if (!out.empty()) return out;
  }
  return out;
}

void DeltaCauseTally::add(const TrialScore& score) {
  if (score.delta_causes.empty()) return;
  const double sign = score.normalized.acceptable ? 1 : -1;
  const double part = sign / static_cast<double>(score.delta_causes.size());
  for (const DeltaCause& cause : score.delta_causes) {
    Sum& sum = sums_[{std::string(cause.kind), cause.tool}];
    ++sum.trials;
    sum.points += part;
  }
}

std::vector<CoercionSummary::DeltaPart> DeltaCauseTally::parts(std::uint64_t trials) const {
  std::vector<CoercionSummary::DeltaPart> out;
  if (trials == 0) return out;
  for (const auto& [key, sum] : sums_) {
    out.push_back(
        {key.first, key.second, sum.trials, 100 * sum.points / static_cast<double>(trials)});
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) {
    return std::fabs(a.points) != std::fabs(b.points) ? std::fabs(a.points) > std::fabs(b.points)
                                                      : a.trials > b.trials;
  });
  return out;
}

}  // namespace tare
