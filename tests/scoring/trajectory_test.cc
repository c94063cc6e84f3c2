#include "scoring/trajectory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "json/reader.h"
#include "made.h"
#include "scoring/argument_matcher.h"
#include "scoring/trial_score.h"

namespace tare {
namespace {

using made::attempt;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Calls = std::vector<std::pair<std::string, std::string>>;  // name, arguments

Answer answer_of(const Calls& calls) {
  Answer out = made::answer({}, {});
  for (const At at : {At::wire, At::tool}) {
    for (const auto& [name, args] : calls) out.views.push_back(made::view(at, name, args));
  }
  return out;
}

TestCase trajectory(const std::string& calls, const std::string& order = "") {
  TestCase out = made::test_case("c", "");
  out.expected.tool = Expectation::Tool::unstated;
  out.expected.rare = std::make_unique<RareExpectation>();
  out.expected.rare->expected_calls_json = calls;
  out.expected.rare->order = order;
  return out;
}

TrialScore score(const TestCase& the_case, const Calls& calls) {
  const std::vector<AttemptRecord> attempts = {attempt(answer_of(calls))};
  return score_trial(the_case, attempts, {});
}

// "insert 1 before 0", "remove 2", …
std::vector<std::string> edits(const TrajectoryScore& found) {
  std::vector<std::string> out;
  for (const TrajectoryEdit& edit : found.edits) {
    std::string text(edit_name(edit.kind));
    if (edit.expected) text += " expected " + std::to_string(*edit.expected);
    if (edit.call) text += " call " + std::to_string(*edit.call);
    if (edit.before_call) text += " before " + std::to_string(*edit.before_call);
    out.push_back(text);
  }
  return out;
}

std::vector<std::string> edits_of(const std::string& expected, const std::string& order,
                                  const Calls& calls) {
  return edits(score(trajectory(expected, order), calls).normalized_trajectory);
}

const char* const kTwo = R"([{"tool":"a"},{"tool":"b"}])";
const Calls kA = {{"a", "{}"}}, kAB = {{"a", "{}"}, {"b", "{}"}}, kBA = {{"b", "{}"}, {"a", "{}"}},
            kAXB = {{"a", "{}"}, {"x", "{}"}, {"b", "{}"}};

TEST(Trajectory, EachOrderMeansWhatItSays) {
  const auto holds = [](const char* order, const Calls& calls) {
    const TrialScore scored = score(trajectory(kTwo, order), calls);
    EXPECT_EQ(scored.verdict == Verdict::pass, scored.normalized_trajectory.holds);
    EXPECT_EQ(scored.raw_verdict, scored.verdict);
    return scored.verdict == Verdict::pass;
  };
  struct Row {
    const char* order;
    bool ab, ba, a, axb, none;
  };
  for (const Row& row :
       {Row{"", true, false, false, false, false}, Row{"strict", true, false, false, false, false},
        Row{"inOrder", true, false, false, true, false},
        Row{"unordered", true, true, false, false, false},
        Row{"subset", true, true, true, false, true},
        Row{"superset", true, true, false, true, false}}) {
    EXPECT_EQ(holds(row.order, kAB), row.ab) << row.order;
    EXPECT_EQ(holds(row.order, kBA), row.ba) << row.order;
    EXPECT_EQ(holds(row.order, kA), row.a) << row.order;
    EXPECT_EQ(holds(row.order, kAXB), row.axb) << row.order;
    EXPECT_EQ(holds(row.order, {}), row.none) << row.order;
  }
}

TEST(Trajectory, ARepeatedExpectedCallMustBeMadeSoOften) {
  const std::string twice = R"([{"tool":"a"},{"tool":"a"}])", times = R"([{"tool":"a","times":2}])";
  for (const std::string& expected : {twice, times}) {
    for (const char* order : {"strict", "unordered", "superset"}) {
      EXPECT_EQ(score(trajectory(expected, order), kA).verdict, Verdict::fail) << order;
      EXPECT_EQ(score(trajectory(expected, order), {{"a", "{}"}, {"a", "{}"}}).verdict,
                Verdict::pass);
    }
    EXPECT_EQ(score(trajectory(expected, "subset"), {{"a", ""}, {"a", ""}, {"a", ""}}).verdict,
              Verdict::fail)
        << "three are no part of two";
  }
}

TEST(Trajectory, MatchingIsNotGreedy) {
  // Taken one by one, the first expected call takes what the second alone can match.
  const std::string loose_first = R"([{"tool":"a"},{"tool":"a","args":{"n":1}}])";
  const std::string loose_last = R"([{"tool":"a","args":{"n":1}},{"tool":"a"}])";
  for (const std::string& expected : {loose_first, loose_last}) {
    for (const Calls& calls : {Calls{{"a", R"({"n":1})"}, {"a", R"({"n":2})"}},
                               Calls{{"a", R"({"n":2})"}, {"a", R"({"n":1})"}}}) {
      EXPECT_EQ(score(trajectory(expected, "unordered"), calls).verdict, Verdict::pass);
      EXPECT_EQ(score(trajectory(expected, "superset"), calls).verdict, Verdict::pass);
    }
  }
}

TEST(Trajectory, TheSmallestEditIsNamed) {
  EXPECT_THAT(edits_of(kTwo, "strict", kA), ElementsAre("insert expected 1"));
  EXPECT_THAT(edits_of(kTwo, "strict", {{"b", "{}"}}), ElementsAre("insert expected 0 before 0"));
  EXPECT_THAT(edits_of(kTwo, "strict", kAXB), ElementsAre("remove call 1"));
  EXPECT_THAT(edits_of(kTwo, "strict", kBA), ElementsAre("move expected 1 call 0"));
  EXPECT_THAT(edits_of(R"([{"tool":"a","args":{"n":1}}])", "strict", {{"a", R"({"n":2})"}}),
              ElementsAre("change expected 0 call 0"));
  const TrialScore scored = score(
      trajectory(R"([{"tool":"a","args":{"n":1}},{"tool":"b"}])", "strict"), {{"a", R"({"n":2})"}});
  EXPECT_THAT(scored.reasons,
              ElementsAre("call 1 of \"a\" has other arguments than expected: change them",
                          "call 1, arguments at /n: expected 1, got 2 (is another number)",
                          "expected call 2 of \"b\" was not made: insert it at the end"));
}

TEST(Trajectory, ExtraCallsAreNotFreeOfChargeButWhereTheOrderSaysSo) {
  const TrialScore scored = score(trajectory(kTwo, "superset"), kAXB);
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(precision_of(scored.normalized_trajectory), 2.0 / 3);
  EXPECT_EQ(recall_of(scored.normalized_trajectory), 1.0);
  EXPECT_EQ(f1_of(scored.normalized_trajectory), 0.8);
  EXPECT_EQ(score(trajectory(kTwo, "unordered"), kAXB).verdict, Verdict::fail);
}

TEST(Trajectory, NothingMadeIsNoPerfectScore) {
  const TrajectoryScore found = score(trajectory(kTwo, "strict"), {}).normalized_trajectory;
  EXPECT_EQ(precision_of(found), std::nullopt);
  EXPECT_EQ(recall_of(found), 0.0);
  EXPECT_EQ(f1_of(found), 0.0);
}

TEST(Trajectory, OptionalCallsMayBeLeftOutAndAreNoneTooMany) {
  const std::string expected = R"([{"tool":"a"},{"tool":"x","optional":true},{"tool":"b"}])";
  for (const char* order : {"strict", "unordered"}) {
    EXPECT_EQ(score(trajectory(expected, order), kAB).verdict, Verdict::pass);
    EXPECT_EQ(score(trajectory(expected, order), kAXB).verdict, Verdict::pass);
    EXPECT_EQ(score(trajectory(expected, order), {{"a", "{}"}, {"x", "{}"}}).verdict,
              Verdict::fail);
  }
  const TrajectoryScore found = score(trajectory(expected, "strict"), kAB).normalized_trajectory;
  EXPECT_EQ(found.required, 2u);
  EXPECT_EQ(recall_of(found), 1.0);
}

TEST(Trajectory, AlternativesAndConstraints) {
  EXPECT_EQ(score(trajectory(R"([{"tools":["x","a"]},{"tools":["b"]}])"), kAB).verdict,
            Verdict::pass);
  const std::string expected =
      R"([{"tool":"b","id":"send","after":["read"]},{"tool":"a","id":"read"}])";
  EXPECT_EQ(score(trajectory(expected, "unordered"), kAB).verdict, Verdict::pass);
  EXPECT_EQ(score(trajectory(expected, "unordered"), kBA).verdict, Verdict::fail);
  EXPECT_THAT(edits_of(expected, "unordered", kBA), ElementsAre("move expected 1 call 1 before 0"));
  // Another pairing holds what the first that comes to mind breaks.
  EXPECT_EQ(score(trajectory(expected, "superset"), {{"b", ""}, {"a", ""}, {"b", ""}}).verdict,
            Verdict::pass);
}

TEST(Trajectory, TheFiguresAreOfPairsThatAgreeWithTheVerdict) {
  // Two that are optional could be paired instead of the one that must be made.
  const std::string expected =
      R"([{"tool":"a","optional":true},{"tool":"b","optional":true},{"tool":"c"}])";
  const TrialScore scored =
      score(trajectory(expected, "inOrder"), {{"c", "{}"}, {"a", "{}"}, {"b", "{}"}});
  EXPECT_EQ(scored.verdict, Verdict::pass);
  EXPECT_EQ(recall_of(scored.normalized_trajectory), 1.0);
  EXPECT_EQ(precision_of(scored.normalized_trajectory), 1.0 / 3);
}

TEST(Trajectory, ACallThatWasNotMadeBindsNobody) {
  const std::string expected = R"([{"tool":"a","id":"a"},
      {"tool":"x","id":"x","optional":true,"after":["a"]},{"tool":"b","after":["x"]}])";
  EXPECT_EQ(score(trajectory(expected, "unordered"), kBA).verdict, Verdict::pass);
  EXPECT_EQ(score(trajectory(expected, "unordered"), kAXB).verdict, Verdict::pass);
  const Calls bxa = {{"b", "{}"}, {"x", "{}"}, {"a", "{}"}};
  EXPECT_EQ(score(trajectory(expected, "unordered"), bxa).verdict, Verdict::fail);
}

TEST(Trajectory, StandsOutsideToolChoiceAndSeesBothSides) {
  Answer said = made::answer({"a", "b"}, {"a"});
  const std::vector<AttemptRecord> attempts = {attempt(std::move(said))};
  const TrialScore scored = score_trial(trajectory(kTwo), attempts, {});
  EXPECT_FALSE(scored.scored);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.raw_verdict, Verdict::pass);
  EXPECT_THAT(scored.reasons.back(), HasSubstr("would have been right"));
}

TEST(Trajectory, TooManyCallsAreNamedAndNotPassed) {
  Calls many(1500, {"a", "{}"});
  TrialScore scored = score(trajectory(R"([{"tool":"a","times":900}])", "strict"), many);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_THAT(scored.reasons[0], HasSubstr("1500 calls were made"));
  scored = score(trajectory(R"([{"tool":"a","times":900}])", "superset"), many);
  EXPECT_EQ(scored.verdict, Verdict::undecided);
  // The most that is compared, all alike: the counts alone can decide.
  many.resize(1000);
  scored = score(trajectory(R"([{"tool":"a","times":1000}])", "unordered"), many);
  EXPECT_EQ(scored.verdict, Verdict::pass);
  scored = score(trajectory(R"([{"tool":"b","times":400},{"tool":"a","times":600}])", "unordered"),
                 many);
  EXPECT_EQ(scored.verdict, Verdict::fail);
  EXPECT_EQ(scored.normalized_trajectory.matched, 600u);
}

// Everything that could be paired with everything, tried out.
struct Oracle {
  std::vector<std::vector<int>> fit;  // 0 none, 1 the tool, 2 whole
  std::vector<bool> optional;
  std::vector<std::pair<std::size_t, std::size_t>> before;
  bool in_order = false, missing_counts = false, extra_counts = false;
  std::size_t made = 0;

  std::uint32_t least_edits = 1000, most_whole = 0, most_required = 0;

  void run() {
    std::vector<int> column_of(fit.size(), -1);
    std::vector<bool> used(made, false);
    step(0, column_of, used);
  }

 private:
  void step(std::size_t row, std::vector<int>& column_of, std::vector<bool>& used) {
    if (row == fit.size()) return judge(column_of, used);
    step(row + 1, column_of, used);
    for (std::size_t column = 0; column < made; ++column) {
      if (used[column] || fit[row][column] == 0) continue;
      used[column] = true;
      column_of[row] = static_cast<int>(column);
      step(row + 1, column_of, used);
      column_of[row] = -1;
      used[column] = false;
    }
  }

  void judge(const std::vector<int>& column_of, const std::vector<bool>& used) {
    int last = -1;
    for (const int column : column_of) {
      if (!in_order || column < 0) continue;
      if (column < last) return;
      last = column;
    }
    for (const auto& [a, b] : before) {
      if (column_of[a] >= 0 && column_of[b] >= 0 && column_of[a] > column_of[b]) return;
    }
    std::uint32_t edits = 0, whole = 0, required = 0;
    bool all_whole = true;
    for (std::size_t row = 0; row < fit.size(); ++row) {
      if (column_of[row] < 0) {
        edits += missing_counts && !optional[row] ? 1 : 0;
      } else if (fit[row][static_cast<std::size_t>(column_of[row])] == 2) {
        ++whole;
        required += optional[row] ? 0 : 1;
      } else {
        ++edits;
        all_whole = false;
      }
    }
    for (const bool one : used) edits += extra_counts && !one ? 1 : 0;
    least_edits = std::min(least_edits, edits);
    if (!all_whole || required < most_required) return;
    if (required > most_required) most_whole = 0;
    most_required = required;
    most_whole = std::max(most_whole, whole);
  }
};

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ",") + part;
  return "[" + out + "]";
}

TEST(Trajectory, AgreesWithTryingEverything) {
  std::mt19937 random(17);
  const std::vector<std::string> orders = {"strict", "inOrder", "unordered", "subset", "superset"};
  const std::vector<std::string> wanted = {"", R"({"n":1})", R"({"n":2})",
                                           R"({"n":{"$any":true}})"};
  const std::vector<std::string> given = {"{}", R"({"n":1})", R"({"n":2})", ""};
  int held = 0, constrained = 0, moved = 0;
  for (int round = 0; round < 12000; ++round) {
    const std::string& order = orders[random() % orders.size()];
    const bool sets = order != "strict" && order != "inOrder";
    const std::size_t rows = 1 + random() % 5;
    Oracle oracle;
    oracle.made = random() % 6;
    oracle.in_order = !sets;
    oracle.missing_counts = order != "subset";
    oracle.extra_counts = order != "inOrder" && order != "superset";
    Calls calls;
    for (std::size_t i = 0; i < oracle.made; ++i) {
      calls.emplace_back(std::string(1, "ab"[random() % 2]), given[random() % given.size()]);
    }
    std::vector<std::string> entries;
    MatcherCache cache;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t tool = random() % 3, args = random() % wanted.size();
      const bool optional = order != "subset" && random() % 4 == 0;
      std::string entry = R"({"id":")" + std::to_string(row) + "\",";
      entry += tool == 2 ? R"("tools":["a","b"])" : tool == 1 ? R"("tool":"b")" : R"("tool":"a")";
      if (args > 0) entry += ",\"args\":" + wanted[args];
      if (optional) entry += ",\"optional\":true";
      if (sets && row > 0 && random() % 3 == 0) {
        const std::size_t other = random() % row;
        entry += R"(,"after":[")" + std::to_string(other) + "\"]";
        oracle.before.emplace_back(other, row);
        ++constrained;
      }
      entries.push_back(entry + "}");
      oracle.optional.push_back(optional);
      json::Document expected;
      if (args > 0) {
        ASSERT_FALSE(json::read_strict(wanted[args], expected));
      }
      std::vector<int> fit;
      for (const auto& [name, text] : calls) {
        const bool named = tool == 2 || name == (tool == 1 ? "b" : "a");
        const bool whole = args == 0 || compare_arguments(expected.root(), text, cache).match();
        fit.push_back(!named ? 0 : whole ? 2 : 1);
      }
      oracle.fit.push_back(fit);
    }
    oracle.run();
    const TrajectoryScore found =
        score(trajectory(joined(entries), order), calls).normalized_trajectory;
    std::uint32_t edits = static_cast<std::uint32_t>(found.edits.size());
    for (const TrajectoryEdit& edit : found.edits) {
      if (edit.kind != TrajectoryEdit::Kind::move) continue;
      ++moved;
      edits += oracle.extra_counts ? 1 : 0;  // one inserted, one removed
    }
    const std::string what = order + " " + joined(entries) + " round " + std::to_string(round);
    ASSERT_TRUE(found.judged) << what;
    ASSERT_EQ(edits, oracle.least_edits) << what;
    ASSERT_EQ(found.holds, oracle.least_edits == 0) << what;
    ASSERT_EQ(found.matched, oracle.most_whole) << what;
    ASSERT_EQ(found.matched_required, oracle.most_required) << what;
    if (found.holds && oracle.missing_counts) {
      ASSERT_EQ(found.matched_required, found.required) << what;
    }
    if (found.holds && oracle.extra_counts) {
      ASSERT_EQ(found.matched, found.made) << what;
    }
    held += found.holds ? 1 : 0;
    if (!sets) continue;
    // The order of the file decides nothing.
    std::ranges::shuffle(entries, random);
    const TrajectoryScore again =
        score(trajectory(joined(entries), order), calls).normalized_trajectory;
    ASSERT_EQ(again.holds, found.holds) << what;
    ASSERT_EQ(again.edits.size(), found.edits.size()) << what;
    ASSERT_EQ(again.matched, found.matched) << what;
    ASSERT_EQ(again.matched_required, found.matched_required) << what;
  }
  EXPECT_GT(held, 500);
  EXPECT_GT(constrained, 500);
  EXPECT_GT(moved, 50);
}

}  // namespace
}  // namespace tare
