// Can the suite fail? It is held against agents of paper (scripted_agent.h) and against mutants of
// right answers (mutants.h), and each of them is judged by the code that judges a real run.
//
// Three questions. Does the oracle, which answers from the expectations, pass everything? Else the
// suite contradicts itself. Do an agent that never calls and one that always calls the first tool
// break a gate? Else the gates cannot fail. And which mutants does a case let live?
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/mutants.h"
#include "model/gate_spec.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {

struct SelftestInput {
  std::vector<const TestCase*> cases;  // in suite order
  std::vector<GateSpec> gates;
  std::vector<Never> suite_never;
  // The tools of a case; may be null.
  std::function<const Manifest*(const TestCase&)> manifest_of;
  // As a run would score it, waivers and all.
  std::function<TrialScore(const TestCase&, const AttemptRecord&)> score;
  // What was recorded of a case: calls of a trial that passed. nullopt: none is on record.
  std::function<std::optional<ScriptedAnswer>(const TestCase&)> recorded;
};

struct SelftestCase {
  std::string id, why;
};

// A gate over what an agent of paper has not, so that it says nothing of the suite.
struct SelftestUnasked {
  std::string gate, why;
};

// An agent of paper against the whole suite.
struct SelftestAgent {
  std::string name;  // "oracle", "neverCalls", "firstTool", or the kind of its mutants
  std::uint64_t passed = 0, failed = 0, other = 0;
  int exit_code = 0;
  std::vector<std::string> failing_gates;
};

struct MutantTally {
  std::uint64_t made = 0, killed = 0;
};

struct LiveMutant {
  std::string case_id;
  MutantKind kind = MutantKind::another_tool;
  std::string text;
};

struct SelftestResult {
  std::uint64_t cases = 0;
  std::uint64_t outside = 0;                 // state nothing that code decides
  std::uint64_t from_record = 0;             // mutants were made of recorded calls
  std::vector<SelftestCase> contradictions;  // the oracle does not pass
  std::vector<SelftestCase> unanswered;      // no answer was found that the expectations mean
  // A waiver covers what fails there, be it the oracle or a mutant: no build would stop.
  std::vector<SelftestCase> waived;
  std::uint64_t waived_mutants = 0;  // are not among those that were made
  std::uint64_t from_expected = 0;   // mutants were made of the oracle's answer
  std::array<MutantTally, kMutantKindCount> kinds{};
  std::vector<LiveMutant> live;
  std::vector<SelftestAgent> agents;    // oracle, neverCalls, firstTool, then the kinds of mutants
  std::vector<std::string> gate_names;  // of the gates that were asked, in their order
  std::vector<SelftestUnasked> not_asked;  // neither pass nor fail

  std::uint64_t made() const;
  double live_share() const;  // of the mutants made; 0 where there are none
};

// Fails where a gate's filter does not parse. O(cases × mutants a case).
Result<SelftestResult> run_selftest(const SelftestInput& input);

}  // namespace tare
