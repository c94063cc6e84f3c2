#include "app/violation_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <set>

#include "app/exit_code.h"
#include "base/file.h"
#include "base/nearest_name.h"
#include "run/version.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kFormats = {"text", "json", "junit", "sarif", "markdown"};

struct Place {
  std::string format, path;  // "-": stdout
};

std::string usual_path(std::string_view format) {
  if (format == "json") return "violations.json";
  if (format == "junit") return "junit.xml";
  if (format == "sarif") return "tare.sarif";
  return format == "markdown" ? "violations.md" : "-";
}

std::vector<Place> places_of(const ViolationOutputs& outputs) {
  std::vector<Place> out;
  bool stdout_named = false;
  for (const std::string& word : outputs.reports) {
    const auto equals = word.find('=');
    Place place{word.substr(0, equals), ""};
    place.path = equals == std::string::npos ? usual_path(place.format) : word.substr(equals + 1);
    stdout_named = stdout_named || place.path == "-";
    out.push_back(std::move(place));
  }
  // A report that asks for stdout takes the place of the text there.
  if (!stdout_named || outputs.format != "text") out.push_back({outputs.format, "-"});
  return out;
}

std::string rendered(const ViolationReport& report, std::span<const RuleInfo> rules,
                     const Place& place, const Console& console, const ViolationRenderer& own) {
  const TerminalStyle style = console.style(place.path == "-" ? STDOUT_FILENO : -1);
  if (own) {
    if (std::string text = own(place.format, style); !text.empty()) return text;
  }
  if (place.format == "json") return violations_json(report);
  if (place.format == "junit") return violations_junit(report, rules);
  if (place.format == "sarif") return violations_sarif(report, rules, kVersion);
  if (place.format == "markdown") return violations_markdown(report);
  return violations_text(report, style);
}

}  // namespace

void add_violation_options(CLI::App& command, ViolationOutputs& outputs) {
  command
      .add_option("--format", outputs.format,
                  "What stands on stdout: text, json, junit, sarif or markdown")
      ->check(CLI::IsMember(std::vector<std::string>(kFormats.begin(), kFormats.end())))
      ->type_name("FORMAT");
  command
      .add_option("--report", outputs.reports,
                  "A report besides: json, junit, sarif, markdown or text; =PATH says where (- is "
                  "stdout). Repeatable")
      ->type_name("FORMAT[=PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->take_all();
}

Result<void> check_violation_outputs(const ViolationOutputs& outputs) {
  std::set<std::string> taken;
  for (const Place& place : places_of(outputs)) {
    if (std::ranges::find(kFormats, place.format) == kFormats.end()) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--report {}: unknown report format", place.format),
                   .mend = nearest_name_hint(place.format, kFormats)};
    }
    if (!place.path.empty() && taken.insert(place.path).second) continue;
    return Error{.kind = ErrorKind::usage,
                 .reason = place.path.empty()
                               ? fmt::format("--report {}= names no file", place.format)
                               : fmt::format("two reports go to {}",
                                             place.path == "-" ? "stdout" : place.path),
                 .mend = "give each report a place of its own: --report sarif=tare.sarif"};
  }
  return {};
}

int print_violations(const ViolationReport& report, std::span<const RuleInfo> rules,
                     const ViolationOutputs& outputs, const Console& console,
                     const ViolationRenderer& own) {
  int code = exit_code_of(report);
  for (const Place& place : places_of(outputs)) {
    const std::string text = rendered(report, rules, place, console, own);
    const auto written = place.path == "-" ? write_all(STDOUT_FILENO, text)
                                           : write_file_atomically(place.path, text);
    if (written) continue;
    (void)console.fail("write a report", written.error());
    if (code == kExitGood) code = kExitReport;
  }
  return code;
}

}  // namespace tare
