#include "scoring/approvals.h"

#include <algorithm>

#include "coercion/call_trace.h"

namespace tare {
namespace {

constexpr std::string_view kAlways = "always";

bool any_needs_approval(const Manifest& manifest) {
  return std::ranges::any_of(manifest.tools,
                             [](const ToolSpec& tool) { return tool.approval == kAlways; });
}

void count_call(const Answer& answer, const CallTrace& trace, ApprovalCounts& counts) {
  ++counts.calls;
  bool shown = false, ran = false, recorded = false;
  for (const std::uint32_t index : trace.views) {
    const View& view = answer.views[index];
    shown = shown || view.at == At::approval;
    if (!view.status) continue;
    // A call that failed had begun to run.
    ran = view.status == CallStatus::executed || view.status == CallStatus::failed;
    recorded = view.evidence == Evidence::recorded;
  }
  if (recorded) ++counts.proven;
  if (ran && !shown) {
    ++counts.unapproved;
    if (recorded) ++counts.unapproved_proven;
  }
}

}  // namespace

ApprovalCounts count_approvals(std::span<const AttemptRecord> attempts, const Manifest* manifest) {
  ApprovalCounts counts;
  if (manifest == nullptr || !any_needs_approval(*manifest)) return counts;
  for (const AttemptRecord& attempt : attempts) {
    for (const CallTrace& trace : trace_calls(attempt.answer, {.manifest = manifest})) {
      const View& last = attempt.answer.views[trace.views.back()];
      const ToolSpec* tool =
          last.name ? manifest->find(manifest->canonical_name(*last.name)) : nullptr;
      if (tool != nullptr && tool->approval == kAlways) count_call(attempt.answer, trace, counts);
    }
  }
  return counts;
}

}  // namespace tare
