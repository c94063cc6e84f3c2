#include "scoring/gate_tally.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/glob.h"
#include "scoring/figure_tally.h"
#include "scoring/selection.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

bool is_incomplete(const TrialScore& score) { return score.outcome == AttemptOutcome::failed; }

// How much a trial weighs in a selection figure, and how much of that is right; a weight of 0
// leaves it out.
struct Part {
  std::uint64_t weight = 0, right = 0;
};
Part part_of(GateFigure figure, const Expectation& expected, const Selection& selection) {
  switch (figure) {
    case GateFigure::exact_accuracy:
      return {1, selection.exact ? 1u : 0u};
    case GateFigure::no_tool_accuracy:
      if (expected.tool != Expectation::Tool::none) return {};
      return {1, selection.exact ? 1u : 0u};
    case GateFigure::risk_weighted_accuracy:
      return {expected.risk, selection.acceptable ? expected.risk : std::uint64_t{0}};
    default:
      return {1, selection.acceptable ? 1u : 0u};
  }
}

// Figures that count findings or calls, each of which stands on a tool of its own.
bool counts_calls(GateFigure figure) {
  return figure == GateFigure::findings || figure == GateFigure::rescued ||
         figure == GateFigure::damaged || figure == GateFigure::unaudited ||
         figure == GateFigure::unread;
}

}  // namespace

GateTally::GateTally(GateSpec spec, GateFigure figure, Filter filter, Side side, bool always_on)
    : spec_(std::move(spec)),
      figure_(figure),
      filter_(std::move(filter)),
      side_(side),
      always_on_(always_on) {
  by_call_ = counts_calls(figure_) && filter_.mentions_tool();
  if (figure_ == GateFigure::client_delta && !spec_.of.empty() && !is_drop()) {
    of_ = gate_figure_from_name(spec_.of).value_or(GateFigure::acceptable_accuracy);
  }
}

void GateTally::set_baseline(std::shared_ptr<const BaselineIndex> index) {
  if (!index || !is_drop()) return;
  base_.emplace(std::move(index), DropBase::Spec{figure_, spec_.of, side_ == Side::raw, spec_.k,
                                                 !filter_.matches_everything()});
}

void GateTally::begin_case(const TestCase& test_case) {
  selected_ = filter_.matches_everything() || filter_.matches(test_case);
  if (selected_ && base_) selected_ = base_->begin_case(test_case);
  case_rate_ = {};
  case_weight_ = 0;
  case_id_ = test_case.id();
}

void GateTally::close(bool offends, std::uint64_t weight) {
  if (offends) case_weight_ += weight;
}

// What an incomplete trial would have called is not known: it concerns any gate that a call of its
// case could.
bool GateTally::concerns(const TestCase& test_case, const TrialScore& score) const {
  if (selected_ || !by_call_) return selected_;
  if (is_incomplete(score)) return filter_.may_match_call(test_case);
  return std::ranges::any_of(score.traces,
                             [&](const CallTrace& trace) { return looks_at(test_case, trace); });
}

bool GateTally::looks_at(const TestCase& test_case, const CallTrace& trace) const {
  return !by_call_ || filter_.matches_call(test_case, trace.tools);
}

void GateTally::add(const TestCase& test_case, const TrialScore& score) {
  if (!concerns(test_case, score)) return;
  // A case in quarantine decides nothing; what it cost was spent all the same.
  if (score.quarantined && figure_ != GateFigure::cost_usd) {
    if (figure_ == GateFigure::incomplete) trials_ += times_;
    return;
  }
  // These two speak of what was run; all others of what would come out.
  if (score.skipped && (figure_ == GateFigure::incomplete || figure_ == GateFigure::cost_usd)) {
    return;
  }
  any_skipped_ = any_skipped_ || score.skipped;
  trials_ += times_;
  switch (figure_) {
    case GateFigure::exact_accuracy:
    case GateFigure::acceptable_accuracy:
    case GateFigure::no_tool_accuracy:
    case GateFigure::risk_weighted_accuracy:
      add_share(test_case, score);
      return;
    case GateFigure::client_delta:
      add_delta(test_case, score);
      return;
    case GateFigure::pass_rate:
    case GateFigure::min_case_pass_rate:
    case GateFigure::pass_hat_k:
      add_pass(test_case, score);
      return;
    case GateFigure::tool_errors:
    case GateFigure::never_called:
    case GateFigure::never_executed:
    case GateFigure::findings:
    case GateFigure::rescued:
    case GateFigure::damaged:
    case GateFigure::confusions:
    case GateFigure::unaudited:
    case GateFigure::unread:
      add_count(test_case, score);
      return;
    case GateFigure::incomplete:
      count_ += is_incomplete(score) ? times_ : 0;
      close(is_incomplete(score));
      return;
    case GateFigure::cost_usd:
      if (score.cost_usd) cost_ = cost_.value_or(0) + *score.cost_usd;
      return;
    case GateFigure::p95_ms:
      if (is_incomplete(score)) {
        open_ += times_;
      } else {
        durations_.insert(durations_.end(), times_, score.duration_ms);
        close(spec_.max && score.duration_ms > *spec_.max);
      }
      return;
    case GateFigure::args_accuracy:
    case GateFigure::schema_valid:
      add_calls(test_case, score);
      return;
    case GateFigure::judge_pass_rate:
      add_judged(test_case, score);
      return;
    case GateFigure::drop:
      return;
  }
}

// Counts a trial that does not show a side that the figure needs.
bool GateTally::lacks_evidence(const TrialScore& score) {
  const bool raw = side_ != Side::normalized && !score.raw.evidence;
  const bool normalized = side_ != Side::raw && !score.normalized.evidence;
  without_raw_ += raw ? times_ : 0;
  without_normalized_ += normalized ? times_ : 0;
  return raw || normalized;
}

void GateTally::add_share(const TestCase& test_case, const TrialScore& score) {
  if (!states_selection(test_case)) return;
  const Selection& selection = side_ == Side::raw ? score.raw : score.normalized;
  const Part part = part_of(figure_, test_case.expected, selection);
  if (part.weight == 0) return;
  if (is_incomplete(score)) {
    open_ += part.weight * times_;
    close(true);
  } else if (lacks_evidence(score)) {
    close(true);
  } else {
    all_ += part.weight * times_;
    right_ += part.right * times_;
    close(part.right < part.weight, part.weight);
  }
}

void GateTally::add_delta(const TestCase& test_case, const TrialScore& score) {
  if (!states_selection(test_case)) return;
  const Part after = part_of(of_, test_case.expected, score.normalized);
  if (after.weight == 0) return;
  if (is_incomplete(score)) {
    open_ += after.weight * times_;
    close(true);
  } else if (lacks_evidence(score)) {
    close(true);
  } else {
    const Part before = part_of(of_, test_case.expected, score.raw);
    all_ += after.weight * times_;
    gained_ += (static_cast<std::int64_t>(after.right) - static_cast<std::int64_t>(before.right)) *
               static_cast<std::int64_t>(times_);
    close(after.right != before.right, after.weight);
  }
}

// Columns of their own: a trial counts where there is a call to be judged. One that is incomplete
// might have made any.
void GateTally::add_calls(const TestCase& test_case, const TrialScore& score) {
  const bool raw = side_ == Side::raw;
  const bool of_args = figure_ == GateFigure::args_accuracy;
  const ArgsScore& args = raw ? score.raw_args : score.normalized_args;
  const SchemaScore& schema = raw ? score.raw_schema : score.normalized_schema;
  if (of_args && !states_arguments(test_case)) return;
  if (raw && test_case.input.kind == CaseKind::invoke) return;  // no model wrote anything
  const bool judged = of_args ? args.judged : schema.calls > 0;
  if (is_incomplete(score) || (of_args && args.unknown)) {
    open_ += times_;
    close(true);
  } else if (judged) {
    const bool right = of_args ? args.comparison.match() : schema.valid == schema.calls;
    all_ += times_;
    right_ += right ? times_ : 0;
    close(!right);
  } else if (lacks_evidence(score)) {
    close(true);
  }
}

void GateTally::add_pass(const TestCase& test_case, const TrialScore& score) {
  const Verdict verdict = side_ == Side::raw ? score.raw_verdict : score.verdict;
  // Of a contract without a judge nothing but a bad end is known; a trial that is open may come to
  // one.
  const bool may_fail =
      verdict == Verdict::fail || (verdict == Verdict::undecided && states_contract(test_case));
  if (!states_verdict(test_case) && !score.judge_decides && !may_fail) return;
  switch (verdict) {
    case Verdict::pass:
      right_ += times_, all_ += times_;
      ++case_rate_.right, ++case_rate_.all;
      return;
    case Verdict::fail:
      all_ += times_, ++case_rate_.all;
      close(true);
      return;
    case Verdict::undecided:
      if (is_incomplete(score) || !lacks_evidence(score)) open_ += times_, ++case_rate_.open;
      close(true);
      return;
    case Verdict::observed:
    case Verdict::waived:
      return;
  }
}

std::uint64_t GateTally::calls_in(const TestCase& test_case, const TrialScore& score) const {
  if (!by_call_) return figure_ == GateFigure::unread ? score.unread : score.unaudited;
  const auto counts = [&](const CallTrace& trace) {
    return (figure_ == GateFigure::unread ? trace.unread : !trace.raw_known) &&
           looks_at(test_case, trace);
  };
  return static_cast<std::uint64_t>(std::ranges::count_if(score.traces, counts));
}

std::uint64_t GateTally::findings_in(const TestCase& test_case, const TrialScore& score) const {
  std::optional<Effect> effect = spec_.effect;
  if (figure_ == GateFigure::rescued) effect = Effect::rescued;
  if (figure_ == GateFigure::damaged) effect = Effect::damaged;
  std::uint64_t count = 0;
  for (const CallTrace& trace : score.traces) {
    if (!looks_at(test_case, trace)) continue;
    for (const Finding& finding : trace.findings) {
      if (finding.waiver) continue;
      if (spec_.severity && finding.severity < *spec_.severity) continue;
      if (spec_.kind && finding.kind != *spec_.kind) continue;
      if (effect && finding.effect != *effect) continue;
      if (spec_.hop && (!finding.hop || hop_name(*finding.hop) != *spec_.hop)) continue;
      ++count;
    }
  }
  return count;
}

std::uint64_t GateTally::count_of(const TestCase& test_case, const TrialScore& score) const {
  const auto hits = [&](Never::Level level) {
    std::set<std::uint32_t> calls;
    for (const LimitHit& hit : score.limits) {
      if (hit.level == level) calls.insert(hit.call);
    }
    return static_cast<std::uint64_t>(calls.size());
  };
  switch (figure_) {
    case GateFigure::tool_errors:
      return score.tool_errors;
    case GateFigure::never_called:
      return hits(Never::Level::called);
    case GateFigure::never_executed:
      return hits(Never::Level::executed);
    case GateFigure::rescued:
      return findings_in(test_case, score) + (score.rescued_by_refusal && selected_ ? 1 : 0);
    case GateFigure::unaudited:
    case GateFigure::unread:
      return calls_in(test_case, score);
    default:
      return findings_in(test_case, score);
  }
}

void GateTally::add_count(const TestCase& test_case, const TrialScore& score) {
  const bool limit = figure_ == GateFigure::never_called || figure_ == GateFigure::never_executed;
  if (limit && score.skipped) {
    // It could have crossed any limit that it is under, and any number of times.
    if (!may_concern(test_case)) return;
    ++unchecked_;
    unbounded_ = true;
    close(true);
    return;
  }
  if (figure_ == GateFigure::confusions) {
    if (!states_selection(test_case)) return;
    const Selection& selection = side_ == Side::raw ? score.raw : score.normalized;
    if (is_incomplete(score)) {
      open_ += times_;
      close(true);
    } else if (lacks_evidence(score)) {
      close(true);
    } else if (!selection.acceptable &&
               (!spec_.pair ||
                glob_match(*spec_.pair, confusion_label(test_case.expected, selection)))) {
      count_ += times_;
      close(true);
    }
    return;
  }
  const std::uint64_t count = count_of(test_case, score);
  count_ += count * times_;
  close(count > 0, count);
  if (count > 0) {
    crossed_ += times_;
  } else if (score.limit_unchecked) {
    unchecked_ += times_;
  }
  // Limits are looked for in incomplete attempts as well, so what those showed is known; what a
  // limit with args met is not.
  if (limit ? score.limit_unchecked : is_incomplete(score)) {
    unbounded_ = true;
    close(true);
  }
}

void GateTally::end_case() {
  if (!selected_ && !by_call_) return;
  if (case_weight_ > 0 && (!base_ || base_->was_right()))
    worst_.add(case_id_, case_weight_, times_);
  if (figure_ == GateFigure::min_case_pass_rate || figure_ == GateFigure::pass_hat_k) {
    end_case_rate();
  }
}

void GateTally::end_case_rate() {
  const CaseRate& rate = case_rate_;
  const std::uint32_t whole = rate.all + rate.open;
  if (whole == 0) return;
  cases_ += times_;
  const auto share_of = [](std::uint32_t part, std::uint32_t n) {
    return static_cast<double>(part) / static_cast<double>(n);
  };
  if (rate.all > 0) {
    const double known = share_of(rate.right, rate.all);
    least_ = std::min(least_.value_or(known), known);
  }
  least_low_ = std::min(least_low_, share_of(rate.right, whole));
  least_high_ = std::min(least_high_, share_of(rate.right + rate.open, whole));

  const std::uint32_t k = spec_.k.value_or(0);
  const auto times = static_cast<double>(times_);
  if (const auto known = pass_hat_k_of({rate.right, rate.all}, k)) {
    hat_sum_ += *known * times;
    hat_cases_ += times_;
  }
  const auto low = pass_hat_k_of({rate.right, whole}, k);
  if (!low) short_cases_ += times_;
  hat_low_ += low.value_or(0) * times;
  hat_high_ += pass_hat_k_of({rate.right + rate.open, whole}, k).value_or(0) * times;
}

}  // namespace tare
