#include "scoring/drop_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scoring/statistics.h"

namespace tare {
namespace {

// Shares that the counts of each case give; of all of them more is better.
bool is_by_case(GateFigure figure) {
  switch (figure) {
    case GateFigure::exact_accuracy:
    case GateFigure::acceptable_accuracy:
    case GateFigure::no_tool_accuracy:
    case GateFigure::risk_weighted_accuracy:
    case GateFigure::args_accuracy:
    case GateFigure::schema_valid:
    case GateFigure::pass_rate:
    case GateFigure::min_case_pass_rate:
    case GateFigure::pass_hat_k:
      return true;
    default:
      return false;
  }
}

struct Part {
  Count count;
  std::uint64_t weight = 1;
};

// The case's tool and risk are those of today: a file that says only how often cases passed has
// none.
Part part_of(GateFigure figure, const TestCase& test_case, const SideFacts& side) {
  switch (figure) {
    case GateFigure::exact_accuracy:
      return {side.exact};
    case GateFigure::acceptable_accuracy:
      return {side.acceptable};
    case GateFigure::no_tool_accuracy:
      return {side.exact, test_case.expected.tool == Expectation::Tool::none ? 1u : 0u};
    case GateFigure::risk_weighted_accuracy:
      return {side.acceptable, test_case.expected.risk};
    case GateFigure::args_accuracy:
      return {side.args};
    case GateFigure::schema_valid:
      return {side.schema};
    default:
      return {side.passed};
  }
}

}  // namespace

BaselineIndex::BaselineIndex(std::shared_ptr<const RunFacts> given) : facts(std::move(given)) {
  for (const CaseFacts& one : facts->cases) by_id.emplace(one.id, &one);
}

bool more_is_better(GateFigure figure) {
  return is_by_case(figure) || figure == GateFigure::judge_pass_rate ||
         figure == GateFigure::client_delta;
}

DropBase::DropBase(std::shared_ptr<const BaselineIndex> index, Spec spec)
    : index_(std::move(index)), spec_(std::move(spec)), by_case_(is_by_case(spec_.of)) {}

bool DropBase::begin_case(const TestCase& test_case) {
  was_right_ = true;
  const auto found = index_->by_id.find(test_case.id());
  if (found == index_->by_id.end()) return false;
  ++met_;
  if (!by_case_) return true;
  const CaseFacts& facts = *found->second;
  const Part part = part_of(spec_.of, test_case, spec_.raw ? facts.raw : facts.normalized);
  const Count& count = part.count;
  was_right_ = count.right == count.of;
  if (part.weight == 0) return true;
  if (count.of == 0) return false;  // no verdict there: it takes no part on either side
  right_ += count.right * part.weight;
  of_ += count.of * part.weight;
  const double share = static_cast<double>(count.right) / static_cast<double>(count.of);
  least_ = std::min(least_.value_or(share), share);
  const auto hat = pass_hat_k_of({count.right, count.of}, spec_.k.value_or(0));
  hat_sum_ += hat.value_or(0);
  ++(hat ? hat_cases_ : short_cases_);
  return true;
}

DropBase::Value DropBase::value() const {
  if (!by_case_) {
    if (spec_.filtered || met_ != index_->facts->cases.size()) {
      return {{},
              fmt::format("the baseline holds {} for its whole suite alone, and this is a part "
                          "of it",
                          spec_.name)};
    }
    const auto found = index_->facts->figures.find(spec_.name);
    if (found != index_->facts->figures.end()) {
      const auto value = spec_.raw ? found->second.first : found->second.second;
      if (value) return {value, ""};
    }
    return {{}, fmt::format("the baseline has no {}: make it anew with tare baseline", spec_.name)};
  }
  if (spec_.of == GateFigure::pass_hat_k && short_cases_ > 0) {
    return {{},
            fmt::format("{} cases of the baseline have fewer than {} trials", short_cases_,
                        spec_.k.value_or(0))};
  }
  if (of_ == 0) {
    return {{},
            fmt::format("the baseline has no {} for these cases: make it anew with tare "
                        "baseline",
                        spec_.name)};
  }
  if (spec_.of == GateFigure::min_case_pass_rate) return {least_, ""};
  if (spec_.of == GateFigure::pass_hat_k) {
    return {hat_sum_ / static_cast<double>(hat_cases_), ""};
  }
  return {static_cast<double>(right_) / static_cast<double>(of_), ""};
}

}  // namespace tare
