#include "scoring/run_facts.h"

#include "scoring/figure_tally.h"

namespace tare {
namespace {

CaseFacts facts_of(const TestCase& test_case) {
  CaseFacts out;
  out.id = test_case.id();
  if (test_case.expected.tool == Expectation::Tool::named) {
    out.tool = test_case.expected.expected_tool;
  } else if (test_case.expected.tool == Expectation::Tool::none) {
    out.tool = "";
  }
  out.tags = test_case.input.tags;
  out.risk = test_case.expected.risk;
  return out;
}

void add_verdict(Verdict verdict, Count& passed) {
  switch (verdict) {
    case Verdict::pass:
      passed.add(true);
      return;
    case Verdict::fail:
      passed.add(false);
      return;
    case Verdict::undecided:
    case Verdict::observed:
    case Verdict::waived:
      return;
  }
}

void add_choice(const Expectation& expected, const Selection& selection, SideFacts& side) {
  if (!selection.evidence) return;
  side.exact.add(selection.exact);
  side.acceptable.add(selection.acceptable);
  if (!selection.acceptable) ++side.confusions[confusion_label(expected, selection)];
}

void add_calls(const ArgsScore& args, const SchemaScore& schema, SideFacts& side) {
  if (args.judged) side.args.add(args.comparison.match());
  if (schema.calls > 0) side.schema.add(schema.valid == schema.calls);
}

}  // namespace

void RunFactsTally::add(const TestCase& test_case, const TrialScore& score) {
  if (score.quarantined) return;
  if (cases_.empty() || cases_.back().id != test_case.id()) {
    cases_.push_back(facts_of(test_case));
  }
  CaseFacts& facts = cases_.back();
  add_verdict(score.raw_verdict, facts.raw.passed);
  add_verdict(score.verdict, facts.normalized.passed);
  if (score.outcome == AttemptOutcome::failed) return;
  ++facts.trials;
  if (score.scored) {
    add_choice(test_case.expected, score.raw, facts.raw);
    add_choice(test_case.expected, score.normalized, facts.normalized);
  }
  add_calls(score.raw_args, score.raw_schema, facts.raw);
  add_calls(score.normalized_args, score.normalized_schema, facts.normalized);
  for (const CallTrace& trace : score.traces) {
    for (const Finding& finding : trace.findings) {
      if (!finding.waiver) ++facts.coercions[std::string(finding.kind)];
    }
  }
}

void add_summary(const RunSummary& summary, RunFacts& facts) {
  const Figures& raw = summary.scores.raw;
  const Figures& after = summary.scores.normalized;
  facts.figures["exactAccuracy"] = {raw.exact_accuracy, after.exact_accuracy};
  facts.figures["acceptableAccuracy"] = {raw.acceptable_accuracy, after.acceptable_accuracy};
  facts.figures["noToolAccuracy"] = {raw.no_tool_accuracy, after.no_tool_accuracy};
  facts.figures["riskWeightedAccuracy"] = {raw.risk_weighted_accuracy,
                                           after.risk_weighted_accuracy};
  facts.figures["argsAccuracy"] = {raw.args_accuracy, after.args_accuracy};
  facts.figures["schemaValid"] = {raw.schema_valid, after.schema_valid};
  const CoercionSummary& coercions = summary.coercions;
  const auto count = [&](const char* figure, std::uint64_t value) {
    facts.figures[figure] = {std::nullopt, static_cast<double>(value)};
  };
  count("rescued", coercions.rescued);
  count("damaged", coercions.damaged);
  count("unaudited", coercions.unaudited);
  count("unread", coercions.unread);
  if (summary.totals.trials > 0) {
    facts.figures["incomplete"] = {std::nullopt, static_cast<double>(summary.totals.incomplete) /
                                                     static_cast<double>(summary.totals.trials)};
  }
  facts.figures["costUsd"] = {std::nullopt, summary.cost_usd};
  for (const GateResult& gate : summary.gates) {
    if (gate.always_on) continue;
    facts.gates.push_back({gate.figure, gate.view, gate.detail, gate.min, gate.max});
  }
}

}  // namespace tare
