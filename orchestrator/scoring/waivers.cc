#include "scoring/waivers.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/glob.h"
#include "base/nearest_name.h"
#include "diff/kind.h"
#include "suite/filter.h"

namespace tare {

struct Waivers::Entry {
  enum class Rule : std::uint8_t { coercion, test_case, quarantine, lint };
  Rule rule = Rule::coercion;
  std::string what;  // the kind (a glob) or the case's id
  Filter where;
  WaiverResult said;  // as the suite has it, nothing matched yet
};

namespace {

using Entry = Waivers::Entry;

bool names_a_kind(const std::string& glob) {
  return std::ranges::any_of(all_kinds(),
                             [&](const KindInfo& info) { return glob_match(glob, info.name); });
}

Error unknown_kind(const std::string& kind, const std::string& place) {
  std::vector<std::string_view> known;
  for (const KindInfo& info : all_kinds()) known.push_back(info.name);
  return Error{.kind = ErrorKind::usage,
               .reason = "unknown kind \"" + kind + "\" in a waiver",
               .where = place,
               .mend = nearest_name_hint(kind, known)};
}

bool covers_finding(const Entry& entry, const TestCase& test_case, const CallTrace& trace,
                    const Finding& finding) {
  return entry.rule == Entry::Rule::coercion && glob_match(entry.what, finding.kind) &&
         entry.where.matches_call(test_case, trace.tools);
}

bool covers_case(const Entry& entry, Entry::Rule rule, const TestCase& test_case) {
  return entry.rule == rule && entry.what == test_case.id() && entry.where.matches(test_case);
}

// Results are to be the same however the suite was named: a place within its folder is told from
// there.
std::string from_folder_of(const Suite& suite, std::string place) {
  const std::size_t slash = suite.path.rfind('/');
  if (slash == std::string::npos) return place;
  const std::string folder = escape_for_terminal(suite.path.substr(0, slash + 1));
  if (place.starts_with(folder)) place.erase(0, folder.size());
  return place;
}

}  // namespace

Waivers::Waivers() = default;

Result<Waivers> Waivers::create(const Suite& suite) {
  Waivers out;
  for (const WaiverSpec& spec : suite.waivers) {
    auto entry = std::make_shared<Entry>();
    entry->said = {.rule = spec.rule,
                   .where = spec.where,
                   .why = spec.why,
                   .reviewed_by = spec.reviewed_by,
                   .until = spec.until,
                   .place = suite.where(spec.position),
                   .at = from_folder_of(suite, suite.where(spec.position)),
                   .matched = 0,
                   .evidence = spec.evidence,
                   .reason = {},
                   .outcome = std::nullopt};
    const std::size_t colon = std::min(spec.rule.find(':'), spec.rule.size());
    const std::string_view group = std::string_view(spec.rule).substr(0, colon);
    entry->what = spec.rule.substr(std::min(colon + 1, spec.rule.size()));
    entry->rule = group == "case"         ? Entry::Rule::test_case
                  : group == "quarantine" ? Entry::Rule::quarantine
                  : group == "lint"       ? Entry::Rule::lint
                                          : Entry::Rule::coercion;
    if (entry->rule == Entry::Rule::coercion && !names_a_kind(entry->what)) {
      return unknown_kind(entry->what, entry->said.place);
    }
    Result<Filter> where = Filter::parse(spec.where);
    if (!where) return where.error();
    entry->where = std::move(*where);
    out.list_.push_back(std::move(entry));
  }
  return out;
}

bool Waivers::quarantines(const TestCase& test_case) const {
  return std::ranges::any_of(list_, [&](const auto& entry) {
    return covers_case(*entry, Entry::Rule::quarantine, test_case);
  });
}

// Of a flaky case a pass says as little as a failure: both are set aside, and so is a trial that
// stayed incomplete.
bool Waivers::quarantine(const TestCase& test_case, TrialScore& score) const {
  for (std::uint32_t i = 0; i < list_.size(); ++i) {
    if (!covers_case(*list_[i], Entry::Rule::quarantine, test_case)) continue;
    score.waiver = i;
    score.quarantined = score.verdict;
    const auto set_aside = [](Verdict& verdict) {
      if (verdict == Verdict::pass || verdict == Verdict::fail) verdict = Verdict::waived;
    };
    set_aside(score.verdict);
    set_aside(score.raw_verdict);
    score.reasons.push_back("in quarantine, would be " +
                            std::string(verdict_name(*score.quarantined)) + ": " +
                            list_[i]->said.why + " (" + list_[i]->said.evidence + ")");
    return true;
  }
  return false;
}

void Waivers::apply(const TestCase& test_case, TrialScore& score) const {
  if (list_.empty()) return;
  for (CallTrace& trace : score.traces) {
    for (Finding& finding : trace.findings) {
      for (std::uint32_t i = 0; i < list_.size() && !finding.waiver; ++i) {
        if (covers_finding(*list_[i], test_case, trace, finding)) finding.waiver = i;
      }
    }
  }
  // A limit that was crossed is no matter of a wrong choice, and no waiver covers it.
  if (!score.limits.empty()) return;
  if (quarantine(test_case, score) || score.outcome == AttemptOutcome::failed) return;
  if (score.verdict != Verdict::fail && score.raw_verdict != Verdict::fail) return;
  for (std::uint32_t i = 0; i < list_.size(); ++i) {
    if (!covers_case(*list_[i], Entry::Rule::test_case, test_case)) continue;
    score.waiver = i;
    if (score.verdict == Verdict::fail) score.verdict = Verdict::waived;
    if (score.raw_verdict == Verdict::fail) score.raw_verdict = Verdict::waived;
    score.reasons.push_back("waived (" + list_[i]->said.rule + "): " + list_[i]->said.why);
    return;
  }
}

WaiverTally::WaiverTally(const Waivers& waivers)
    : list_(waivers.list_),
      matched_(waivers.list_.size(), 0),
      passed_(waivers.list_.size(), 0),
      failed_(waivers.list_.size(), 0),
      uncovered_(waivers.list_.size()) {}

void WaiverTally::add(const TestCase& test_case, const TrialScore& score) {
  if (list_.empty()) return;
  any_incomplete_ =
      any_incomplete_ || (score.outcome == AttemptOutcome::failed && !score.quarantined);
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (score.waiver == i || !covers_case(*list_[i], list_[i]->rule, test_case)) continue;
    ++uncovered_[i].ran;
    if (!score.limits.empty()) ++uncovered_[i].crossed;
    if (score.waiver && !uncovered_[i].first) uncovered_[i].first = score.waiver;
  }
  if (score.waiver) ++matched_[*score.waiver];
  if (score.quarantined == Verdict::pass) ++passed_[*score.waiver];
  if (score.quarantined == Verdict::fail) ++failed_[*score.waiver];
  for (const CallTrace& trace : score.traces) {
    for (const Finding& finding : trace.findings) {
      if (finding.waiver) ++matched_[*finding.waiver];
    }
  }
}

// Of an entry that covered nothing, in words that go on after "covered nothing".
std::string WaiverTally::why_nothing(std::size_t entry) const {
  const Waivers::Entry::Rule rule = list_[entry]->rule;
  if (rule != Waivers::Entry::Rule::test_case && rule != Waivers::Entry::Rule::quarantine)
    return "";
  const Uncovered& seen = uncovered_[entry];
  if (seen.ran == 0) {
    return list_[entry]->said.where.empty()
               ? "no trial of that case ran here"
               : "no trial of that case ran here to which its \"where\" applies";
  }
  if (seen.crossed > 0) return "the case crossed a limit, which no waiver covers";
  if (seen.first) return "the entry at " + list_[*seen.first]->said.place + " covers that case";
  return "the case passes";
}

std::vector<WaiverResult> WaiverTally::results(bool can_tell) const {
  std::vector<WaiverResult> out;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    WaiverResult result = list_[i]->said;
    result.matched = matched_[i];
    result.passed = passed_[i];
    result.failed = failed_[i];
    // One lucky run does not fail the build: of a flaky case it was to be expected now and then.
    result.unexpected_pass = list_[i]->rule == Waivers::Entry::Rule::quarantine && can_tell &&
                             matched_[i] > 0 && passed_[i] == matched_[i];
    if (result.matched == 0) result.reason = why_nothing(i);
    if (result.matched > 0) {
      result.outcome = GateOutcome::pass;
    } else if (uncovered_[i].crossed > 0) {
      // Whether it is needed shows once no limit is crossed.
      result.outcome = std::nullopt;
    } else if (list_[i]->rule != Waivers::Entry::Rule::lint && can_tell) {
      result.outcome = any_incomplete_ ? GateOutcome::undecided : GateOutcome::fail;
    }
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace tare
