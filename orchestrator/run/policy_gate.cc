#include "run/policy_gate.h"

#include <fmt/format.h>

#include <algorithm>

#include "policy/check_policy.h"
#include "policy/policy_rules.h"
#include "policy/review_day.h"

namespace tare {
namespace {

std::string text_of(const Violation& violation) {
  const std::string subject = violation.subject.empty() ? "" : violation.subject + ": ";
  return fmt::format("{}{} [{}]", subject, violation.text, violation.rule);
}

std::string place_of(const Violation& violation) {
  if (violation.line == 0) return violation.file;
  return fmt::format("{}:{}:{}", violation.file, violation.line, violation.column);
}

// Of a policy that nobody signed, nothing was reviewed.
bool is_signed(const std::vector<Violation>& drift) {
  return std::ranges::none_of(drift, [](const Violation& violation) {
    return violation.rule == rule_id(PolicyRule::not_reviewed);
  });
}

Error refusal(const Suite& suite, const std::vector<Violation>& drift, const Masker& masker) {
  Error error{.kind = ErrorKind::input,
              .reason = fmt::format("the tools are not those that were reviewed ({} differences)",
                                    drift.size()),
              .where = *suite.policy_path,
              .mend = "`tare policy check` shows them; set them back, or review them"};
  for (const Violation& violation : drift) {
    error.more.push_back({.kind = ErrorKind::input,
                          .reason = masker.mask(text_of(violation)),
                          .where = place_of(violation),
                          .mend = violation.mend});
  }
  return error;
}

}  // namespace

Result<PolicyStanding> hold_against_policy(const Suite& suite, const Manifest* manifest,
                                           const Masker& masker) {
  PolicyStanding standing;
  if (!suite.policy_path) return standing;
  auto policy = load_policy(*suite.policy_path);
  if (!policy) return policy.error();
  LiveManifest live;
  live.origin = suite.path;
  if (manifest != nullptr) live.manifest = *manifest;
  const std::vector<Violation> drift = policy_drift(*policy, live, latest_today());
  if (is_signed(drift)) {
    for (const ReviewedTool& tool : policy->tools) {
      standing.approvals[masker.mask(tool.name)] = tool.approval;
    }
  }
  if (manifest == nullptr) {
    standing.warnings.push_back("the suite tells no tools, so nothing is held against its policy");
    return standing;
  }
  if (drift.empty()) return standing;
  if (policy->on_drift == OnDrift::refuse) return refusal(suite, drift, masker);
  for (const Violation& violation : drift) {
    standing.drift.push_back(masker.mask(text_of(violation)));
    standing.warnings.push_back("not as reviewed: " + standing.drift.back());
  }
  return standing;
}

}  // namespace tare
