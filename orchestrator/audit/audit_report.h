// An audit for people: on a terminal, as Markdown, as one page of HTML.
//
// All text in it came from clients and models: each form escapes for itself.
#pragma once

#include <string>

#include "audit/audit.h"
#include "audit/comparison.h"
#include "report/reporters.h"

namespace tare {

// `comparison` may be null. All end with a newline.
std::string audit_terminal(const Audit& audit, const AuditComparison* comparison,
                           const TerminalStyle& style);
std::string audit_markdown(const Audit& audit, const AuditComparison* comparison);
// One file that needs nothing from anywhere and runs no script: each cell opens to its cases, with
// both texts.
std::string audit_page(const Audit& audit, const AuditComparison* comparison);

}  // namespace tare
