#include <fmt/format.h>

#include "report/markdown.h"
#include "report/violations.h"

namespace tare {
namespace {

std::string place_of(const Violation& violation) {
  if (violation.file.empty()) return "";
  std::string out = violation.file;
  if (violation.line > 0) out += ":" + std::to_string(violation.line);
  return out;
}

std::string row_of(const Violation& violation) {
  std::string text = markdown_cell(violation.text);
  if (violation.waived_because) {
    text += "; waived: " + markdown_cell(*violation.waived_because);
  } else if (!violation.mend.empty()) {
    text += "; " + markdown_cell(violation.mend);
  }
  return markdown_line({markdown_cell(violation.subject),
                        std::string(violation_level_name(violation.level)), text,
                        markdown_cell(violation.rule), markdown_cell(place_of(violation))});
}

// Those that are waived, or those that are not.
std::string table(const ViolationReport& report, bool waived) {
  std::string rows;
  for (const Violation& violation : report.violations) {
    if (violation.waived_because.has_value() == waived) rows += row_of(violation);
  }
  if (rows.empty()) return "";
  return "| | | what | rule | where |\n| --- | --- | --- | --- | --- |\n" + rows;
}

}  // namespace

std::string violations_markdown(const ViolationReport& report) {
  std::string out = fmt::format("## {}\n", markdown_cell(violation_summary(report)));
  if (!report.facts.empty()) out += "\n";
  for (const auto& [label, text] : report.facts) {
    out += fmt::format("* {}: {}\n", markdown_cell(label), markdown_cell(text));
  }
  if (const std::string rows = table(report, false); !rows.empty()) out += "\n" + rows;
  if (const std::string rows = table(report, true); !rows.empty()) {
    out += "\n### Waived\n\n" + rows;
  }
  return out;
}

}  // namespace tare
