#include "scoring/approvals.h"

#include <algorithm>

#include "coercion/call_trace.h"

namespace tare {
namespace {

constexpr std::string_view kAlways = "always";

class Needs {
 public:
  Needs(const Manifest* manifest, const ReviewedApprovals* reviewed)
      : manifest_(manifest), reviewed_(reviewed) {}

  // Cheap, and true of few suites.
  bool any() const {
    const auto of_manifest = [](const ToolSpec& tool) { return tool.approval == kAlways; };
    const auto of_policy = [](const auto& reviewed) { return reviewed.second == kAlways; };
    return (manifest_ != nullptr && std::ranges::any_of(manifest_->tools, of_manifest)) ||
           (reviewed_ != nullptr && std::ranges::any_of(*reviewed_, of_policy));
  }

  bool operator()(std::string_view name) const {
    if (manifest_ != nullptr) name = manifest_->canonical_name(name);
    if (reviewed_ != nullptr) {
      const auto found = reviewed_->find(std::string(name));
      if (found != reviewed_->end()) return found->second == kAlways;
    }
    const ToolSpec* tool = manifest_ == nullptr ? nullptr : manifest_->find(name);
    return tool != nullptr && tool->approval == kAlways;
  }

 private:
  const Manifest* manifest_;
  const ReviewedApprovals* reviewed_;
};

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

ApprovalCounts count_approvals(std::span<const AttemptRecord> attempts, const Manifest* manifest,
                               const ReviewedApprovals* reviewed) {
  ApprovalCounts counts;
  const Needs needs_approval(manifest, reviewed);
  if (!needs_approval.any()) return counts;
  for (const AttemptRecord& attempt : attempts) {
    for (const CallTrace& trace : trace_calls(attempt.answer, {.manifest = manifest})) {
      const View& last = attempt.answer.views[trace.views.back()];
      if (last.name && needs_approval(*last.name)) count_call(attempt.answer, trace, counts);
    }
  }
  return counts;
}

}  // namespace tare
