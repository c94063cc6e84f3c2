#include "scoring/figure_tally.h"

#include "base/escape.h"
#include "suite/reserved_tools.h"

namespace tare {
namespace {

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void SideTally::add(const Expectation& expected, const Selection& selection, std::uint64_t times) {
  trials += times;
  exact += selection.exact ? times : 0;
  acceptable += selection.acceptable ? times : 0;
  if (expected.tool == Expectation::Tool::none) {
    no_tool_trials += times;
    no_tool_right += selection.exact ? times : 0;
  }
  risk += expected.risk * times;
  risk_right += selection.acceptable ? expected.risk * times : 0;
}

void SideTally::add_args(const ArgsScore& args, std::uint64_t times) {
  args_trials += times;
  args_right += args.comparison.match() ? times : 0;
}

void SideTally::add_schema(const SchemaScore& schema, std::uint64_t times) {
  schema_trials += times;
  schema_right += schema.valid == schema.calls ? times : 0;
}

Figures SideTally::figures() const {
  Figures out;
  out.trials = trials;
  out.exact_accuracy = share(exact, trials);
  out.acceptable_accuracy = share(acceptable, trials);
  out.no_tool_accuracy = share(no_tool_right, no_tool_trials);
  out.risk_weighted_accuracy = share(risk_right, risk);
  out.args_accuracy = share(args_right, args_trials);
  out.schema_valid = share(schema_right, schema_trials);
  out.args_trials = args_trials;
  out.schema_trials = schema_trials;
  out.schema_unjudged = schema_unjudged;
  return out;
}

void BothTally::add(const Expectation& expected, const TrialScore& score, std::uint64_t times) {
  if (score.normalized.evidence) normalized.add(expected, score.normalized, times);
  if (score.raw.evidence) raw.add(expected, score.raw, times);
  if (!score.raw.evidence || !score.normalized.evidence) return;
  raw_of_both.add(expected, score.raw, times);
  normalized_of_both.add(expected, score.normalized, times);
}

void BothTally::add_calls(const TrialScore& score, std::uint64_t times) {
  const bool raw_args = score.raw_args.judged, normalized_args = score.normalized_args.judged;
  if (raw_args) raw.add_args(score.raw_args, times);
  if (normalized_args) normalized.add_args(score.normalized_args, times);
  if (raw_args && normalized_args) {
    raw_of_both.add_args(score.raw_args, times);
    normalized_of_both.add_args(score.normalized_args, times);
  }
  raw.schema_unjudged += score.raw_schema.unjudged * times;
  normalized.schema_unjudged += score.normalized_schema.unjudged * times;
  const bool raw_calls = score.raw_schema.calls > 0;
  const bool normalized_calls = score.normalized_schema.calls > 0;
  if (raw_calls) raw.add_schema(score.raw_schema, times);
  if (normalized_calls) normalized.add_schema(score.normalized_schema, times);
  if (raw_calls && normalized_calls) {
    raw_of_both.add_schema(score.raw_schema, times);
    normalized_of_both.add_schema(score.normalized_schema, times);
  }
}

void TrajectoryTally::add(const TrajectoryScore& score) {
  if (!score.judged) return;
  ++sums_.trials;
  sums_.held += score.holds ? 1 : 0;
  sums_.made += score.made;
  sums_.required += score.required;
  sums_.matched += score.matched;
  sums_.matched_required += score.matched_required;
}

TrajectoryFigures TrajectoryTally::figures() const {
  TrajectoryFigures out = sums_;
  out.precision = share(out.matched, out.made);
  out.recall = share(out.matched_required, out.required);
  const double precision = out.precision.value_or(0), recall = out.recall.value_or(0);
  const bool any = precision + recall > 0;
  if (out.recall) out.f1 = any ? 2 * precision * recall / (precision + recall) : 0;
  return out;
}

std::string confusion_label(const Expectation& expected, const Selection& selection) {
  std::string label(expected.tool == Expectation::Tool::named ? expected.expected_tool : kNoTool);
  label += " -> ";
  if (selection.client_refused) return label.append(kClientRefused);
  if (!selection.selected) return label.append(kNoTool);
  // A model may write any name.
  const std::string& name = *selection.selected;
  return label + (is_reserved_tool(name) ? quote_json(name) : name);
}

}  // namespace tare
