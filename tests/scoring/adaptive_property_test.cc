// Stopping early never changes what a gate comes to, whatever the trials that were left out would
// have been: random runs, random gates, the full run beside the adaptive one.
#include <gtest/gtest.h>

#include <random>

#include "made.h"
#include "scoring/aggregate.h"
#include "scoring/skipped_trial.h"

namespace tare {
namespace {

class RandomRun {
 public:
  explicit RandomRun(unsigned seed) : random_(seed) {
    const int cases = 1 + pick(4);
    for (int i = 0; i < cases; ++i) {
      TestCase one = made::test_case("c" + std::to_string(i), chance(4) ? "" : "get",
                                     static_cast<std::uint8_t>(1 + pick(5)));
      if (chance(2)) one.input.tags = {"x"};
      if (chance(6)) {
        one.expected.rare = std::make_unique<RareExpectation>();
        one.expected.rare->never.push_back(made::never("drop"));
      }
      if (chance(6)) {
        one.expected.tool = Expectation::Tool::unstated;
        one.input.kind = CaseKind::agent;
        if (!one.expected.rare) one.expected.rare = std::make_unique<RareExpectation>();
        one.expected.rare->expected_output_json = "\"a contract\"";
      }
      cases_.push_back(std::move(one));
      std::vector<TrialScore> trials;
      const int count = 1 + pick(5);
      const int likely = 1 + pick(10);  // of ten trials so many are right
      for (int t = 1; t <= count; ++t) trials.push_back(trial(cases_.back(), t, likely));
      trials_.push_back(std::move(trials));
    }
    const int gates = 1 + pick(3);
    for (int i = 0; i < gates; ++i) gates_.push_back(gate());
  }

  RunSummary full() const {
    Aggregate aggregate = made();
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      for (const TrialScore& score : trials_[i]) aggregate.add(cases_[i], score);
    }
    return aggregate.finish(false);
  }

  // By its definition: round by round.
  RunSummary adaptive() {
    std::vector<std::size_t> stop(cases_.size(), 0);
    std::vector<const TestCase*> list;
    for (const TestCase& one : cases_) list.push_back(&one);
    for (std::size_t round = 1;; ++round) {
      Aggregate aggregate = made();
      bool left = false;
      for (std::size_t i = 0; i < cases_.size(); ++i) {
        add(aggregate, i, stop[i] != 0 ? stop[i] : round);
        left = left || (stop[i] == 0 && round < trials_[i].size());
      }
      if (!left) return aggregate.finish(false);
      const std::vector<bool> open = aggregate.concerned_by_open_gates(list);
      for (std::size_t i = 0; i < cases_.size(); ++i) {
        if (!open[i] && stop[i] == 0 && round < trials_[i].size()) {
          stop[i] = round;
          skipped_ += trials_[i].size() - round;
        }
      }
    }
  }

  std::size_t skipped() const { return skipped_; }
  std::string text() const {
    std::string out;
    for (const GateSpec& one : gates_) {
      out += one.figure + (one.min ? " min " + std::to_string(*one.min) : "") +
             (one.max ? " max " + std::to_string(*one.max) : "") + " " + one.where + "; ";
    }
    return out;
  }

 private:
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  bool chance(int one_in) { return pick(one_in) == 0; }

  Aggregate made() const {
    Result<Aggregate> out = Aggregate::create(gates_);
    EXPECT_TRUE(out) << (out ? "" : out.error().reason);
    return std::move(*out);
  }

  void add(Aggregate& aggregate, std::size_t i, std::size_t ran) const {
    for (std::size_t t = 0; t < trials_[i].size(); ++t) {
      aggregate.add(cases_[i],
                    t < ran ? trials_[i][t]
                            : skipped_trial(cases_[i], static_cast<std::uint32_t>(t + 1), nullptr));
    }
  }

  Selection selection(const TestCase& one, bool right) {
    Selection out;
    out.evidence = true;
    const bool none = one.expected.tool == Expectation::Tool::none;
    if (right == none) {
      if (!right) out.selected = "other";
    } else {
      out.selected = right ? "get" : "other";
      if (!right && chance(2)) out.selected.reset();
    }
    if (right && !none) out.selected = "get";
    out.exact = out.acceptable = right;
    return out;
  }

  TrialScore trial(const TestCase& one, int number, int likely) {
    TrialScore out;
    out.trial = static_cast<std::uint32_t>(number);
    if (chance(15)) return out;  // incomplete
    out.outcome = AttemptOutcome::completed;
    out.scored = true;
    const bool right = pick(10) < likely;
    out.normalized = selection(one, right);
    out.raw = selection(one, right != chance(8));
    out.duration_ms = static_cast<std::uint32_t>(pick(100));
    out.tool_errors = chance(12) ? 1 : 0;
    const bool limited = one.expected.rare && !one.expected.rare->never.empty();
    if (limited && chance(4)) out.limits.emplace_back();
    const bool crossed = !out.limits.empty();
    if (one.expected.tool == Expectation::Tool::unstated) {
      // A contract without a judge: nothing but its end decides.
      out.scored = false;
      out.verdict = !right || crossed ? Verdict::fail : Verdict::observed;
      out.raw_verdict = crossed || (!right && chance(2)) ? Verdict::fail : Verdict::observed;
      return out;
    }
    out.verdict = out.normalized.acceptable && !crossed ? Verdict::pass : Verdict::fail;
    out.raw_verdict = out.raw.acceptable && !crossed ? Verdict::pass : Verdict::fail;
    return out;
  }

  GateSpec gate() {
    static constexpr const char* kRates[] = {
        "passRate", "minCasePassRate",      "exactAccuracy", "noToolAccuracy",
        "passHatK", "riskWeightedAccuracy", "schemaValid",   "argsAccuracy"};
    static constexpr const char* kCounts[] = {"confusions", "neverCalled", "toolErrors", "p95Ms",
                                              "rescued"};
    GateSpec out;
    if (chance(3)) {
      out.figure = kCounts[pick(5)];
      out.max = out.figure == "p95Ms" ? pick(120) : pick(3);
    } else if (chance(8)) {
      out.figure = "clientDelta";
      out.min = pick(11) / 10.0 - 0.5;
    } else {
      out.figure = kRates[pick(8)];
      out.min = pick(11) / 10.0;
      if (out.figure == "passHatK") out.k = 1;
    }
    if (chance(3)) out.where = "tag(x)";
    return out;
  }

  std::mt19937 random_;
  std::vector<TestCase> cases_;
  std::vector<std::vector<TrialScore>> trials_;
  std::vector<GateSpec> gates_;
  std::size_t skipped_ = 0;
};

TEST(AdaptiveProperty, GatesComeToWhatTheFullRunComesTo) {
  std::size_t skipped = 0, gates = 0;
  for (unsigned seed = 0; seed < 20000; ++seed) {
    RandomRun run(seed);
    const RunSummary full = run.full();
    const RunSummary early = run.adaptive();
    skipped += run.skipped();
    ASSERT_EQ(full.gates.size(), early.gates.size());
    for (std::size_t i = 0; i < full.gates.size(); ++i) {
      if (full.gates[i].figure == "incomplete") continue;  // it speaks of what was run
      ++gates;
      ASSERT_EQ(full.gates[i].outcome, early.gates[i].outcome)
          << "seed " << seed << ", gate " << full.gates[i].figure << " " << full.gates[i].view
          << ": " << full.gates[i].reason << " / " << early.gates[i].reason << "\n"
          << run.text();
    }
  }
  // It is no property of nothing.
  EXPECT_GT(skipped, 10000u);
  EXPECT_GT(gates, 50000u);
}

}  // namespace
}  // namespace tare
