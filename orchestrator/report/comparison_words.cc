#include "report/comparison_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "scoring/significance.h"

namespace tare {
namespace {

bool is_counted(const ComparedFigure& figure) {
  return figure.group == ComparedFigure::Group::confusion ||
         figure.group == ComparedFigure::Group::coercion;
}

std::string value_text(const ComparedFigure& figure, std::optional<double> value) {
  if (!value) return "-";
  if (is_counted(figure)) return count_text(static_cast<std::uint64_t>(*value));
  return percent_text(value);
}

std::string side_text(const std::string& text) {
  if (text.empty()) return "not known";
  const bool digest = text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
  return digest ? text.substr(0, 12) : shown_text(text, 200);
}

}  // namespace

std::string figure_name(const ComparedFigure& figure) {
  std::string out = escape_for_terminal(figure.name);
  if (figure.view == "raw") out += ", model";
  return out;
}

std::string base_text(const ComparedFigure& figure) { return value_text(figure, figure.base); }
std::string now_text(const ComparedFigure& figure) { return value_text(figure, figure.now); }

std::string difference_text(const ComparedFigure& figure) {
  if (!figure.base || !figure.now) return "-";
  const double difference = *figure.now - *figure.base;
  if (is_counted(figure)) return difference == 0 ? "0" : fmt::format("{:+.0f}", difference);
  return points_text(difference);
}

std::string moved_text(const ComparedFigure& figure) {
  if (figure.cases == 0) return "-";
  return fmt::format("+{} -{}", figure.better, figure.worse);
}

std::string p_text(double p, bool tested) {
  if (!tested) return "-";
  if (p < 0.001) return "<0.001";
  return p > 0.9995 ? "1" : fmt::format("{:.3g}", p);
}

std::string change_text(Direction change) {
  switch (change) {
    case Direction::better:
      return "better";
    case Direction::worse:
      return "worse";
    case Direction::cannot_tell:
      return "cannot tell";
  }
  return "";
}

std::vector<const ComparedFigure*> rows_of(const Comparison& comparison,
                                           ComparedFigure::Group group) {
  const bool all = group == ComparedFigure::Group::figure;
  std::vector<const ComparedFigure*> out;
  for (const ComparedFigure& figure : comparison.figures) {
    const bool changed = figure.better + figure.worse > 0 || figure.base != figure.now;
    if (figure.group == group && (all || changed)) out.push_back(&figure);
  }
  if (!all) {
    std::ranges::stable_sort(out, {}, [](const ComparedFigure* figure) { return figure->p; });
  }
  return out;
}

std::string power_sentence(const Comparison& comparison) {
  const ComparedFigure& rate = comparison.figures.front();
  const std::string cases = counted(rate.cases, "paired case");
  const std::uint64_t fewest = fewest_telling_cases();
  if (!rate.smallest_drop) {
    return fmt::format("{}: too few to tell any drop from noise; {} would be the fewest", cases,
                       fewest);
  }
  std::string points = points_text(*rate.smallest_drop).substr(1);
  return fmt::format(
      "{}: the smallest drop of the pass rate that they could have shown is {} ({} cases)", cases,
      points, fewest);
}

std::string rate_sentence(const Comparison& comparison) {
  const ComparedFigure& rate = comparison.figures.front();
  return fmt::format("pass rate {} -> {} ({}; {} better, {} worse, p {})", base_text(rate),
                     now_text(rate), difference_text(rate), counted(rate.better, "case"),
                     count_text(rate.worse), p_text(rate.p, rate.cases > 0));
}

std::string experiment_sentence(const Experiment& experiment) {
  std::string out = fmt::format(
      "\"{}\" on {}: {} of {} -> {} of {} trials, p {}: {}", escape_for_terminal(experiment.target),
      experiment.view == "raw" ? "what the model wrote" : "what the tools received",
      count_text(experiment.base), count_text(experiment.base_of), count_text(experiment.now),
      count_text(experiment.now_of), p_text(experiment.p, true),
      experiment.passed ? "passed" : "failed");
  if (experiment.passed && experiment.p > kSignificance)
    out += ", but noise alone may have done it";
  if (!experiment.reason.empty()) out += "; " + escape_for_terminal(experiment.reason);
  for (const std::string& figure : experiment.broken) out += "; fell: " + figure;
  return out;
}

std::string count_change(const ChangedCase& changed) {
  return fmt::format("{} of {} -> {} of {}", changed.base.right, changed.base.of, changed.now.right,
                     changed.now.of);
}

std::string difference_sentence(const Difference& difference) {
  return escape_for_terminal(difference.what) + ": " + side_text(difference.base) + " -> " +
         side_text(difference.now);
}

int exit_code_of(const Comparison& comparison) {
  const bool failed = comparison.experiment && !comparison.experiment->passed;
  return failed || comparison.change == Direction::worse ? 1 : 0;
}

}  // namespace tare
