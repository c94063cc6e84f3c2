#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "model/attempt.h"
#include "model/run_summary.h"
#include "model/score.h"
#include "model/test_case.h"

namespace tare {
namespace {

// Every value up to `count` has a name of its own and comes back by it; no other name is known.
template <class Enum>
void expect_round_trip(int count, std::string_view (*name_of)(Enum),
                       std::optional<Enum> (*from_name)(std::string_view)) {
  std::set<std::string_view> names;
  for (int i = 0; i < count; ++i) {
    const auto value = static_cast<Enum>(i);
    const std::string_view name = name_of(value);
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(from_name(name), value) << name;
  }
  EXPECT_TRUE(name_of(static_cast<Enum>(count)).empty()) << "a value was added: count it here";
  EXPECT_EQ(from_name(""), std::nullopt);
  EXPECT_EQ(from_name("Stop"), std::nullopt);
}

TEST(Names, EachValueComesBackByItsName) {
  expect_round_trip<At>(kAtCount, at_name, at_from_name);
  expect_round_trip<CallStatus>(5, status_name, status_from_name);
  expect_round_trip<FinishReason>(5, finish_name, finish_from_name);
  expect_round_trip<Failure>(11, failure_name, failure_from_name);
  expect_round_trip<AttemptOutcome>(3, outcome_name, outcome_from_name);
  expect_round_trip<Termination::Kind>(5, termination_kind_name, termination_kind_from_name);
  expect_round_trip<Severity>(6, severity_name, severity_from_name);
  expect_round_trip<Effect>(3, effect_name, effect_from_name);
  expect_round_trip<CaseKind>(4, case_kind_name, case_kind_from_name);
}

TEST(Names, AreSpelledAsTheProtocolSpellsThem) {
  const char* const failures[] = {"spawnFailed",      "startupTimeout", "idleTimeout",
                                  "deadlineExceeded", "signalled",      "exitCode",
                                  "protocolError",    "outputOverflow", "noFinish",
                                  "adapterError",     "interrupted"};
  for (int i = 0; i < 11; ++i) EXPECT_EQ(failure_name(static_cast<Failure>(i)), failures[i]);
  EXPECT_EQ(at_name(At::approval), "approval");
  EXPECT_EQ(finish_name(FinishReason::refused_by_client), "refusedByClient");
  EXPECT_EQ(finish_name(FinishReason::max_turns), "maxTurns");
  EXPECT_EQ(outcome_name(AttemptOutcome::client_crash), "clientCrash");
  EXPECT_EQ(case_kind_name(CaseKind::tool_call), "tool-call");
  EXPECT_EQ(evidence_name(Evidence::none), "none");
  EXPECT_EQ(evidence_name(Evidence::recorded), "recorded");
  EXPECT_EQ(verdict_name(Verdict::undecided), "undecided");
  EXPECT_EQ(verdict_name(Verdict::waived), "waived");
  EXPECT_EQ(gate_outcome_name(GateOutcome::undecided), "undecided");
  EXPECT_EQ(finding_on_name(FindingOn::call), "call");
  EXPECT_EQ(hop_name({At::wire, At::tool}), "wire>tool");
}

TEST(Termination, IsDescribedInAFewWords) {
  using Kind = Termination::Kind;
  EXPECT_EQ(describe_termination({.kind = Kind::exited, .value = 0}), "exited 0");
  EXPECT_EQ(describe_termination({.kind = Kind::exited, .value = 9}), "exited 9");
  EXPECT_EQ(describe_termination({.kind = Kind::signalled, .value = 9}), "signal 9 (Killed)");
  EXPECT_EQ(describe_termination({.kind = Kind::signalled, .value = 11, .core_dumped = true}),
            "signal 11 (Segmentation fault), core dumped");
  EXPECT_EQ(describe_termination({.kind = Kind::signalled, .value = 999}), "signal 999");
  EXPECT_EQ(describe_termination({.kind = Kind::stopped, .value = 15}),
            "stopped by tare, signal 15 (Terminated)");
  EXPECT_EQ(describe_termination({.kind = Kind::stopped, .value = 143, .stop_exited = true}),
            "stopped by tare, exited 143");
  EXPECT_EQ(describe_termination({.kind = Kind::not_started, .value = 2}),
            "not started: No such file or directory");
  EXPECT_EQ(describe_termination({}), "not started");
  EXPECT_EQ(describe_termination({.kind = Kind::kept}), "kept for the next case");
}

}  // namespace
}  // namespace tare
