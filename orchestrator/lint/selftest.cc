#include "lint/selftest.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "json/reader.h"
#include "scoring/aggregate.h"
#include "scoring/selection.h"
#include "suite/matchers.h"

namespace tare {
namespace {

std::string gate_text(const GateResult& gate) {
  std::string out = gate.figure;
  if (!gate.view.empty()) out += " on " + gate.view;
  if (!gate.detail.empty()) out += " (" + gate.detail + ")";
  return out;
}

// Why a gate cannot be asked of an agent of paper; "" where it can.
std::string_view unasked_why(const GateSpec& gate) {
  if (gate.figure == "costUsd") return "agents of paper cost nothing";
  if (gate.figure == "p95Ms") return "agents of paper take no time";
  if (gate.figure == "judgePassRate") return "no judge is asked about agents of paper";
  if (gate.figure == "drop") return "agents of paper have no baseline";
  return "";
}

// The gates of a suite, by how they are asked.
struct AskedGates {
  std::vector<GateSpec> once;      // over one trial a case
  std::vector<GateSpec> repeated;  // passHatK: over as many trials as the largest k, all alike
  std::uint32_t trials = 1;
  std::vector<SelftestUnasked> not_asked;
};

AskedGates asked_gates(const std::vector<GateSpec>& gates) {
  AskedGates out;
  for (const GateSpec& gate : gates) {
    if (const std::string_view why = unasked_why(gate); !why.empty()) {
      std::string text = gate.figure;
      if (!gate.of.empty()) text += " of " + gate.of;
      if (!gate.where.empty()) text += " (" + gate.where + ")";
      out.not_asked.push_back({std::move(text), std::string(why)});
    } else if (gate.figure == "passHatK") {
      out.trials = std::max(out.trials, gate.k.value_or(1));
      out.repeated.push_back(gate);
    } else {
      out.once.push_back(gate);
    }
  }
  return out;
}

// One agent's run of the whole suite.
class AgentRun {
 public:
  static Result<AgentRun> begin(const SelftestInput& input, const AskedGates& gates,
                                std::string name) {
    auto aggregate = Aggregate::create(gates.once);
    if (!aggregate) return aggregate.error();
    auto repeated = Aggregate::create(gates.repeated);
    if (!repeated) return repeated.error();
    AgentRun run(std::move(aggregate).value(), std::move(repeated).value());
    run.trials_ = gates.repeated.empty() ? 0 : gates.trials;
    run.agent_.name = std::move(name);
    run.aggregate_.set_limits(input.suite_never);
    return run;
  }

  void add(const TestCase& test_case, const TrialScore& score) {
    switch (score.verdict) {
      case Verdict::pass:
        ++agent_.passed;
        break;
      case Verdict::fail:
        ++agent_.failed;
        break;
      case Verdict::undecided:
      case Verdict::observed:
      case Verdict::waived:
        ++agent_.other;
        break;
    }
    aggregate_.add(test_case, score);
    for (std::uint32_t i = 0; i < trials_; ++i) repeated_.add(test_case, score);
  }

  SelftestAgent finish(std::vector<std::string>* gate_names) {
    RunSummary summary = aggregate_.finish(false, false);
    agent_.exit_code = summary.exit_code;
    if (trials_ > 0) {
      // The gates that are always on, and counts, are of the single trials.
      for (GateResult& gate : repeated_.finish(false, false).gates) {
        if (gate.figure != "passHatK") continue;
        if (gate.outcome == GateOutcome::fail && agent_.exit_code == 0) agent_.exit_code = 1;
        summary.gates.push_back(std::move(gate));
      }
    }
    for (const GateResult& gate : summary.gates) {
      if (gate_names != nullptr) gate_names->push_back(gate_text(gate));
      if (gate.outcome == GateOutcome::fail) agent_.failing_gates.push_back(gate_text(gate));
    }
    return std::move(agent_);
  }

 private:
  AgentRun(Aggregate aggregate, Aggregate repeated)
      : aggregate_(std::move(aggregate)), repeated_(std::move(repeated)) {}
  SelftestAgent agent_;
  Aggregate aggregate_, repeated_;
  std::uint32_t trials_ = 0;  // that `repeated_` is given of each case
};

std::string first_reason(const TrialScore& score) {
  return score.reasons.empty() ? std::string(verdict_name(score.verdict)) : score.reasons.front();
}

// Where a waiver covers a trial it stands behind the reasons of the failure.
std::string last_reason(const TrialScore& score) {
  return score.reasons.empty() ? std::string("quarantined") : score.reasons.back();
}

// Does a limit forbid arguments that the case leaves open? Then the oracle may have made up some
// that cross it, and others would not: the suite is not to blame.
bool made_up_may_cross(const Never& never, const TestCase& test_case) {
  json::Document limit, stated;
  if (never.args_json.empty() || json::read_strict(never.args_json, limit)) return false;
  const RareExpectation* rare = test_case.expected.rare.get();
  json::Value args;
  if (rare != nullptr && !rare->expected_args_json.empty() &&
      !json::read_strict(rare->expected_args_json, stated)) {
    args = stated.root();
  }
  if (test_case.input.kind == CaseKind::invoke || !limit.root().is_object()) return false;
  for (const json::Member& m : limit.root().members()) {
    const json::Value said =
        args.valid() && args.is_object() ? args.find(m.name.decoded()) : json::Value();
    if (!said.valid() || !is_plain(said)) return true;
  }
  return false;
}

bool crossed_by_chance(const TrialScore& score, const TestCase& test_case,
                       std::span<const Never> suite_never) {
  if (score.limits.empty()) return false;
  const auto open = [&](const Never& never) { return made_up_may_cross(never, test_case); };
  const RareExpectation* rare = test_case.expected.rare.get();
  return std::ranges::any_of(suite_never, open) ||
         (rare != nullptr && std::ranges::any_of(rare->never, open));
}

std::string first_tool_of(const Manifest* manifest) {
  if (manifest != nullptr) {
    for (const ToolSpec& tool : manifest->tools) {
      if (!tool.builtin) return tool.name;
    }
  }
  return "tool";
}

}  // namespace

std::uint64_t SelftestResult::made() const {
  std::uint64_t sum = 0;
  for (const MutantTally& kind : kinds) sum += kind.made;
  return sum;
}

double SelftestResult::live_share() const {
  const std::uint64_t all = made();
  return all == 0 ? 0 : static_cast<double>(live.size()) / static_cast<double>(all);
}

Result<SelftestResult> run_selftest(const SelftestInput& input) {
  AskedGates gates = asked_gates(input.gates);
  std::vector<AgentRun> runs;
  for (const char* name : {"oracle", "neverCalls", "firstTool"}) {
    auto run = AgentRun::begin(input, gates, name);
    if (!run) return run.error();
    runs.push_back(std::move(run).value());
  }
  for (int kind = 0; kind < kMutantKindCount; ++kind) {
    auto run =
        AgentRun::begin(input, gates, std::string(mutant_kind_name(static_cast<MutantKind>(kind))));
    if (!run) return run.error();
    runs.push_back(std::move(run).value());
  }
  SelftestResult result;
  result.not_asked = std::move(gates.not_asked);
  const auto score = [&](const TestCase& test_case, const ScriptedAnswer& answer) {
    return input.score(test_case, record_of(test_case, answer));
  };
  for (const TestCase* test_case : input.cases) {
    ++result.cases;
    const Manifest* manifest = input.manifest_of(*test_case);
    runs[1].add(*test_case, score(*test_case, {}));
    runs[2].add(*test_case,
                score(*test_case, first_tool_answer(*test_case, first_tool_of(manifest))));
    std::string why;
    std::optional<ScriptedAnswer> right = oracle_answer(*test_case, manifest, why);
    const bool states = states_verdict(*test_case);
    if (!states) ++result.outside;
    TrialScore oracle = score(*test_case, right.value_or(ScriptedAnswer{}));
    if (right && crossed_by_chance(oracle, *test_case, input.suite_never)) {
      right.reset();
      why = "the arguments that were made up cross a limit, and others may not";
    }
    if (right) runs[0].add(*test_case, oracle);
    if (!right && states) result.unanswered.push_back({test_case->id(), why});
    if (right && states && oracle.verdict == Verdict::waived) {
      result.waived.push_back({test_case->id(), last_reason(oracle)});
    } else if (right && states && oracle.verdict != Verdict::pass) {
      result.contradictions.push_back({test_case->id(), first_reason(oracle)});
    }
    bool right_is_expected = true;
    if (auto recorded = input.recorded(*test_case)) {
      TrialScore again = score(*test_case, *recorded);
      if (again.verdict == Verdict::pass) {
        right = std::move(recorded);
        oracle = std::move(again);
        ++result.from_record;
        right_is_expected = false;
      }
    }
    std::array<bool, kMutantKindCount> seen{};
    if (states && right && oracle.verdict == Verdict::pass) {
      if (right_is_expected) ++result.from_expected;
      bool waived = false;
      for (const Mutant& mutant : mutants_of(*test_case, *right, manifest, input.suite_never)) {
        const TrialScore mutated = score(*test_case, mutant.answer);
        const auto kind = static_cast<std::size_t>(mutant.kind);
        if (mutated.verdict == Verdict::waived) {
          ++result.waived_mutants;
          if (!std::exchange(waived, true)) {
            result.waived.push_back({test_case->id(), last_reason(mutated)});
          }
          if (!std::exchange(seen[kind], true)) runs[3 + kind].add(*test_case, mutated);
          continue;
        }
        ++result.kinds[kind].made;
        if (mutated.verdict == Verdict::pass) {
          result.live.push_back({test_case->id(), mutant.kind, mutant.text});
        } else {
          ++result.kinds[kind].killed;
        }
        if (!std::exchange(seen[kind], true)) runs[3 + kind].add(*test_case, mutated);
      }
    }
    for (std::size_t kind = 0; kind < seen.size(); ++kind) {
      if (!seen[kind] && right) runs[3 + kind].add(*test_case, oracle);
    }
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool of_mutants = i >= 3;
    SelftestAgent agent = runs[i].finish(i == 0 ? &result.gate_names : nullptr);
    if (of_mutants && result.kinds[i - 3].made == 0) continue;
    result.agents.push_back(std::move(agent));
  }
  return result;
}

}  // namespace tare
