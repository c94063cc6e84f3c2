#include "report/figure_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tare {
namespace {

constexpr std::array<std::string_view, 11> kRates = {
    "exactAccuracy", "acceptableAccuracy", "noToolAccuracy", "riskWeightedAccuracy",
    "argsAccuracy",  "schemaValid",        "passRate",       "minCasePassRate",
    "passHatK",      "judgePassRate",      "incomplete"};

bool is_rate(std::string_view figure) {
  for (std::string_view rate : kRates)
    if (rate == figure) return true;
  return false;
}

// Rounded to one digit, but never onto 0 or 100 from beside it: "100.0 %" means all of them.
double shown_percent(double rate) {
  double percent = std::round(rate * 1000) / 10;
  if (percent >= 100 && rate < 1) return 99.9;
  if (percent <= 0 && rate > 0) return 0.1;
  return percent;
}

// Two digits behind the point, or where that would be 0.00 or nearly so, two that say something.
std::string usd_digits(double usd) {
  return usd != 0 && std::fabs(usd) < 0.1 ? fmt::format("{:.2g}", usd) : fmt::format("{:.2f}", usd);
}

}  // namespace

std::string percent_text(std::optional<double> rate) {
  if (!rate || !std::isfinite(*rate)) return "-";
  return fmt::format("{:.1f} %", shown_percent(*rate));
}

std::string points_text(std::optional<double> difference) {
  if (!difference || !std::isfinite(*difference)) return "-";
  double points = std::round(*difference * 1000) / 10;
  if (points == 0) return "0.0 points";
  return fmt::format("{:+.1f} points", points);
}

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  std::string out = count_text(count) + " ";
  if (count == 1) return out.append(singular);
  if (!plural.empty()) return out.append(plural);
  return out.append(singular).append("s");
}

std::string duration_text(std::uint64_t ms) {
  if (ms < 1000) return fmt::format("{} ms", ms);
  if (ms < 59'950) return fmt::format("{:.1f} s", static_cast<double>(ms) / 1000);
  std::uint64_t seconds = (ms + 500) / 1000;
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds % 3600 / 60);
}

std::string gate_value_text(std::string_view figure, std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return "no value";
  if (is_rate(figure)) return percent_text(value);
  if (figure == "clientDelta") return points_text(value);
  if (figure == "costUsd") return fmt::format("{} USD", usd_digits(*value));
  if (figure == "p95Ms") return fmt::format("{:.0f} ms", *value);
  if (*value == std::floor(*value) && *value >= 0 && *value < 1e15)
    return count_text(static_cast<std::uint64_t>(*value));
  return fmt::format("{:g}", *value);
}

std::string gate_difference_text(std::string_view figure, std::optional<double> difference) {
  if (!difference || !std::isfinite(*difference)) return "no value";
  if (is_rate(figure) || figure == "clientDelta") return points_text(difference);
  const std::string size = gate_value_text(figure, std::fabs(*difference));
  return *difference == 0 ? size : (*difference < 0 ? "-" : "+") + size;
}

Figures client_delta(const BothFigures& both) {
  const Figures& raw = both.raw_of_both;
  const Figures& after = both.normalized_of_both;
  auto minus = [](std::optional<double> a, std::optional<double> b) -> std::optional<double> {
    if (!a || !b) return std::nullopt;
    return *a - *b;
  };
  Figures delta;
  delta.trials = raw.trials;
  delta.exact_accuracy = minus(after.exact_accuracy, raw.exact_accuracy);
  delta.acceptable_accuracy = minus(after.acceptable_accuracy, raw.acceptable_accuracy);
  delta.no_tool_accuracy = minus(after.no_tool_accuracy, raw.no_tool_accuracy);
  delta.risk_weighted_accuracy = minus(after.risk_weighted_accuracy, raw.risk_weighted_accuracy);
  delta.args_trials = raw.args_trials;
  delta.schema_trials = raw.schema_trials;
  delta.args_accuracy = minus(after.args_accuracy, raw.args_accuracy);
  delta.schema_valid = minus(after.schema_valid, raw.schema_valid);
  return delta;
}

}  // namespace tare
