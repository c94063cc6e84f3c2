#include "run/bulk_score.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "scoring/aggregate.h"
#include "scoring/alike.h"
#include "suite/predictions.h"

namespace tare {
namespace {

using ByRisk = std::array<std::uint32_t, 5>;
constexpr ByRisk kNone = {kNoMark, kNoMark, kNoMark, kNoMark, kNoMark};

// One case of the set in the seat of a plan that has one: score_slot knows no other way.
class Seat {
 public:
  static Result<Seat> create(Suite& suite, const BulkCases& cases) {
    suite.cases.clear();
    suite.cases.push_back(cases.whole(cases.all().front()));
    RunOptions options;
    options.trials = 1;
    auto plan = make_plan(suite, options);
    if (!plan) return plan.error();
    return Seat(suite, cases, std::move(*plan));
  }

  const RunPlan& plan() const { return plan_; }
  const TestCase& test_case() const { return suite_.cases.front(); }

  Result<ScoredTrial> score(const BulkCase& one) {
    TestCase& seat = suite_.cases.front();
    seat = cases_.whole(one);
    std::vector<Prediction> predictions(1);
    predictions[0] = {.case_index = 0, .trial = 1, .selected_tool = std::nullopt};
    if (one.selected != 0) predictions[0].selected_tool = cases_.tools().name(one.selected);
    const Manifest* manifest = suite_.tools_from == ToolsFrom::file ? &suite_.tools : nullptr;
    return score_slot(plan_, manifest, attempts_from_predictions(plan_, predictions), 0);
  }
  // A member of a group, standing for those of one risk.
  void stand_for(std::uint8_t risk) {
    suite_.cases.front().input.tags.clear();
    suite_.cases.front().expected.risk = risk;
  }

 private:
  Seat(Suite& suite, const BulkCases& cases, RunPlan plan)
      : suite_(suite), cases_(cases), plan_(std::move(plan)) {}

  Suite& suite_;
  const BulkCases& cases_;
  RunPlan plan_;
};

std::uint32_t bits_of(const Selection& side) {
  return (side.evidence ? 1u : 0u) | (side.exact ? 2u : 0u) | (side.acceptable ? 4u : 0u) |
         (side.client_refused ? 8u : 0u);
}

// Nothing that a gate or a reporter would name it for.
bool is_clean(const TrialScore& score) {
  return score.verdict == Verdict::pass && score.raw_verdict == Verdict::pass && score.raw.exact &&
         score.normalized.exact && score.limits.empty() && !score.limit_unchecked;
}

// Groups fall into marks (the same in a tag's slice) and sorts (the same in what they are named
// for); both by risk.
struct Kinds {
  std::vector<ByRisk> mark_of, sort_of;  // by group
  std::vector<std::uint32_t> group_of_mark;
  std::vector<std::uint8_t> risk_of_mark;
  std::uint32_t sorts = 0;
  std::vector<bool> one_by_one;  // groups that cannot be added at once
};

class BulkScore {
 public:
  BulkScore(Seat seat, const BulkCases& cases, Aggregate aggregate,
            const std::vector<std::unique_ptr<Reporter>>& reporters, unsigned workers)
      : seat_(std::move(seat)),
        cases_(cases),
        aggregate_(std::move(aggregate)),
        reporters_(reporters),
        workers_(workers) {}

  Result<RunSummary> run() {
    alike_ = find_alike(cases_, workers_);
    if (Result<void> told = tell_kinds(); !told) return told.error();
    if (Result<void> added = add_named(); !added) return added.error();
    if (Result<void> added = add_groups(); !added) return added.error();
    return aggregate_.finish(false, false);
  }

 private:
  const BulkCase& first_of(std::uint32_t group) const {
    return cases_.all()[alike_.groups[group].first];
  }

  Result<void> tell_kinds() {
    const auto groups = static_cast<std::uint32_t>(alike_.groups.size());
    kinds_.mark_of.assign(groups, kNone);
    kinds_.sort_of.assign(groups, kNone);
    kinds_.one_by_one.assign(groups, false);
    bool any_apart = false;
    for (std::uint32_t group = 0; group < groups; ++group) {
      auto trial = seat_.score(first_of(group));
      if (!trial) return trial.error();
      if (!Aggregate::can_add_alike(trial->score)) {
        kinds_.one_by_one[group] = any_apart = true;
        continue;
      }
      for (std::uint8_t risk = 1; risk <= 5; ++risk) {
        if (alike_.groups[group].count[risk - 1u] > 0) tell_kind(group, risk, trial->score);
      }
    }
    if (!any_apart) return {};
    for (std::uint32_t& group : alike_.group_of) {
      if (group == kOddCase || !kinds_.one_by_one[group]) continue;
      alike_.groups[group].count = {};
      group = kOddCase;
    }
    return {};
  }

  void tell_kind(std::uint32_t group, std::uint8_t risk, const TrialScore& score) {
    const Expectation::Tool tool = seat_.test_case().expected.tool;
    const auto slice =
        std::tuple(risk, tool, score.scored, bits_of(score.raw), bits_of(score.normalized));
    const auto [mark, new_mark] =
        marks_.try_emplace(slice, static_cast<std::uint32_t>(marks_.size()));
    if (new_mark) {
      kinds_.group_of_mark.push_back(group);
      kinds_.risk_of_mark.push_back(risk);
    }
    kinds_.mark_of[group][risk - 1u] = mark->second;
    if (is_clean(score)) return;
    // A limit, and a gate on pairs, may name it for its very tools.
    const bool by_tools = gates_name_pairs() || !score.limits.empty() || score.limit_unchecked;
    const auto sort = std::tuple(slice, seat_.test_case().input.kind, score.verdict,
                                 score.raw_verdict, by_tools ? group + 1 : 0);
    kinds_.sort_of[group][risk - 1u] =
        sorts_.try_emplace(sort, static_cast<std::uint32_t>(sorts_.size())).first->second;
  }

  bool gates_name_pairs() const {
    return std::ranges::any_of(seat_.plan().gates,
                               [](const GateSpec& gate) { return gate.pair.has_value(); });
  }

  // Those that may be named, and all that are no member of a group; they leave their groups.
  Result<void> add_named() {
    std::uint64_t most = Aggregate::kNamed;
    for (const auto& reporter : reporters_) {
      most = std::max(most, reporter->shown_of_a_kind().value_or(0));
    }
    const std::vector<std::uint32_t> named =
        first_of_sorts(cases_, alike_, kinds_.sort_of, static_cast<std::uint32_t>(sorts_.size()),
                       static_cast<std::uint32_t>(std::min<std::uint64_t>(most, ~0u)), workers_);
    for (const std::uint32_t index : named) {
      const BulkCase& one = cases_.all()[index];
      std::uint32_t& group = alike_.group_of[index];
      if (group != kOddCase) --alike_.groups[group].count[one.risk - 1u];
      group = kOddCase;
      auto trial = seat_.score(one);
      if (!trial) return trial.error();
      aggregate_.add(seat_.test_case(), trial->score);
      for (const auto& reporter : reporters_) {
        reporter->trial(seat_.test_case(), trial->score, trial->attempts[trial->scored_attempt]);
      }
    }
    return {};
  }

  Result<void> add_groups() {
    std::vector<std::vector<TagCount>> tags_of(alike_.groups.size());
    for (const TagCount& count : count_tags(cases_, alike_, kinds_.mark_of, workers_)) {
      if (count.tags != 0) tags_of[kinds_.group_of_mark[count.mark]].push_back(count);
    }
    for (std::uint32_t group = 0; group < alike_.groups.size(); ++group) {
      const std::array<std::uint32_t, 5>& counts = alike_.groups[group].count;
      const bool empty = std::ranges::all_of(counts, [](std::uint32_t n) { return n == 0; });
      if (empty && tags_of[group].empty()) continue;
      auto trial = seat_.score(first_of(group));
      if (!trial) return trial.error();
      for (std::uint8_t risk = 1; risk <= 5; ++risk) {
        if (counts[risk - 1u] == 0) continue;
        seat_.stand_for(risk);
        aggregate_.add_alike(seat_.test_case(), trial->score, counts[risk - 1u]);
        for (const auto& reporter : reporters_) {
          reporter->alike(seat_.test_case(), trial->score, trial->attempts[trial->scored_attempt],
                          counts[risk - 1u]);
        }
      }
      for (const TagCount& count : tags_of[group]) add_tags(count, trial->score);
    }
    return {};
  }

  void add_tags(const TagCount& count, const TrialScore& score) {
    if (!score.scored) return;
    seat_.stand_for(kinds_.risk_of_mark[count.mark]);
    for (const std::uint32_t tag : cases_.tag_list(count.tags)) {
      aggregate_.add_tag(cases_.tags().name(tag), seat_.test_case().expected, score, count.count);
    }
  }

  using Slice = std::tuple<std::uint8_t, Expectation::Tool, bool, std::uint32_t, std::uint32_t>;
  using Sort = std::tuple<Slice, CaseKind, Verdict, Verdict, std::uint32_t>;

  Seat seat_;
  const BulkCases& cases_;
  Aggregate aggregate_;
  const std::vector<std::unique_ptr<Reporter>>& reporters_;
  unsigned workers_;
  AlikeGroups alike_;
  Kinds kinds_;
  std::map<Slice, std::uint32_t> marks_;
  std::map<Sort, std::uint32_t> sorts_;
};

}  // namespace

bool fits_bulk_score(const Suite& suite) {
  const bool all_of_them =
      std::ranges::all_of(suite.gates, [](const GateSpec& gate) { return gate.where.empty(); });
  // A prediction may name a tool as it is sent.
  const bool one_name =
      std::ranges::all_of(suite.tools.tools, [](const ToolSpec& tool) { return !tool.wire_name; });
  return all_of_them && one_name && suite.waivers.empty() && !suite.baseline_path;
}

Result<ScoredRun> score_in_bulk(Suite& suite, const BulkCases& cases, const ReportContext& context,
                                const std::vector<std::unique_ptr<Reporter>>& reporters,
                                unsigned workers) {
  auto seat = Seat::create(suite, cases);
  if (!seat) return seat.error();
  auto aggregate = Aggregate::create(seat->plan().gates, seat->plan().waivers);
  if (!aggregate) return aggregate.error();
  for (const auto& reporter : reporters) reporter->begin(context);
  auto summary =
      BulkScore(std::move(*seat), cases, std::move(*aggregate), reporters, workers).run();
  if (!summary) return summary.error();
  ScoredRun out;
  out.summary = std::move(*summary);
  for (const auto& reporter : reporters) {
    auto ended = reporter->end(out.summary);
    if (!ended && !out.report_error) out.report_error = ended.error();
  }
  return out;
}

}  // namespace tare
