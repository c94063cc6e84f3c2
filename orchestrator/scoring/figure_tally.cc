#include "scoring/figure_tally.h"

namespace tare {
namespace {

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void SideTally::add(const Expectation& expected, const Selection& selection) {
  ++trials;
  exact += selection.exact ? 1 : 0;
  acceptable += selection.acceptable ? 1 : 0;
  if (expected.tool == Expectation::Tool::none) {
    ++no_tool_trials;
    no_tool_right += selection.exact ? 1 : 0;
  }
  risk += expected.risk;
  risk_right += selection.acceptable ? expected.risk : 0;
}

Figures SideTally::figures() const {
  Figures out;
  out.trials = trials;
  out.exact_accuracy = share(exact, trials);
  out.acceptable_accuracy = share(acceptable, trials);
  out.no_tool_accuracy = share(no_tool_right, no_tool_trials);
  out.risk_weighted_accuracy = share(risk_right, risk);
  return out;
}

void BothTally::add(const Expectation& expected, const TrialScore& score) {
  if (score.normalized.evidence) normalized.add(expected, score.normalized);
  if (score.raw.evidence) raw.add(expected, score.raw);
  if (!score.raw.evidence || !score.normalized.evidence) return;
  raw_of_both.add(expected, score.raw);
  normalized_of_both.add(expected, score.normalized);
}

std::string confusion_label(const Expectation& expected, const Selection& selection) {
  std::string label =
      expected.tool == Expectation::Tool::named ? expected.expected_tool : "NO_TOOL";
  label += " -> ";
  if (selection.client_refused) return label + "CLIENT_REFUSED";
  return label + selection.selected.value_or("NO_TOOL");
}

}  // namespace tare
