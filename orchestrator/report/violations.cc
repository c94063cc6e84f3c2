#include "report/violations.h"

#include <algorithm>

#include "report/figure_text.h"

namespace tare {

ViolationCounts violation_counts(const ViolationReport& report) {
  ViolationCounts counts;
  for (const Violation& violation : report.violations) {
    if (violation.waived_because) {
      ++counts.waived;
      continue;
    }
    switch (violation.level) {
      case ViolationLevel::error:
        ++counts.errors;
        break;
      case ViolationLevel::warning:
        ++counts.warnings;
        break;
      case ViolationLevel::note:
        ++counts.notes;
        break;
    }
  }
  return counts;
}

bool is_finding(const ViolationReport& report, const Violation& violation) {
  if (violation.waived_because) return false;
  switch (violation.level) {
    case ViolationLevel::error:
      return true;
    case ViolationLevel::warning:
      return report.strict;
    case ViolationLevel::note:
      return false;
  }
  return false;
}

int exit_code_of(const ViolationReport& report) {
  const auto finding = [&](const Violation& violation) { return is_finding(report, violation); };
  return std::ranges::any_of(report.violations, finding) ? 1 : 0;
}

std::string violation_summary(const ViolationReport& report) {
  const ViolationCounts counts = violation_counts(report);
  std::string out;
  const auto add = [&out](std::uint64_t count, const std::string& text) {
    if (count > 0) out += (out.empty() ? "" : ", ") + text;
  };
  add(counts.errors, counted(counts.errors, "error"));
  add(counts.warnings, counted(counts.warnings, "warning"));
  add(counts.notes, counted(counts.notes, "note"));
  add(counts.waived, count_text(counts.waived) + " waived");
  return report.what + ": " + (out.empty() ? "nothing found" : out);
}

}  // namespace tare
