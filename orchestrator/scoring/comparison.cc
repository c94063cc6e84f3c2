#include "scoring/comparison.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "scoring/compared_figures.h"
#include "scoring/experiment.h"
#include "scoring/identity.h"
#include "scoring/significance.h"

namespace tare {
namespace {

constexpr std::size_t kListed = 20;

// Negative: fewer of its trials pass than before.
double gain(const ChangedCase& changed) {
  return static_cast<double>(changed.now.right) / changed.now.of -
         static_cast<double>(changed.base.right) / changed.base.of;
}

void set_changed_cases(const std::vector<CasePair>& pairs, Comparison& out) {
  for (const CasePair& pair : pairs) {
    const Count& base = pair.base->normalized.passed;
    const Count& now = pair.now->normalized.passed;
    const int direction = compare_shares(base, now);
    if (direction == 0) continue;
    std::vector<ChangedCase>& list = direction < 0 ? out.newly_failing : out.newly_passing;
    list.push_back({pair.now->id, base, now, pair.now->risk});
  }
  // The greatest change first, of equal ones the greater risk, then the order of the suite.
  std::ranges::stable_sort(out.newly_failing, [](const ChangedCase& a, const ChangedCase& b) {
    const double x = gain(a);
    const double y = gain(b);
    return x != y ? x < y : a.risk > b.risk;
  });
  std::ranges::stable_sort(out.newly_passing, [](const ChangedCase& a, const ChangedCase& b) {
    const double x = gain(a);
    const double y = gain(b);
    return x != y ? x > y : a.risk > b.risk;
  });
}

bool decides(ComparedFigure::Group group) {
  switch (group) {
    case ComparedFigure::Group::pass_rate:
    case ComparedFigure::Group::figure:
    case ComparedFigure::Group::tool:
    case ComparedFigure::Group::tag:
      return true;
    case ComparedFigure::Group::confusion:
    case ComparedFigure::Group::coercion:
      return false;
  }
  return false;
}

// More of a confusion or a coercion is not better, whatever its direction is called.
double improvement(const ComparedFigure& figure) {
  if (!figure.base || !figure.now) return 0;
  const double more = *figure.now - *figure.base;
  return decides(figure.group) ? more : -more;
}

// One answer: the cases must have changed by more than luck, and the figure the same way. It may
// not, where weights or numbers of trials differ; then nothing can be told.
Direction change_of(const ComparedFigure& figure) {
  if (figure.corrected > kSignificance) return Direction::cannot_tell;
  const double by = improvement(figure);
  if (figure.better > figure.worse && by > 0) return Direction::better;
  if (figure.worse > figure.better && by < 0) return Direction::worse;
  return Direction::cannot_tell;
}

// A figure that no case has on both sides was never tested, and is part of no family.
void correct(std::vector<ComparedFigure>& figures, bool (*in_family)(ComparedFigure::Group)) {
  std::vector<double> p_values;
  for (ComparedFigure& figure : figures) {
    figure.p = sign_test(figure.better, figure.worse);
    if (in_family(figure.group) && figure.cases > 0) p_values.push_back(figure.p);
  }
  const std::vector<double> corrected = holm(p_values);
  const double level =
      kSignificance / static_cast<double>(std::max<std::size_t>(1, p_values.size()));
  std::size_t at = 0;
  for (ComparedFigure& figure : figures) {
    if (!in_family(figure.group) || figure.cases == 0) continue;
    figure.corrected = corrected[at++];
    figure.smallest_drop = smallest_visible_drop(figure.cases, level);
    figure.change = change_of(figure);
  }
}

Direction overall(const std::vector<ComparedFigure>& figures) {
  bool better = false;
  for (const ComparedFigure& figure : figures) {
    if (!decides(figure.group)) continue;
    if (figure.change == Direction::worse) return Direction::worse;
    better = better || figure.change == Direction::better;
  }
  return better ? Direction::better : Direction::cannot_tell;
}

}  // namespace

std::string_view group_name(ComparedFigure::Group group) {
  switch (group) {
    case ComparedFigure::Group::pass_rate:
      return "passRate";
    case ComparedFigure::Group::figure:
      return "figure";
    case ComparedFigure::Group::tool:
      return "tool";
    case ComparedFigure::Group::tag:
      return "tag";
    case ComparedFigure::Group::confusion:
      return "confusion";
    case ComparedFigure::Group::coercion:
      return "coercion";
  }
  return "";
}

Comparison compare_runs(const RunFacts& base, const RunFacts& now, const std::string& target) {
  Comparison out;
  out.base_name = base.name;
  out.now_name = now.name;
  out.dataset_changed = is_other_dataset(base.provenance, now.provenance);
  out.identity = identity_differences(base.provenance, now.provenance);
  out.thresholds = threshold_differences(base.gates, now.gates);
  out.circumstance = circumstance_differences(base.provenance, now.provenance);

  std::unordered_map<std::string_view, const CaseFacts*> by_id;
  for (const CaseFacts& facts : base.cases) by_id.emplace(facts.id, &facts);
  std::unordered_set<std::string_view> paired;
  std::vector<CasePair> pairs;
  for (const CaseFacts& facts : now.cases) {
    const auto found = by_id.find(facts.id);
    if (found == by_id.end()) {
      out.only_now.push_back(facts.id);
    } else if (paired.insert(facts.id).second) {
      pairs.push_back({found->second, &facts});
    }
  }
  for (const CaseFacts& facts : base.cases) {
    if (!paired.contains(facts.id)) out.only_base.push_back(facts.id);
  }
  out.cases = pairs.size();
  set_changed_cases(pairs, out);

  using Group = ComparedFigure::Group;
  out.figures = compared_figures(base, now, pairs);
  correct(out.figures, [](Group group) { return group == Group::pass_rate; });
  correct(out.figures, [](Group group) { return decides(group) && group != Group::pass_rate; });
  correct(out.figures, [](Group group) { return !decides(group); });
  if (!target.empty()) out.experiment = judge_experiment(base, now, pairs, target);
  out.change = overall(out.figures);
  return out;
}

BaselineSummary summary_of(const Comparison& comparison) {
  BaselineSummary out;
  out.name = comparison.base_name;
  for (const Difference& difference : comparison.identity) out.differing.push_back(difference.what);
  const ComparedFigure& rate = comparison.figures.front();
  out.base_rate = rate.base;
  out.rate = rate.now;
  out.p = rate.p;
  out.cases = rate.cases;
  out.smallest_drop = rate.smallest_drop;
  out.change = comparison.change;
  out.newly_failing = comparison.newly_failing.size();
  out.newly_passing = comparison.newly_passing.size();
  const auto ids = [](const std::vector<ChangedCase>& list, std::vector<std::string>& to) {
    for (std::size_t i = 0; i < std::min(list.size(), kListed); ++i) to.push_back(list[i].id);
  };
  ids(comparison.newly_failing, out.failing);
  ids(comparison.newly_passing, out.passing);
  return out;
}

}  // namespace tare
