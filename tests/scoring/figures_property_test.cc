// All figures, confusions and bounds over random trials, against formulas written out naively, one
// pass over all trials for each.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "made.h"
#include "scoring/aggregate.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

struct Row {
  std::string expected;  // "" none
  std::string raw, normalized;
  bool raw_known = true, complete = true;
  std::uint8_t risk = 1;
};

const std::vector<std::string> kTools = {"", "a", "b", "c"};

std::optional<double> average(const std::vector<Row>& rows, auto counts, auto weight, auto right) {
  double all = 0;
  double good = 0;
  for (const Row& row : rows) {
    if (!row.complete || !counts(row)) continue;
    all += weight(row);
    good += right(row) ? weight(row) : 0;
  }
  if (all == 0) return std::nullopt;
  return good / all;
}

TEST(FiguresProperty, AgreeWithNaiveFormulas) {
  std::mt19937 random(17);
  const auto pick = [&](std::size_t below) { return random() % below; };
  for (int round = 0; round < 400; ++round) {
    std::vector<Row> rows(pick(12));
    for (Row& row : rows) {
      row.expected = kTools[pick(4)];
      row.raw = kTools[pick(4)];
      row.normalized = pick(2) == 0 ? row.raw : kTools[pick(4)];
      row.raw_known = pick(5) > 0;
      row.complete = pick(6) > 0;
      row.risk = static_cast<std::uint8_t>(1 + pick(5));
    }
    const double min = static_cast<double>(pick(11)) / 10;
    GateSpec spec;
    spec.figure = "riskWeightedAccuracy";
    spec.min = min;
    spec.view = GateSpec::View::normalized;
    Result<Aggregate> aggregate = Aggregate::create({spec});
    ASSERT_TRUE(aggregate.ok());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row& row = rows[i];
      const auto calls = [](const std::string& tool) {
        return tool.empty() ? std::vector<std::string>{} : std::vector<std::string>{tool};
      };
      Answer said = made::answer(row.raw_known ? calls(row.raw) : calls(""), calls(row.normalized));
      said.raw_given = row.raw_known;
      TestCase the_case = made::test_case("c" + std::to_string(i), row.expected, row.risk);
      if (row.expected == "a") the_case.expected.acceptable_tools = {"b"};
      const std::vector<AttemptRecord> attempts = {made::attempt(
          std::move(said), row.complete ? AttemptOutcome::completed : AttemptOutcome::failed)};
      aggregate->add(the_case, score_trial(the_case, attempts, {}));
    }
    const RunSummary summary = aggregate->finish(false);

    const auto acceptable = [](const Row& row, const std::string& tool) {
      return tool == row.expected || (row.expected == "a" && tool == "b");
    };
    const auto check = [&](const Figures& figures, auto side, auto counts) {
      const auto one = [](const Row&) { return 1.0; };
      const auto risk = [](const Row& row) { return static_cast<double>(row.risk); };
      const auto exact = [&](const Row& row) { return side(row) == row.expected; };
      const auto fine = [&](const Row& row) { return acceptable(row, side(row)); };
      const auto none = [&](const Row& row) { return counts(row) && row.expected.empty(); };
      EXPECT_EQ(figures.exact_accuracy, average(rows, counts, one, exact));
      EXPECT_EQ(figures.acceptable_accuracy, average(rows, counts, one, fine));
      EXPECT_EQ(figures.no_tool_accuracy, average(rows, none, one, exact));
      EXPECT_EQ(figures.risk_weighted_accuracy, average(rows, counts, risk, fine));
    };
    const auto everything = [](const Row&) { return true; };
    const auto known = [](const Row& row) { return row.raw_known; };
    check(
        summary.scores.raw, [](const Row& row) { return row.raw; }, known);
    check(
        summary.scores.normalized, [](const Row& row) { return row.normalized; }, everything);
    check(
        summary.scores.normalized_of_both, [](const Row& row) { return row.normalized; }, known);

    std::map<std::string, std::uint64_t> confusions;
    double good = 0;
    double sure = 0;
    double open = 0;
    for (const Row& row : rows) {
      if (!row.complete) {
        open += row.risk;
        continue;
      }
      sure += row.risk;
      if (acceptable(row, row.normalized)) {
        good += row.risk;
        continue;
      }
      const auto name = [](const std::string& tool) { return tool.empty() ? "NO_TOOL" : tool; };
      ++confusions[name(row.expected) + " -> " + name(row.normalized)];
    }
    EXPECT_EQ(summary.normalized_confusions, confusions);
    GateOutcome expected = GateOutcome::undecided;
    if (sure + open == 0) {
      expected = GateOutcome::fail;
    } else if (good / (sure + open) >= min) {
      expected = GateOutcome::pass;
    } else if ((good + open) / (sure + open) < min) {
      expected = GateOutcome::fail;
    }
    EXPECT_EQ(summary.gates[0].outcome, expected)
        << good << " " << sure << " " << open << " " << min;
  }
}

}  // namespace
}  // namespace tare
