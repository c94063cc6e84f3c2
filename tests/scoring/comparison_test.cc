#include "scoring/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "scoring/compared_figures.h"
#include "scoring/significance.h"

namespace tare {
namespace {

using Group = ComparedFigure::Group;

// A case of `trials`, of which so many pass and choose rightly, on both views; the others choose
// `other` instead.
CaseFacts made(const std::string& id, std::uint32_t right, std::uint32_t trials = 1,
               const std::string& tool = "get", const std::string& other = "search") {
  CaseFacts out;
  out.id = id;
  out.trials = trials;
  out.tool = tool;
  for (SideFacts* side : {&out.raw, &out.normalized}) {
    side->passed = side->exact = side->acceptable = {right, trials};
    const std::string expected = tool.empty() ? "NO_TOOL" : tool;
    if (right < trials) side->confusions[expected + " -> " + other] = trials - right;
  }
  return out;
}

RunFacts run_of(std::vector<CaseFacts> cases) {
  RunFacts out;
  out.cases = std::move(cases);
  return out;
}

const ComparedFigure* find(const Comparison& comparison, Group group, const std::string& name,
                           const std::string& view = "normalized") {
  for (const ComparedFigure& figure : comparison.figures) {
    if (figure.group == group && figure.name == name && figure.view == view) return &figure;
  }
  return nullptr;
}

// `passing` of `all` cases pass before; then `lost` of those fail and `won` of the others pass.
Comparison changed(int all, int passing, int lost, int won) {
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < all; ++i) {
    const bool before = i < passing;
    const bool after = before ? i >= lost : i < passing + won;
    base.push_back(made("c" + std::to_string(i), before ? 1 : 0));
    now.push_back(made("c" + std::to_string(i), after ? 1 : 0));
  }
  return compare_runs(run_of(std::move(base)), run_of(std::move(now)));
}

TEST(Comparison, SixCasesOneWayAreTheFewestThatTell) {
  EXPECT_EQ(changed(30, 30, 5, 0).change, Direction::cannot_tell);
  EXPECT_EQ(changed(30, 30, 6, 0).change, Direction::worse);
  EXPECT_EQ(changed(30, 20, 0, 5).change, Direction::cannot_tell);
  EXPECT_EQ(changed(30, 20, 0, 6).change, Direction::better);
  EXPECT_EQ(changed(30, 20, 6, 6).change, Direction::cannot_tell);
  EXPECT_EQ(changed(30, 30, 0, 0).change, Direction::cannot_tell);
}

TEST(Comparison, ThePassRateOnNormalizedIsTestedAloneAndComesFirst) {
  const Comparison comparison = changed(30, 30, 6, 0);
  const ComparedFigure& rate = comparison.figures.front();
  EXPECT_EQ(rate.group, Group::pass_rate);
  EXPECT_EQ(rate.name, "passRate");
  EXPECT_EQ(rate.view, "normalized");
  EXPECT_EQ(*rate.base, 1);
  EXPECT_EQ(*rate.now, 0.8);
  EXPECT_EQ(rate.cases, 30u);
  EXPECT_EQ(rate.worse, 6u);
  EXPECT_EQ(rate.better, 0u);
  EXPECT_TRUE(rate.single);
  EXPECT_EQ(rate.p, mcnemar_exact(0, 6));
  EXPECT_EQ(rate.corrected, rate.p);
  EXPECT_EQ(rate.smallest_drop, 0.2);
}

TEST(Comparison, AllOtherFiguresShareOneCorrection) {
  const Comparison comparison = changed(30, 30, 6, 0);
  std::vector<double> family;
  for (const ComparedFigure& figure : comparison.figures) {
    if (figure.group != Group::figure && figure.group != Group::tool &&
        figure.group != Group::tag) {
      continue;
    }
    family.push_back(figure.p);
  }
  ASSERT_GT(family.size(), 5u);
  const ComparedFigure* exact = find(comparison, Group::figure, "exactAccuracy");
  ASSERT_NE(exact, nullptr);
  EXPECT_EQ(exact->p, mcnemar_exact(0, 6));
  const std::vector<double> raised = holm(family);
  EXPECT_EQ(exact->corrected, *std::ranges::min_element(raised));
  EXPECT_EQ(exact->change, Direction::cannot_tell);
  EXPECT_GT(*exact->smallest_drop, 0.2);  // more is needed among many
  // A figure that nothing was counted for is no part of it.
  EXPECT_EQ(find(comparison, Group::figure, "argsAccuracy"), nullptr);
}

TEST(Comparison, ATruthOfOneToolIsFoundAmongManyThatDidNotChange) {
  std::vector<CaseFacts> base, now;
  for (int tool = 0; tool < 20; ++tool) {
    for (int i = 0; i < 15; ++i) {
      const std::string id = std::to_string(tool) + "/" + std::to_string(i);
      // Tool 0 gets worse, tool 1 gets better by as much: the pass rate stands still.
      base.push_back(made(id, tool == 1 ? 0 : 1, 1, "t" + std::to_string(tool)));
      now.push_back(made(id, tool == 0 ? 0 : 1, 1, "t" + std::to_string(tool)));
    }
  }
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  EXPECT_EQ(comparison.figures.front().change, Direction::cannot_tell);
  EXPECT_EQ(find(comparison, Group::tool, "t0")->change, Direction::worse);
  EXPECT_EQ(find(comparison, Group::tool, "t1")->change, Direction::better);
  EXPECT_EQ(find(comparison, Group::tool, "t2")->change, Direction::cannot_tell);
  EXPECT_EQ(comparison.change, Direction::worse);
}

TEST(Comparison, RatesOfRepeatedTrialsGoThroughTheSignTest) {
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < 8; ++i) {
    base.push_back(made("c" + std::to_string(i), 3, 4));
    now.push_back(made("c" + std::to_string(i), i == 0 ? 6 : 1, 8));  // 3/4 of 8 is no change
  }
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  const ComparedFigure& rate = comparison.figures.front();
  EXPECT_FALSE(rate.single);
  EXPECT_EQ(rate.better, 0u);
  EXPECT_EQ(rate.worse, 7u);
  EXPECT_EQ(rate.p, sign_test(0, 7));
  EXPECT_EQ(comparison.change, Direction::worse);
}

TEST(Comparison, ANumberThatRisesWhileMostCasesFallTellsNothing) {
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < 12; ++i) {
    base.push_back(made("c" + std::to_string(i), 5, 10));
    now.push_back(made("c" + std::to_string(i), i < 11 ? 4 : 10, 10));
  }
  base.push_back(made("big", 0, 1000));
  now.push_back(made("big", 900, 1000));
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  const ComparedFigure& rate = comparison.figures.front();
  EXPECT_LE(rate.p, 0.05);
  EXPECT_GT(*rate.now, *rate.base);
  EXPECT_GT(rate.worse, rate.better);
  EXPECT_EQ(rate.change, Direction::cannot_tell);
}

TEST(Comparison, ConfusionsAndCoercionsSayWhereAndDecideNothing) {
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < 40; ++i) {
    const std::string id = "c" + std::to_string(i);
    base.push_back(made(id, 0));
    // Another wrong tool: no figure changes.
    now.push_back(made(id, 0, 1, "get", "list"));
    now.back().coercions["stringToNumber"] = 2;
  }
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  const ComparedFigure* gone = find(comparison, Group::confusion, "get -> search");
  const ComparedFigure* come = find(comparison, Group::confusion, "get -> list");
  ASSERT_TRUE(gone != nullptr && come != nullptr);
  EXPECT_EQ(*gone->base, 40);
  EXPECT_EQ(*gone->now, 0);
  EXPECT_EQ(gone->change, Direction::better);
  EXPECT_EQ(*come->base, 0);
  EXPECT_EQ(come->change, Direction::worse);
  const ComparedFigure* kind = find(comparison, Group::coercion, "stringToNumber", "");
  ASSERT_NE(kind, nullptr);
  EXPECT_EQ(*kind->now, 80);
  EXPECT_EQ(kind->change, Direction::worse);
  EXPECT_EQ(comparison.change, Direction::cannot_tell);
}

TEST(Comparison, CasesThatChangedComeWithTheGreatestChangeFirst) {
  std::vector<CaseFacts> base = {made("a little", 10, 10), made("all", 10, 10), made("same", 3, 10),
                                 made("risky", 10, 10), made("won", 0, 10)};
  std::vector<CaseFacts> now = {made("a little", 9, 10), made("all", 0, 10), made("same", 6, 20),
                                made("risky", 9, 10), made("won", 1, 10)};
  now[3].risk = 5;
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  std::vector<std::string> ids;
  for (const ChangedCase& one : comparison.newly_failing) ids.push_back(one.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"all", "risky", "a little"}));
  ASSERT_EQ(comparison.newly_passing.size(), 1u);
  EXPECT_EQ(comparison.newly_passing[0].id, "won");
}

TEST(Comparison, CasesWithoutAPartnerAreNamedAndNotPaired) {
  const Comparison comparison = compare_runs(run_of({made("old", 1), made("both", 1)}),
                                             run_of({made("both", 1), made("new", 0)}));
  EXPECT_EQ(comparison.cases, 1u);
  EXPECT_EQ(comparison.only_base, std::vector<std::string>{"old"});
  EXPECT_EQ(comparison.only_now, std::vector<std::string>{"new"});
  EXPECT_EQ(comparison.figures.front().cases, 1u);
  EXPECT_TRUE(comparison.newly_failing.empty());
}

TEST(Comparison, BothValuesAreOverTheCasesThatBothRunsHave) {
  // Twenty cases that always failed stand in the base alone; of the ten that both have, six fell.
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < 20; ++i) base.push_back(made("hard" + std::to_string(i), 0));
  for (int i = 0; i < 10; ++i) {
    base.push_back(made("easy" + std::to_string(i), 1));
    now.push_back(made("easy" + std::to_string(i), i < 4 ? 1 : 0));
  }
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  const ComparedFigure& rate = comparison.figures.front();
  EXPECT_EQ(rate.base, 1.0);
  EXPECT_EQ(rate.now, 0.4);
  EXPECT_EQ(rate.change, Direction::worse);
  EXPECT_EQ(comparison.change, Direction::worse);
  const ComparedFigure* tool = find(comparison, Group::tool, "get");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(tool->base, 1.0);
  EXPECT_EQ(tool->now, 0.4);
}

TEST(Comparison, NothingToCompareHasNoNumbers) {
  const Comparison comparison = compare_runs(run_of({}), run_of({}));
  ASSERT_FALSE(comparison.figures.empty());
  EXPECT_EQ(comparison.figures.front().base, std::nullopt);
  EXPECT_EQ(comparison.figures.front().smallest_drop, std::nullopt);
  EXPECT_EQ(comparison.change, Direction::cannot_tell);
}

TEST(Comparison, WhatTheRunsWereIsToldPartByPart) {
  RunFacts base = run_of({made("a", 1)}), now = run_of({made("a", 1)});
  base.provenance.dataset_sha256 = "1";
  now.provenance.dataset_sha256 = "2";
  base.provenance.model = "m-1";
  now.provenance.model = "m-2";
  base.provenance.os = "Linux";
  base.gates = {{"passRate", "normalized", "", 0.9, {}}, {"findings", "", "", {}, 0}};
  now.gates = {{"passRate", "normalized", "", 0.8, {}}};
  const Comparison comparison = compare_runs(base, now);
  EXPECT_TRUE(comparison.dataset_changed);
  std::vector<std::string> identity, thresholds, circumstance;
  for (const Difference& one : comparison.identity) identity.push_back(one.what);
  for (const Difference& one : comparison.thresholds) {
    thresholds.push_back(one.what + ": " + one.base + " -> " + one.now);
  }
  for (const Difference& one : comparison.circumstance) circumstance.push_back(one.what);
  EXPECT_EQ(identity, (std::vector<std::string>{"dataset", "model"}));
  EXPECT_EQ(thresholds,
            (std::vector<std::string>{"gate findings: at most 0 -> ",
                                      "gate passRate, normalized: at least 0.9 -> at least 0.8"}));
  EXPECT_EQ(circumstance, std::vector<std::string>{"host"});
  base.provenance.dataset_sha256 = "";  // not known is not another
  EXPECT_FALSE(compare_runs(base, now).dataset_changed);
}

TEST(Comparison, AFileThatOnlySaysHowOftenCasesPassStillTellsToolsApart) {
  std::vector<CaseFacts> base, now;
  for (int i = 0; i < 12; ++i) {
    CaseFacts bare;
    bare.id = "c" + std::to_string(i);
    bare.trials = 1;
    bare.detailed = false;
    bare.normalized.passed = {1, 1};
    base.push_back(bare);
    now.push_back(made(bare.id, 0));
  }
  const Comparison comparison = compare_runs(run_of(std::move(base)), run_of(std::move(now)));
  const ComparedFigure* tool = find(comparison, Group::tool, "get");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(*tool->base, 1);
  EXPECT_EQ(tool->worse, 12u);
  EXPECT_EQ(tool->change, Direction::worse);
  const ComparedFigure* confusion = find(comparison, Group::confusion, "get -> search");
  ASSERT_NE(confusion, nullptr);
  EXPECT_EQ(confusion->base, std::nullopt);
  EXPECT_EQ(confusion->change, Direction::cannot_tell);
}

// Each row again, by looking up every pair of cases anew.
TEST(Comparison, CountsAreThoseOfEveryPair) {
  std::mt19937 random(21);
  const std::vector<std::string> tools = {"", "get", "list"};
  for (int round = 0; round < 50; ++round) {
    std::vector<CaseFacts> base, now;
    for (int i = 0; i < 25; ++i) {
      const std::string& tool = tools[random() % tools.size()];
      const auto of_base = static_cast<std::uint32_t>(random() % 4);
      const auto of_now = static_cast<std::uint32_t>(random() % 4);
      const std::string id = "c" + std::to_string(i);
      base.push_back(made(id, static_cast<std::uint32_t>(random() % (of_base + 1)), of_base, tool));
      now.push_back(made(id, static_cast<std::uint32_t>(random() % (of_now + 1)), of_now, tool));
      if (random() % 5 == 0) now.back().normalized.confusions.clear();
    }
    const RunFacts a = run_of(base), b = run_of(now);
    const Comparison comparison = compare_runs(a, b);
    for (const ComparedFigure& figure : comparison.figures) {
      std::uint64_t cases = 0, better = 0, worse = 0;
      for (std::size_t i = 0; i < base.size(); ++i) {
        const auto value = [&](const CaseFacts& facts) -> std::optional<double> {
          const SideFacts& side = figure.view == "raw" ? facts.raw : facts.normalized;
          const bool no_tool = facts.tool->empty();
          if (figure.name == "noToolAccuracy" && !no_tool) return std::nullopt;
          if (figure.group == Group::tool && figure.name != (no_tool ? "NO_TOOL" : *facts.tool)) {
            return std::nullopt;
          }
          if (side.passed.of == 0) return std::nullopt;
          const double n = side.passed.of;
          if (figure.group == Group::confusion) {
            const auto found = side.confusions.find(figure.name);
            return found == side.confusions.end() ? 0 : -static_cast<double>(found->second) / n;
          }
          return side.passed.right / n;
        };
        const auto before = value(base[i]), after = value(now[i]);
        if (!before || !after) continue;
        ++cases;
        better += *after > *before ? 1 : 0;
        worse += *after < *before ? 1 : 0;
      }
      EXPECT_EQ(figure.cases, cases) << figure.name;
      EXPECT_EQ(figure.better, better) << figure.name;
      EXPECT_EQ(figure.worse, worse) << figure.name;
    }
  }
}

struct Trialled {
  RunFacts base, now;
};
Trialled experiment(std::uint32_t base_confused, std::uint32_t now_confused) {
  Trialled out;
  out.base = run_of({made("t", 20 - base_confused, 20), made("none", 10, 10, ""),
                     made("risky", 10, 10, "delete")});
  out.now = run_of({made("t", 20 - now_confused, 20), made("none", 10, 10, ""),
                    made("risky", 10, 10, "delete")});
  out.base.cases[2].risk = out.now.cases[2].risk = 5;
  return out;
}

TEST(Experiment, PassesWhereItsConfusionBecameRarerAndNothingElseFell) {
  const Trialled good = experiment(8, 3);
  const auto judged = compare_runs(good.base, good.now, "get -> *").experiment;
  ASSERT_TRUE(judged.has_value());
  EXPECT_TRUE(judged->passed);
  EXPECT_EQ(judged->view, "raw");
  EXPECT_EQ(judged->base, 8u);
  EXPECT_EQ(judged->now, 3u);
  EXPECT_EQ(judged->p, 1);  // one case: nothing that could be told from noise
  const Trialled same = experiment(3, 3), more = experiment(3, 4), none = experiment(0, 0);
  EXPECT_FALSE(compare_runs(same.base, same.now, "get -> *").experiment->passed);
  EXPECT_FALSE(compare_runs(more.base, more.now, "get -> *").experiment->passed);
  EXPECT_FALSE(compare_runs(none.base, none.now, "get -> *").experiment->passed);
  EXPECT_FALSE(compare_runs(good.base, good.now, "list -> *").experiment->passed);
}

TEST(Experiment, FailsWhereNoToolOrAHighRiskPaidForIt) {
  Trialled one = experiment(8, 3);
  one.now.cases[1] = made("none", 9, 10, "");
  auto judged = compare_runs(one.base, one.now, "get -> search").experiment;
  EXPECT_FALSE(judged->passed);
  ASSERT_EQ(judged->broken.size(), 2u);  // on both views
  EXPECT_EQ(judged->broken[0], "noToolAccuracy, raw: 10 of 10 to 9 of 10");
  one = experiment(8, 3);
  one.now.cases[2] = made("risky", 9, 10, "delete");
  one.now.cases[2].risk = 5;
  judged = compare_runs(one.base, one.now, "get -> search").experiment;
  EXPECT_FALSE(judged->passed);
  EXPECT_EQ(judged->broken.size(), 4u);
  // The same loss at risk 3 is the experiment's affair no more.
  one.base.cases[2].risk = one.now.cases[2].risk = 3;
  EXPECT_TRUE(compare_runs(one.base, one.now, "get -> search").experiment->passed);
}

TEST(CompareShares, IsExactWhereDoublesAreNot) {
  EXPECT_EQ(compare_shares({1, 3}, {33333333, 100000000}), -1);
  EXPECT_EQ(compare_shares({1, 3}, {33333333, 99999999}), 0);
  EXPECT_EQ(compare_shares({0, 0}, {1, 1}), 0);
}

}  // namespace
}  // namespace tare
