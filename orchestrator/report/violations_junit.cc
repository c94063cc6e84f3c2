// JUnit XML, as the Ant task writes it. A violation that decides is a failure, any other one is
// skipped with its reason; a rule that found nothing passed, so that a build server shows what was
// looked at and not an empty page.
#include <fmt/format.h>

#include <set>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/violations.h"

namespace tare {
namespace {

std::string attribute(std::string_view text) { return escape_for_xml(shown_text(text, 2000)); }

// Without fraction and zone, as the schema wants it.
std::string timestamp_of(const std::string& text) {
  constexpr std::size_t kSeconds = sizeof "2026-11-30T10:44:53" - 1;
  return text.size() < kSeconds ? "1970-01-01T00:00:00" : text.substr(0, kSeconds);
}

std::string whole_text(const Violation& violation) {
  std::string out = violation.text + "\n";
  if (!violation.mend.empty()) out += violation.mend + "\n";
  if (!violation.file.empty()) {
    out += fmt::format("{}:{}:{}\n", violation.file, violation.line, violation.column);
  }
  return out;
}

std::string testcase(const Violation& violation, const ViolationReport& report) {
  const std::string& subject = violation.subject.empty() ? report.what : violation.subject;
  std::string out = fmt::format("  <testcase name=\"{}\" classname=\"{}\" time=\"0.000\">\n    ",
                                attribute(subject), attribute(violation.rule));
  if (is_finding(report, violation)) {
    out += fmt::format("<failure message=\"{}\" type=\"{}\">{}</failure>\n",
                       attribute(violation.text), attribute(violation.rule),
                       escape_for_xml(escape_for_terminal(whole_text(violation), true), true));
  } else {
    const std::string why = violation.waived_because
                                ? "waived: " + *violation.waived_because
                                : std::string(violation_level_name(violation.level));
    out += fmt::format("<skipped message=\"{}\"/>\n", attribute(why + ": " + violation.text));
  }
  return out + "  </testcase>\n";
}

}  // namespace

std::string violations_junit(const ViolationReport& report, std::span<const RuleInfo> rules) {
  std::set<std::string_view> met;
  std::uint64_t failures = 0;
  std::string cases;
  for (const Violation& violation : report.violations) {
    met.insert(violation.rule);
    if (is_finding(report, violation)) ++failures;
    cases += testcase(violation, report);
  }
  std::uint64_t tests = report.violations.size();
  const std::uint64_t skipped = tests - failures;
  for (const RuleInfo& rule : rules) {
    if (met.contains(rule.id)) continue;
    ++tests;
    cases += fmt::format("  <testcase name=\"{}\" classname=\"{}\" time=\"0.000\"/>\n",
                         attribute(report.what), attribute(rule.id));
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"tare {}\" timestamp=\"{}\" hostname=\"localhost\" tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"0.000\">\n  <properties>\n",
      attribute(report.what), timestamp_of(report.checked_at), tests, failures, skipped);
  for (const auto& [label, text] : report.facts) {
    out += fmt::format("    <property name=\"{}\" value=\"{}\"/>\n", attribute(label),
                       attribute(text));
  }
  out += "  </properties>\n" + cases;
  return out + "  <system-out></system-out>\n  <system-err></system-err>\n</testsuite>\n";
}

}  // namespace tare
