#include <algorithm>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/paint.h"
#include "report/violations.h"

namespace tare {
namespace {

std::string place_of(const Violation& violation) {
  if (violation.file.empty()) return "";
  std::string out = escape_for_terminal(violation.file);
  if (violation.line > 0) out += ":" + std::to_string(violation.line);
  if (violation.line > 0 && violation.column > 0) out += ":" + std::to_string(violation.column);
  return out;
}

Ink ink_of(ViolationLevel level) {
  switch (level) {
    case ViolationLevel::error:
      return Ink::bad;
    case ViolationLevel::warning:
      return Ink::doubt;
    case ViolationLevel::note:
      return Ink::dim;
  }
  return Ink::plain;
}

// Whole, however long: what is cut here is what a reviewer does not see.
std::string line_of(const Violation& violation, const std::string& what,
                    const TerminalStyle& style) {
  const Ink ink = violation.waived_because ? Ink::dim : ink_of(violation.level);
  std::string out = paint(
      style.color, ink, escape_for_terminal(violation.subject.empty() ? what : violation.subject));
  out += ": ";
  // An error needs no word: it is what a check is for.
  if (violation.level != ViolationLevel::error) {
    out += std::string(violation_level_name(violation.level)) + ": ";
  }
  out += escape_for_terminal(violation.text);
  if (violation.waived_because) {
    out += "; waived: " + escape_for_terminal(*violation.waived_because);
  } else if (!violation.mend.empty()) {
    out += "; " + escape_for_terminal(violation.mend);
  }
  std::string tail = " [" + escape_for_terminal(violation.rule) + "]";
  const std::string place = place_of(violation);
  if (!place.empty()) tail += " (" + place + ")";
  return out + paint(style.color, Ink::dim, tail) + "\n";
}

}  // namespace

std::string violations_text(const ViolationReport& report, const TerminalStyle& style) {
  std::string out;
  if (!style.quiet) {
    std::size_t columns = 0;
    for (const auto& [label, text] : report.facts) {
      columns = std::max(columns, text_columns(escape_for_terminal(label)));
    }
    for (const auto& [label, text] : report.facts) {
      out += paint(style.color, Ink::dim, pad_right(escape_for_terminal(label), columns)) + "  " +
             escape_for_terminal(text) + "\n";
    }
  }
  bool waived = false;
  for (const Violation& violation : report.violations) {
    if (violation.waived_because) {
      waived = true;
    } else {
      out += line_of(violation, report.what, style);
    }
  }
  if (waived && !style.quiet) {
    out += "\nwaived\n";
    for (const Violation& violation : report.violations) {
      if (violation.waived_because) out += "  " + line_of(violation, report.what, style);
    }
    out += "\n";
  }
  if (style.quiet && exit_code_of(report) == 0) return out;
  return out + escape_for_terminal(violation_summary(report)) + "\n";
}

}  // namespace tare
