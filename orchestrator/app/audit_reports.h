// --report FORM[=PATH] of `tare audit`: which reports are wanted, and where they go.
//
// An audit takes minutes, so a place where no report can be written is told before it begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/console.h"
#include "audit/comparison.h"
#include "base/result.h"

namespace tare {

struct AuditReport {
  enum class Form : std::uint8_t { terminal, json, markdown, html };
  Form form = Form::terminal;
  std::string path;  // "-": stdout
};

// `out`: the audit's folder, where reports without a path go and audit.json does.
Result<std::vector<AuditReport>> audit_reports(const std::vector<std::string>& requests,
                                               const std::string& out, const Console& console);

// `comparison` may be null.
Result<void> write_audit_report(const AuditReport& report, const Audit& audit,
                                const AuditComparison* comparison, const Console& console);

}  // namespace tare
