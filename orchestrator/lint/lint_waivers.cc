#include "lint/lint_waivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/escape.h"
#include "base/glob.h"
#include "base/nearest_name.h"
#include "suite/filter.h"

namespace tare {
namespace {

constexpr std::string_view kGroup = "lint:";
constexpr std::string_view kPrefix = "lint/";

struct Entry {
  const WaiverSpec* spec;
  std::string_view rule;  // without "lint:"; a glob
  Filter where;
  bool of_family = false, of_other = false;
  std::uint64_t covered = 0;
};

Error unknown_rule(const Suite& suite, const WaiverSpec& spec, std::string_view rule) {
  std::vector<std::string_view> known;
  for (const LintRuleInfo& info : lint_rules()) known.push_back(info.id.substr(kPrefix.size()));
  return {ErrorKind::usage,
          fmt::format("unknown rule \"{}\" in a waiver", escape_for_terminal(shorten(rule, 60))),
          suite.where(spec.position),
          nearest_name_hint(rule, known),
          {}};
}

bool covers(const Entry& entry, const LintFinding& finding) {
  const std::string_view id = std::string_view(finding.violation.rule).substr(kPrefix.size());
  if (!glob_match(entry.rule, id)) return false;
  return finding.test_case == nullptr ? entry.where.matches_everything()
                                      : entry.where.matches(*finding.test_case);
}

}  // namespace

Result<void> apply_lint_waivers(LintFamily family, bool can_tell, LintFindings& findings) {
  const Suite& suite = findings.suite();
  std::vector<Entry> entries;
  for (const WaiverSpec& spec : suite.waivers) {
    if (!spec.rule.starts_with(kGroup)) continue;
    Entry entry{&spec, std::string_view(spec.rule).substr(kGroup.size()), {}};
    if (entry.rule.starts_with(kPrefix)) entry.rule.remove_prefix(kPrefix.size());
    for (const LintRuleInfo& info : lint_rules()) {
      if (!glob_match(entry.rule, info.id.substr(kPrefix.size()))) continue;
      (info.family == family ? entry.of_family : entry.of_other) = true;
    }
    if (!entry.of_family && !entry.of_other) return unknown_rule(suite, spec, entry.rule);
    Result<Filter> where = Filter::parse(spec.where);
    if (!where) return where.error();
    entry.where = std::move(*where);
    if (entry.of_family) entries.push_back(std::move(entry));
  }
  for (LintFinding& finding : findings.list()) {
    for (Entry& entry : entries) {
      if (!covers(entry, finding)) continue;
      ++entry.covered;
      if (!finding.violation.waived_because) finding.violation.waived_because = entry.spec->why;
    }
  }
  if (!can_tell) return {};
  for (const Entry& entry : entries) {
    if (entry.covered > 0 || entry.of_other) continue;
    findings.add(LintRule::unused_waiver, entry.spec->position, entry.spec->rule,
                 entry.spec->where.empty()
                     ? std::string("the waiver covers nothing")
                     : fmt::format("the waiver covers nothing where {}",
                                   escape_for_terminal(shorten(entry.spec->where, 80))),
                 fmt::format("delete the entry at {}", suite.where(entry.spec->position)));
  }
  return {};
}

}  // namespace tare
