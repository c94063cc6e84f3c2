#include "report/trials_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

constexpr std::size_t kMaxRows = 10;
constexpr double kMisfire = 0.1;
constexpr std::size_t kPassed = 14, kRate = 10, kInterval = 20;

std::string series(std::string_view name, const std::vector<double>& values) {
  std::string out(name);
  const std::size_t shown = std::min(values.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? " " : ", ") + percent_text(values[i]);
  if (values.size() > shown) out += ", …, " + percent_text(values.back());
  return out + fmt::format(" (k = 1 to {})", values.size());
}

std::string trials_a_case(const TrialRates& rates) {
  if (rates.fewest == rates.most) return counted(rates.most, "trial") + " a case";
  return fmt::format("{} to {} a case", count_text(rates.fewest), counted(rates.most, "trial"));
}

std::string power_text(std::uint32_t trials) {
  return fmt::format(
      "{} {} a misfire of rate 10 % with probability {}; where none is seen, its rate is under {} "
      "with 95 % confidence",
      counted(trials, "trial"), trials == 1 ? "sees" : "see",
      percent_text(chance_to_see(kMisfire, trials)), percent_text(upper_bound_95(0, trials)));
}

std::string worst_text(const TrialSummary& trials, const TerminalStyle& style) {
  if (trials.worst.empty()) return "";
  const std::size_t figures = 2 + kPassed + kRate + kInterval;
  const std::size_t columns =
      std::clamp<std::size_t>(style.width > figures ? style.width - figures : 0, 14, 34);
  const std::string head =
      pad_left("passed", kPassed) + pad_left("rate", kRate) + pad_left("95 % interval", kInterval);
  std::string out = heading(pad_right("Worst cases", columns + 2), style) +
                    paint(style.color, Ink::dim, head) + "\n";
  const std::size_t shown =
      style.verbose ? trials.worst.size() : std::min(trials.worst.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const CaseRate& rate = trials.worst[i];
    const Interval interval = wilson_95(rate.passed, rate.trials);
    out +=
        "  " + pad_right(fit(escape_for_terminal(rate.id), columns), columns) +
        pad_left(fmt::format("{} of {}", rate.passed, rate.trials), kPassed) +
        pad_left(percent_text(static_cast<double>(rate.passed) / rate.trials), kRate) +
        pad_left(fmt::format("{} to {}", percent_text(interval.low), percent_text(interval.high)),
                 kInterval) +
        "\n";
  }
  if (trials.imperfect > shown) {
    out += "  and " + counted(trials.imperfect - shown, "more case") + " with a failed trial\n";
  }
  return out;
}

}  // namespace

std::string trials_text(const RunSummary& summary, const TerminalStyle& style) {
  const TrialSummary& trials = summary.trials;
  if (!trials.repeated()) return "";
  const TrialRates& after = trials.normalized;
  if (after.cases == 0) return "";
  std::string mean =
      trials_a_case(after) + ", mean pass rate " + percent_text(after.mean_pass_rate);
  if (trials.raw.cases > 0) {
    mean += " (model " + percent_text(trials.raw.mean_pass_rate) + ")";
  }
  std::string out = paragraph("Trials", mean, style);
  out += paragraph("", series("pass@k", after.pass_at_k), style);
  out += paragraph("", series("pass^k", after.pass_hat_k), style);
  out += paragraph("", power_text(after.fewest), style);
  return out + worst_text(trials, style);
}

}  // namespace tare
