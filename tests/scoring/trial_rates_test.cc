#include "scoring/trial_rates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tare {
namespace {

TrialScore judged(Verdict verdict) {
  TrialScore score;
  score.verdict = score.raw_verdict = verdict;
  return score;
}

// One case with so many trials passed and failed, and one of each sort that says nothing.
void add_case(TrialRatesTally& tally, const std::string& id, std::uint32_t passed,
              std::uint32_t failed) {
  tally.begin_case(id);
  for (std::uint32_t i = 0; i < passed; ++i) tally.add(judged(Verdict::pass));
  for (std::uint32_t i = 0; i < failed; ++i) tally.add(judged(Verdict::fail));
  for (const Verdict silent : {Verdict::undecided, Verdict::observed, Verdict::waived}) {
    tally.add(judged(silent));
  }
  tally.end_case();
}

TEST(TrialRates, AreTheFormulasOverAllCases) {
  std::mt19937 random(8);
  for (int round = 0; round < 60; ++round) {
    TrialRatesTally tally;
    std::vector<CaseTally> cases;
    double rates = 0;
    std::uint32_t fewest = 1000;
    for (std::size_t i = 0; i < 1 + random() % 9; ++i) {
      const auto trials = static_cast<std::uint32_t>(1 + random() % 9);
      const auto passed = static_cast<std::uint32_t>(random() % (trials + 1));
      add_case(tally, "c" + std::to_string(i), passed, trials - passed);
      cases.push_back({passed, trials});
      rates += static_cast<double>(passed) / trials;
      fewest = std::min(fewest, trials);
    }
    const TrialRates out = tally.summary().normalized;
    EXPECT_EQ(out.cases, cases.size());
    EXPECT_EQ(out.fewest, fewest);
    EXPECT_NEAR(*out.mean_pass_rate, rates / static_cast<double>(cases.size()), 1e-12);
    ASSERT_EQ(out.pass_at_k.size(), fewest);
    ASSERT_EQ(out.pass_hat_k.size(), fewest);
    for (std::uint32_t k = 1; k <= fewest; ++k) {
      EXPECT_NEAR(out.pass_at_k[k - 1], *pass_at_k(cases, k), 1e-12);
      EXPECT_NEAR(out.pass_hat_k[k - 1], *pass_hat_k(cases, k), 1e-12);
    }
  }
}

TEST(TrialRates, SidesAreCountedApart) {
  TrialRatesTally tally;
  tally.begin_case("a");
  TrialScore score = judged(Verdict::pass);
  score.raw_verdict = Verdict::fail;
  tally.add(score);
  score.raw_verdict = Verdict::undecided;
  tally.add(score);
  tally.end_case();
  const TrialSummary summary = tally.summary();
  EXPECT_EQ(summary.raw.most, 1u);
  EXPECT_EQ(summary.raw.mean_pass_rate, 0);
  EXPECT_EQ(summary.normalized.most, 2u);
  EXPECT_EQ(summary.normalized.mean_pass_rate, 1);
  EXPECT_TRUE(summary.repeated());
}

TEST(TrialRates, TheWorstComeFirstAndThoseThatAlwaysPassAreNotAmongThem) {
  TrialRatesTally tally;
  add_case(tally, "half of two", 1, 1);
  add_case(tally, "good", 3, 0);
  add_case(tally, "never of one", 0, 1);
  add_case(tally, "half of four", 2, 2);
  add_case(tally, "never of three", 0, 3);
  add_case(tally, "half of four too", 2, 2);
  const TrialSummary summary = tally.summary();
  std::vector<std::string> ids;
  for (const CaseRate& rate : summary.worst) ids.push_back(rate.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"never of three", "never of one", "half of four",
                                           "half of four too", "half of two"}));
  EXPECT_EQ(summary.imperfect, 5u);
}

TEST(TrialRates, TheListIsBoundedAndKeepsTheWorst) {
  TrialRatesTally tally;
  for (std::uint32_t i = 0; i < 100; ++i) {
    add_case(tally, std::to_string(i), i * 37 % 100, 100 - i * 37 % 100);
  }
  const TrialSummary summary = tally.summary();
  ASSERT_EQ(summary.worst.size(), 20u);
  for (std::uint32_t i = 0; i < 20; ++i) EXPECT_EQ(summary.worst[i].passed, i);
  EXPECT_EQ(summary.imperfect, 100u);
}

TEST(TrialRates, NothingJudgedHasNoRate) {
  const TrialSummary nothing = TrialRatesTally().summary();
  EXPECT_EQ(nothing.normalized.mean_pass_rate, std::nullopt);
  EXPECT_FALSE(nothing.repeated());
  TrialRatesTally tally;
  add_case(tally, "silent", 0, 0);
  EXPECT_EQ(tally.summary().normalized.cases, 0u);
  EXPECT_TRUE(tally.summary().normalized.pass_at_k.empty());
}

}  // namespace
}  // namespace tare
