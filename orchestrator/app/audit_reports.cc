#include "app/audit_reports.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "audit/audit_json.h"
#include "audit/audit_report.h"
#include "base/file.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kForms = {"terminal", "json", "markdown", "html"};
constexpr std::array<std::string_view, 4> kFiles = {"audit.txt", "audit.json", "audit.md",
                                                    "audit.html"};

Error usage(std::string reason, std::string mend) {
  return {.kind = ErrorKind::usage, .reason = std::move(reason), .mend = std::move(mend)};
}

Result<AuditReport> report_of(const std::string& request, const std::string& out) {
  const std::size_t equals = request.find('=');
  const auto found = std::ranges::find(kForms, request.substr(0, equals));
  if (found == kForms.end()) {
    return usage(fmt::format("--report {}: there is no such form", request),
                 "one of terminal, json, markdown, html, with =PATH behind it or not");
  }
  const auto index = static_cast<std::size_t>(found - kForms.begin());
  AuditReport report{.form = static_cast<AuditReport::Form>(index), .path = {}};
  if (equals != std::string::npos) {
    report.path = request.substr(equals + 1);
    if (report.path.empty()) {
      return usage(fmt::format("--report {}: there is no path behind the =", request),
                   "name a file, - for stdout, or leave the = out");
    }
  } else if (report.form == AuditReport::Form::terminal) {
    report.path = "-";
  } else {
    report.path = fmt::format("{}/{}", out, kFiles[index]);
  }
  return report;
}

std::string place_of(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path.string() : whole.string();
}

// `out` need not be there yet.
Result<void> check_place(const AuditReport& report, const std::string& out) {
  const auto refuse = [&](const std::string& reason) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("the {} report cannot be written: {}",
                                       kForms[static_cast<std::size_t>(report.form)], reason),
                 .where = report.path,
                 .mend = "name a file in a folder that is there: --report FORM=PATH"};
  };
  std::error_code ignored;
  const fs::path path = report.path;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) return refuse("that is a folder");
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (place_of(parent) == place_of(out)) return {};
  if (!fs::is_directory(parent, ignored)) return refuse("there is no such folder");
  // A pipe or a device is written to; a file is replaced, which takes its folder.
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  const fs::path target = in_place ? path : fs::path(place_of(path)).parent_path();
  if (::access(target.c_str(), W_OK) != 0) return refuse("it may not be written to");
  return {};
}

}  // namespace

Result<std::vector<AuditReport>> audit_reports(const std::vector<std::string>& requests,
                                               const std::string& out, const Console& console) {
  std::vector<AuditReport> reports;
  for (const std::string& request : requests) {
    auto report = report_of(request, out);
    if (!report) return report.error();
    reports.push_back(std::move(*report));
  }
  if (console.format == OutputFormat::json) {
    reports.push_back({.form = AuditReport::Form::json, .path = "-"});
  }
  const std::string own = place_of(out + "/audit.json");
  std::set<std::string> taken;
  for (const AuditReport& report : reports) {
    const bool to_stdout = report.path == "-";
    if (!to_stdout) {
      if (auto checked = check_place(report, out); !checked) return checked.error();
    }
    const std::string place = to_stdout ? "-" : place_of(report.path);
    if (place == own && report.form != AuditReport::Form::json) {
      return usage(fmt::format("{} is where the audit itself goes", report.path),
                   "give that report another path");
    }
    if (!taken.insert(place).second) {
      return usage(fmt::format("two reports go to {}", to_stdout ? "stdout" : report.path),
                   "give one of them a path of its own: --report markdown=audit.md");
    }
  }
  return reports;
}

Result<void> write_audit_report(const AuditReport& report, const Audit& audit,
                                const AuditComparison* comparison, const Console& console) {
  const bool to_stdout = report.path == "-";
  std::string text;
  switch (report.form) {
    case AuditReport::Form::terminal:
      text = audit_terminal(audit, comparison, console.style(to_stdout ? STDOUT_FILENO : -1));
      break;
    case AuditReport::Form::json:
      text = audit_to_json(audit);
      break;
    case AuditReport::Form::markdown:
      text = audit_markdown(audit, comparison);
      break;
    case AuditReport::Form::html:
      text = audit_page(audit, comparison);
      break;
  }
  return to_stdout ? write_all(STDOUT_FILENO, text) : write_file_atomically(report.path, text);
}

}  // namespace tare
