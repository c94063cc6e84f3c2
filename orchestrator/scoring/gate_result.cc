// The second half of a gate: from the counts to its value, its bounds and its outcome.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scoring/gate_tally.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double ratio(double part, double whole) { return part / whole; }

// NaN compares false with everything, so it lies within no bound.
bool is_within(double value, const GateSpec& spec) {
  return (!spec.min || value >= *spec.min) && (!spec.max || value <= *spec.max) &&
         !std::isnan(value);
}

std::string bounds_text(const GateSpec& spec) {
  if (spec.min && spec.max) return fmt::format("from {} to {}", *spec.min, *spec.max);
  return spec.min ? fmt::format("at least {}", *spec.min) : fmt::format("at most {}", *spec.max);
}

std::string number_text(double value) {
  return std::isinf(value) ? "any number" : fmt::format("{}", value);
}

}  // namespace

GateTally::Estimate GateTally::no_value_because(std::string why) {
  Estimate out;
  out.no_value = std::move(why);
  return out;
}

GateTally::Estimate GateTally::share() const {
  Estimate out;
  if (all_ > 0) out.value = ratio(static_cast<double>(right_), static_cast<double>(all_));
  const auto whole = static_cast<double>(all_ + open_);
  if (whole > 0) {
    out.low = ratio(static_cast<double>(right_), whole);
    out.high = ratio(static_cast<double>(right_ + open_), whole);
    // A trial that is not known may turn out to have no call to be judged.
    const bool of_calls =
        figure_ == GateFigure::args_accuracy || figure_ == GateFigure::schema_valid;
    out.may_lack = of_calls && all_ == 0;
  } else {
    out.no_value = "no trial counts towards this figure";
  }
  return out;
}

GateTally::Estimate GateTally::delta() const {
  Estimate out;
  const auto gained = static_cast<double>(gained_);
  if (all_ > 0) out.value = ratio(gained, static_cast<double>(all_));
  const auto whole = static_cast<double>(all_ + open_);
  if (whole > 0) {
    out.low = ratio(gained - static_cast<double>(open_), whole);
    out.high = ratio(gained + static_cast<double>(open_), whole);
  } else {
    out.no_value = "no trial counts towards this figure";
  }
  return out;
}

GateTally::Estimate GateTally::smallest_case() const {
  Estimate out{least_, least_low_, least_high_, ""};
  if (cases_ == 0) out.no_value = "no case counts towards this figure";
  return out;
}

GateTally::Estimate GateTally::mean_pass_hat_k() const {
  Estimate out;
  if (!spec_.k || *spec_.k == 0) {
    out.no_value = "the gate gives no k: add \"k\": 1 or more";
  } else if (cases_ == 0) {
    out.no_value = "no case counts towards this figure";
  } else if (short_cases_ > 0) {
    out.no_value = fmt::format("{} of {} cases have fewer than {} trials: raise \"trials\"",
                               short_cases_, cases_, *spec_.k);
  } else {
    const auto cases = static_cast<double>(cases_);
    if (hat_cases_ == cases_) out.value = hat_sum_ / cases;
    out.low = hat_low_ / cases;
    out.high = hat_high_ / cases;
  }
  return out;
}

GateTally::Estimate GateTally::count() const {
  Estimate out;
  const auto seen = static_cast<double>(count_);
  out.value = seen;
  out.low = seen;
  out.high = unbounded_ ? kInfinite : seen + static_cast<double>(open_);
  return out;
}

// A bound between 0 and 1 cannot mean a count of calls: it is a share of trials.
bool GateTally::is_limit_rate() const {
  return figure_ == GateFigure::never_called && !is_drop() && spec_.max && *spec_.max > 0 &&
         *spec_.max < 1;
}

GateTally::Estimate GateTally::limit_rate() const {
  Estimate out;
  if (trials_ == 0) {
    out.no_value = "no trial counts towards this figure";
    return out;
  }
  const auto trials = static_cast<double>(trials_);
  out.value = ratio(static_cast<double>(crossed_), trials);
  out.low = *out.value;
  out.high = ratio(static_cast<double>(crossed_ + unchecked_), trials);
  return out;
}

GateTally::Estimate GateTally::percentile() const {
  if (durations_.empty() && any_skipped_) return {std::nullopt, 0, kInfinite, ""};
  if (durations_.empty()) {
    return no_value_because("no trial has a complete attempt, whose time would count");
  }
  Estimate out;
  if (const auto known = nearest_rank(durations_, 95)) out.value = *known;
  std::vector<std::uint32_t> with_open = durations_;
  with_open.resize(durations_.size() + open_, 0);
  out.low = nearest_rank(with_open, 95).value_or(0);
  constexpr std::uint32_t kForever = 0xffff'ffff;
  std::fill(with_open.begin() + static_cast<std::ptrdiff_t>(durations_.size()), with_open.end(),
            kForever);
  const std::uint32_t high = nearest_rank(with_open, 95).value_or(0);
  out.high = high == kForever ? kInfinite : high;
  return out;
}

// How much worse than the baseline: what a figure lost, or where less is better what it grew by.
GateTally::Estimate GateTally::against_base(const Estimate& now) const {
  if (!now.no_value.empty()) return now;
  DropBase::Value base = base_->value();
  if (!base.value) return no_value_because(std::move(base.why));
  const auto drop = [&](double value) {
    return more_is_better(figure_) ? *base.value - value : value - *base.value;
  };
  Estimate out;
  if (now.value) out.value = drop(*now.value);
  out.low = std::min(drop(now.low), drop(now.high));
  out.high = std::max(drop(now.low), drop(now.high));
  return out;
}

GateTally::Estimate GateTally::estimate() const {
  if (!is_drop()) return figure_estimate();
  if (base_) return against_base(figure_estimate());
  return no_value_because(
      "there is no baseline: name one with --baseline, or as \"baseline\" in the suite (tare "
      "baseline RUN makes one)");
}

GateTally::Estimate GateTally::figure_estimate() const {
  if (trials_ == 0 && !filter_.matches_everything()) {
    return no_value_because(
        fmt::format("no case matches \"{}\": mend \"where\", or take the gate out", spec_.where));
  }
  if (without_raw_ > 0) {
    return no_value_because(fmt::format(
        "raw evidence is missing for {} of {} trials: let the adapter say what the model wrote "
        "(event \"raw\", or \"raw\" in the short form), or gate \"view\": \"normalized\" alone",
        without_raw_, trials_));
  }
  if (without_normalized_ > 0) {
    return no_value_because(fmt::format(
        "normalized evidence is missing for {} of {} trials: let the adapter say what a tool "
        "received (\"normalized\" in the short form, [] for nothing), or gate \"view\": \"raw\" "
        "alone",
        without_normalized_, trials_));
  }
  switch (figure_) {
    case GateFigure::exact_accuracy:
    case GateFigure::acceptable_accuracy:
    case GateFigure::no_tool_accuracy:
    case GateFigure::risk_weighted_accuracy:
    case GateFigure::pass_rate:
    case GateFigure::args_accuracy:
    case GateFigure::schema_valid:
      return share();
    case GateFigure::client_delta:
      return delta();
    case GateFigure::min_case_pass_rate:
      return smallest_case();
    case GateFigure::pass_hat_k:
      return mean_pass_hat_k();
    case GateFigure::never_called:
      return is_limit_rate() ? limit_rate() : count();
    case GateFigure::tool_errors:
    case GateFigure::never_executed:
    case GateFigure::findings:
    case GateFigure::rescued:
    case GateFigure::damaged:
    case GateFigure::confusions:
    case GateFigure::unaudited:
    case GateFigure::unread:
      return count();
    case GateFigure::incomplete: {
      Estimate out;
      if (trials_ == 0) {
        out.no_value = "no trial counts towards this figure";
        return out;
      }
      out.value = ratio(static_cast<double>(count_), static_cast<double>(trials_));
      out.low = out.high = *out.value;
      return out;
    }
    case GateFigure::cost_usd:
      if (!cost_) {
        return no_value_because(
            "no adapter said what anything cost: let it send an event \"usage\" with \"costUsd\"");
      }
      return {cost_, *cost_, *cost_, ""};
    case GateFigure::p95_ms:
      return percentile();
    case GateFigure::judge_pass_rate:
      if (all_ + open_ == 0) {
        return no_value_because(
            "no trial has a verdict of a judge: give cases an \"expectedOutput\" and the suite a "
            "\"judge\"");
      }
      return share();
    case GateFigure::drop:
      break;
  }
  Estimate out;
  out.no_value = "this version does not compute this figure: take the gate out until it does";
  return out;
}

std::string GateTally::detail() const {
  std::string out;
  const auto say = [&](const std::string& words) { out += (out.empty() ? "" : ", ") + words; };
  if (spec_.severity) say("severity " + std::string(severity_name(*spec_.severity)));
  if (spec_.kind) say("kind " + *spec_.kind);
  if (spec_.effect) say("effect " + std::string(effect_name(*spec_.effect)));
  if (spec_.hop) say("hop " + *spec_.hop);
  if (spec_.pair) say("pair " + *spec_.pair);
  if (spec_.k) say(fmt::format("k {}", *spec_.k));
  if (!spec_.of.empty()) say("of " + spec_.of);
  if (!spec_.where.empty()) say(spec_.where);
  if (is_limit_rate() && trials_ > 0) {
    say(fmt::format("share of trials, 95 % upper bound {:.4g}", upper_bound_95(crossed_, trials_)));
  }
  return out;
}

GateResult GateTally::result() const {
  GateResult out;
  out.figure = spec_.figure;
  out.view = side_ == Side::raw ? "raw" : side_ == Side::normalized ? "normalized" : "";
  out.detail = detail();
  if (is_drop()) out.of = spec_.of;
  out.min = spec_.min;
  out.max = spec_.max;
  out.always_on = always_on_;

  const Estimate estimated = estimate();
  out.value = estimated.value;
  if (out.value && std::isnan(*out.value)) out.value.reset();
  // Nothing that was run counts towards it, and of what was left out perhaps nothing would: then it
  // would have no value, and fail.
  const bool may_stay_without = any_skipped_ && !estimated.value;
  if (!estimated.no_value.empty()) {
    out.value.reset();
    out.outcome = GateOutcome::fail;
    out.reason = "no value: " + estimated.no_value;
  } else if (!estimated.may_lack && !may_stay_without && is_within(estimated.low, spec_) &&
             is_within(estimated.high, spec_)) {
    out.outcome = GateOutcome::pass;
  } else {
    // The figure runs from low to high as the incomplete trials are counted; it fails for certain
    // where that range has no part in what is allowed.
    const bool hopeless = !(spec_.min ? estimated.high >= *spec_.min : true) ||
                          !(spec_.max ? estimated.low <= *spec_.max : true);
    out.outcome = hopeless ? GateOutcome::fail : GateOutcome::undecided;
    const std::string wanted = bounds_text(spec_);
    out.reason =
        hopeless && out.value && estimated.low == estimated.high
            ? fmt::format("{} is not {}", *out.value, wanted)
            : fmt::format("between {} and {} as what is not known is counted; {} is wanted",
                          number_text(estimated.low), number_text(estimated.high), wanted);
  }
  if (out.outcome != GateOutcome::pass) {
    out.cases = worst_.ids();
    out.case_count = worst_.count();
  }
  return out;
}

}  // namespace tare
