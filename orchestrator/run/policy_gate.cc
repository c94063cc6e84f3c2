#include "run/policy_gate.h"

#include <fmt/format.h>

#include "policy/check_policy.h"
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

}  // namespace

Result<std::vector<std::string>> hold_against_policy(const Suite& suite, const Manifest* manifest) {
  std::vector<std::string> warnings;
  if (!suite.policy_path) return warnings;
  auto policy = load_policy(*suite.policy_path);
  if (!policy) return policy.error();
  if (manifest == nullptr) {
    warnings.push_back("the suite tells no tools, so nothing is held against its policy");
    return warnings;
  }
  LiveManifest live;
  live.manifest = *manifest;
  live.origin = suite.path;
  const std::vector<Violation> drift = policy_drift(*policy, live, latest_today());
  if (drift.empty()) return warnings;
  if (policy->on_drift == OnDrift::warn) {
    for (const Violation& violation : drift) {
      warnings.push_back("not as reviewed: " + text_of(violation));
    }
    return warnings;
  }
  Error error{.kind = ErrorKind::input,
              .reason = fmt::format("the tools are not those that were reviewed ({} differences)",
                                    drift.size()),
              .where = *suite.policy_path,
              .mend = "`tare policy check` shows them; set them back, or review them"};
  for (const Violation& violation : drift) {
    error.more.push_back({.kind = ErrorKind::input,
                          .reason = text_of(violation),
                          .where = place_of(violation),
                          .mend = violation.mend});
  }
  return error;
}

}  // namespace tare
