#include "scoring/compared_figures.h"

#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace tare {
namespace {

using Group = ComparedFigure::Group;

// What a rate takes of one case's counts; a weight of 0 leaves the case out.
struct Weighed {
  Count count;
  std::uint64_t weight = 1;
};

struct Rate {
  std::string_view name;
  Weighed (*of)(const CaseFacts& facts, const SideFacts& side);
};

constexpr std::array<Rate, 7> kRates = {{
    {"passRate", [](const CaseFacts&, const SideFacts& side) { return Weighed{side.passed}; }},
    {"exactAccuracy", [](const CaseFacts&, const SideFacts& side) { return Weighed{side.exact}; }},
    {"acceptableAccuracy",
     [](const CaseFacts&, const SideFacts& side) { return Weighed{side.acceptable}; }},
    {"noToolAccuracy",
     [](const CaseFacts& facts, const SideFacts& side) {
       return Weighed{side.exact, facts.tool && facts.tool->empty() ? 1u : 0u};
     }},
    {"riskWeightedAccuracy",
     [](const CaseFacts& facts, const SideFacts& side) {
       return Weighed{side.acceptable, facts.risk};
     }},
    {"argsAccuracy", [](const CaseFacts&, const SideFacts& side) { return Weighed{side.args}; }},
    {"schemaValid", [](const CaseFacts&, const SideFacts& side) { return Weighed{side.schema}; }},
}};

struct Sum {
  std::uint64_t right = 0, of = 0;
  void add(const Weighed& weighed) {
    right += weighed.count.right * weighed.weight;
    of += weighed.count.of * weighed.weight;
  }
  std::optional<double> share() const {
    if (of == 0) return std::nullopt;
    return static_cast<double>(right) / static_cast<double>(of);
  }
};

const SideFacts& side_of(const CaseFacts& facts, bool raw) {
  return raw ? facts.raw : facts.normalized;
}
std::string view_name(bool raw) { return raw ? "raw" : "normalized"; }

// `good`: a greater share is better.
void move(ComparedFigure& row, const Count& base, const Count& now, bool good) {
  if (base.of == 0 || now.of == 0) return;
  ++row.cases;
  row.single = row.single && base.of == 1 && now.of == 1;
  const int direction = compare_shares(base, now);
  if (direction == 0) return;
  ++(((direction > 0) == good) ? row.better : row.worse);
}

ComparedFigure rate_row(const Rate& rate, bool raw, const RunFacts& base, const RunFacts& now,
                        const std::vector<CasePair>& pairs) {
  ComparedFigure row;
  row.name = rate.name;
  row.view = view_name(raw);
  row.group = row.name == "passRate" && !raw ? Group::pass_rate : Group::figure;
  const auto value = [&](const RunFacts& run) {
    Sum sum;
    for (const CaseFacts& facts : run.cases) sum.add(rate.of(facts, side_of(facts, raw)));
    if (sum.of > 0) return sum.share();
    const auto said = run.figures.find(row.name);
    if (said == run.figures.end()) return std::optional<double>();
    return raw ? said->second.first : said->second.second;
  };
  row.base = value(base);
  row.now = value(now);
  // Over the same cases on both sides: what only one run has would hide or feign a change.
  Sum paired_base, paired_now;
  for (const CasePair& pair : pairs) {
    const Weighed before = rate.of(*pair.now, side_of(*pair.base, raw));
    const Weighed after = rate.of(*pair.now, side_of(*pair.now, raw));
    if (after.weight == 0 || before.count.of == 0 || after.count.of == 0) continue;
    move(row, before.count, after.count, true);
    paired_base.add({before.count, after.weight});
    paired_now.add(after);
  }
  if (row.cases > 0) {
    row.base = paired_base.share();
    row.now = paired_now.share();
  }
  return row;
}

using SliceKey = std::tuple<Group, std::string, bool>;  // tool or tag, its name, raw

std::vector<std::pair<Group, std::string>> slices_of(const CaseFacts& facts) {
  std::vector<std::pair<Group, std::string>> out;
  if (facts.tool) out.emplace_back(Group::tool, facts.tool->empty() ? "NO_TOOL" : *facts.tool);
  const std::set<std::string> tags(facts.tags.begin(), facts.tags.end());
  for (const std::string& tag : tags) out.emplace_back(Group::tag, tag);
  return out;
}

// How often the cases of a tool or a tag pass. Both runs go by what the second one says a case's
// tool and tags are, or the first where that one does not.
std::vector<ComparedFigure> slice_rows(const RunFacts& base, const RunFacts& now,
                                       const std::vector<CasePair>& pairs) {
  struct Slice {
    Sum base, now, paired_base, paired_now;
    ComparedFigure row;
  };
  std::map<SliceKey, Slice> slices;
  std::unordered_map<const CaseFacts*, const CaseFacts*> named;
  for (const CasePair& pair : pairs) {
    const bool now_says = pair.now->tool || !pair.now->tags.empty();
    named[pair.base] = named[pair.now] = now_says ? pair.now : pair.base;
  }
  const auto each = [&](const CaseFacts& facts, auto use) {
    const auto found = named.find(&facts);
    for (auto& [group, name] : slices_of(found == named.end() ? facts : *found->second)) {
      for (const bool raw : {false, true}) use(slices[SliceKey(group, name, raw)], raw);
    }
  };
  for (const CaseFacts& facts : base.cases) {
    each(facts, [&](Slice& slice, bool raw) { slice.base.add({side_of(facts, raw).passed}); });
  }
  for (const CaseFacts& facts : now.cases) {
    each(facts, [&](Slice& slice, bool raw) { slice.now.add({side_of(facts, raw).passed}); });
  }
  for (const CasePair& pair : pairs) {
    each(*pair.now, [&](Slice& slice, bool raw) {
      const Count& before = side_of(*pair.base, raw).passed;
      const Count& after = side_of(*pair.now, raw).passed;
      if (before.of == 0 || after.of == 0) return;
      move(slice.row, before, after, true);
      slice.paired_base.add({before});
      slice.paired_now.add({after});
    });
  }
  std::vector<ComparedFigure> out;
  for (auto& [key, slice] : slices) {
    if (slice.base.of == 0 && slice.now.of == 0) continue;
    ComparedFigure& row = slice.row;
    row.group = std::get<0>(key);
    row.name = std::get<1>(key);
    row.view = view_name(std::get<2>(key));
    row.base = (row.cases > 0 ? slice.paired_base : slice.base).share();
    row.now = (row.cases > 0 ? slice.paired_now : slice.now).share();
    out.push_back(std::move(row));
  }
  return out;
}

// Things that are counted by name in each case: what was confused, what was coerced. `Of` gives the
// counts of one case and the trials that they are counts over.
template <class Of>
std::vector<ComparedFigure> counted_rows(Group group, const std::string& view, const RunFacts& base,
                                         const RunFacts& now, const std::vector<CasePair>& pairs,
                                         Of of) {
  struct Counts {
    std::uint64_t base = 0, now = 0;
    std::uint64_t better = 0, worse = 0;
  };
  std::map<std::string, Counts> names;
  for (const CaseFacts& facts : base.cases) {
    for (const auto& [name, count] : *of(facts).first) names[name].base += count;
  }
  for (const CaseFacts& facts : now.cases) {
    for (const auto& [name, count] : *of(facts).first) names[name].now += count;
  }
  std::uint64_t cases = 0;
  bool single = true;
  for (const CasePair& pair : pairs) {
    const auto [before, base_of] = of(*pair.base);
    const auto [after, now_of] = of(*pair.now);
    if (!pair.base->detailed || !pair.now->detailed || base_of == 0 || now_of == 0) continue;
    ++cases;
    single = single && base_of == 1 && now_of == 1;
    const auto count_in = [](const auto& counts, const std::string& name) {
      const auto found = counts.find(name);
      return found == counts.end() ? 0u : found->second;
    };
    const auto compare = [&, before = before, base_of = base_of, after = after,
                          now_of = now_of](const std::string& name) {
      const int direction =
          compare_shares({count_in(*before, name), base_of}, {count_in(*after, name), now_of});
      if (direction < 0) ++names[name].better;
      if (direction > 0) ++names[name].worse;
    };
    for (const auto& [name, count] : *before) compare(name);
    for (const auto& [name, count] : *after) {
      if (!before->contains(name)) compare(name);
    }
  }
  const auto known = [](const RunFacts& run) {
    for (const CaseFacts& facts : run.cases) {
      if (facts.detailed) return true;
    }
    return run.cases.empty();
  };
  const bool base_known = known(base);
  const bool now_known = known(now);
  std::vector<ComparedFigure> out;
  for (const auto& [name, counts] : names) {
    ComparedFigure row;
    row.group = group;
    row.name = name;
    row.view = view;
    if (base_known) row.base = static_cast<double>(counts.base);
    if (now_known) row.now = static_cast<double>(counts.now);
    row.cases = cases;
    row.single = single && group == Group::confusion;
    row.better = counts.better;
    row.worse = counts.worse;
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace

int compare_shares(const Count& base, const Count& now) {
  if (base.of == 0 || now.of == 0) return 0;
  const std::uint64_t before = std::uint64_t{base.right} * now.of;
  const std::uint64_t after = std::uint64_t{now.right} * base.of;
  return after < before ? -1 : after > before ? 1 : 0;
}

std::vector<ComparedFigure> compared_figures(const RunFacts& base, const RunFacts& now,
                                             const std::vector<CasePair>& pairs) {
  std::vector<ComparedFigure> out;
  for (const Rate& rate : kRates) {
    for (const bool raw : {false, true}) {
      ComparedFigure row = rate_row(rate, raw, base, now, pairs);
      if (!row.base && !row.now && row.group != Group::pass_rate) continue;
      out.push_back(std::move(row));
    }
  }
  const auto append = [&](std::vector<ComparedFigure> rows) {
    for (ComparedFigure& row : rows) out.push_back(std::move(row));
  };
  append(slice_rows(base, now, pairs));
  for (const bool raw : {false, true}) {
    append(counted_rows(Group::confusion, view_name(raw), base, now, pairs,
                        [raw](const CaseFacts& facts) {
                          const SideFacts& side = side_of(facts, raw);
                          return std::pair(&side.confusions, side.acceptable.of);
                        }));
  }
  append(counted_rows(Group::coercion, "", base, now, pairs, [](const CaseFacts& facts) {
    return std::pair(&facts.coercions, facts.trials);
  }));
  return out;
}

}  // namespace tare
