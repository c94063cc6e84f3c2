#include "scoring/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "scoring/argument_matcher.h"
#include "scoring/best_pairs.h"
#include "scoring/bipartite_matching.h"

namespace tare {
namespace {

constexpr std::size_t kMaxSteps = 50'000'000;          // of one search for pairs
constexpr std::size_t kMaxArgumentSteps = 20'000'000;  // of all arguments of one side

enum class Fit : std::uint8_t { none, tool, whole };

struct Rules {
  bool in_order, missing_counts, extra_counts;
};

Rules rules_of(CallOrder order) {
  switch (order) {
    case CallOrder::strict:
      return {true, true, true};
    case CallOrder::in_order:
      return {true, true, false};
    case CallOrder::unordered:
      return {false, true, true};
    case CallOrder::subset:
      return {false, false, true};
    case CallOrder::superset:
      return {false, true, false};
  }
  return {true, true, true};
}

// Which call made fits which expected one, and how well.
struct FitTable {
  std::size_t rows = 0, columns = 0;
  std::vector<Fit> fits;
  std::vector<std::uint8_t> agreement;  // 3: whole; 0: hardly anything is alike

  Fit fit(std::size_t row, std::size_t column) const { return fits[row * columns + column]; }
};

std::uint8_t agreement_of(const ArgsComparison& found) {
  const std::uint64_t count = found.mismatches.size() + found.more;
  return count == 0 ? 3 : count == 1 ? 2 : count <= 3 ? 1 : 0;
}

class Comparison {
 public:
  Comparison(const ExpectedCalls& expected, const Answer& answer, const SideSelection& side,
             MatcherCache& cache)
      : expected_(expected), side_(side), cache_(cache), rules_(rules_of(expected.order)) {
    for (const std::uint32_t view : side.views) {
      arguments_.push_back(std::make_unique<ArgumentsReading>(answer.views[view].arguments));
    }
  }

  TrajectoryScore run() {
    score_.judged = true;
    score_.made = static_cast<std::uint32_t>(side_.calls.size());
    for (const ExpectedCall& call : expected_.calls) score_.required += call.optional ? 0 : 1;
    if (!fill_table()) return not_compared("its arguments are too much to compare");
    if (!count_matched()) return not_compared("its before and after leave too many ways open");
    std::size_t steps = kMaxSteps;
    const auto pairs = pair_up(edit_weights(), steps);
    if (pairs) {
      list_edits(*pairs);
      score_.holds = score_.edits.empty();
    } else if (expected_.before.empty()) {
      score_.holds = holds_by_count();
      if (!score_.holds) score_.not_compared = "too many calls are alike to find the smallest edit";
    } else {
      return not_compared("its before and after leave too many ways open");
    }
    return std::move(score_);
  }

 private:
  TrajectoryScore not_compared(std::string why) {
    score_.judged = false;
    score_.not_compared = std::move(why);
    return std::move(score_);
  }

  ArgsComparison compare(std::size_t row, std::size_t column) {
    const json::Value args = expected_.calls[row].args;
    return args.valid() ? compare_arguments(args, *arguments_[column], cache_, argument_steps_)
                        : ArgsComparison();
  }

  bool fill_table() {
    table_.rows = expected_.calls.size();
    table_.columns = side_.calls.size();
    table_.fits.assign(table_.rows * table_.columns, Fit::none);
    table_.agreement.assign(table_.fits.size(), 0);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const ExpectedCall& call = expected_.calls[row];
      const bool repeated = row > 0 && expected_.calls[row - 1].entry == call.entry;
      for (std::size_t column = 0; column < table_.columns; ++column) {
        const std::size_t cell = row * table_.columns + column;
        if (repeated) {
          table_.fits[cell] = table_.fits[cell - table_.columns];
          table_.agreement[cell] = table_.agreement[cell - table_.columns];
        } else if (std::ranges::find(call.tools, side_.calls[column]) != call.tools.end()) {
          table_.agreement[cell] = agreement_of(compare(row, column));
          table_.fits[cell] = table_.agreement[cell] == 3 ? Fit::whole : Fit::tool;
          if (argument_steps_ > kMaxArgumentSteps) return false;
        }
      }
    }
    return true;
  }

  bool missing_counts(std::size_t row) const {
    return rules_.missing_counts && !expected_.calls[row].optional;
  }

  // What a pair saves of the edits that its two ends would cost alone, before all else; then how
  // much of the arguments agrees; then how near the places are, so that calls alike pair in order.
  PairWeights edit_weights() const {
    PairWeights out{table_.rows, table_.columns, {}};
    out.cells.assign(table_.fits.size(), kNoPair);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      for (std::size_t column = 0; column < table_.columns; ++column) {
        const Fit fit = table_.fit(row, column);
        if (fit == Fit::none) continue;
        const int saved = (missing_counts(row) ? 1 : 0) + (rules_.extra_counts ? 1 : 0) -
                          (fit == Fit::whole ? 0 : 1);
        if (saved < 0) continue;
        const std::size_t cell = row * table_.columns + column;
        const std::size_t apart = row > column ? row - column : column - row;
        out.cells[cell] = (std::int64_t{saved} << 34) +
                          (std::int64_t{table_.agreement[cell]} << 21) +
                          static_cast<std::int64_t>(2 * kMaxCompared - apart);
      }
    }
    return out;
  }

  std::optional<std::vector<std::uint32_t>> pair_up(const PairWeights& weights,
                                                    std::size_t& steps) const {
    if (rules_.in_order) return best_alignment(weights);
    return best_assignment(weights, expected_.before, steps);
  }

  std::vector<std::vector<std::uint32_t>> whole_fits() const {
    std::vector<std::vector<std::uint32_t>> out(table_.rows);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      for (std::uint32_t column = 0; column < table_.columns; ++column) {
        if (table_.fit(row, column) == Fit::whole) out[row].push_back(column);
      }
    }
    return out;
  }

  // As many of the expected calls as can match whole that must be made, then of the others: pairs
  // that agree with the verdict, since where it holds none that must be made is left out.
  bool count_matched() {
    std::vector<std::uint32_t> pairs;
    if (!rules_.in_order && expected_.before.empty()) {
      // A row once paired stays so while others are added: both numbers can be had at once.
      std::vector<std::vector<std::uint32_t>> fits = whole_fits();
      pairs = maximum_matching(fits, table_.columns);
      for (std::size_t row = 0; row < table_.rows; ++row) {
        if (expected_.calls[row].optional) fits[row].clear();
      }
      const auto is_paired = [](std::uint32_t column) { return column != kUnmatched; };
      score_.matched = static_cast<std::uint32_t>(std::ranges::count_if(pairs, is_paired));
      score_.matched_required = static_cast<std::uint32_t>(
          std::ranges::count_if(maximum_matching(fits, table_.columns), is_paired));
      return true;
    }
    PairWeights weights{table_.rows, table_.columns, {}};
    weights.cells.assign(table_.fits.size(), kNoPair);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      const std::int64_t weight = expected_.calls[row].optional ? 1 : (std::int64_t{1} << 21) + 1;
      for (std::size_t column = 0; column < table_.columns; ++column) {
        if (table_.fit(row, column) == Fit::whole) {
          weights.cells[row * table_.columns + column] = weight;
        }
      }
    }
    std::size_t steps = kMaxSteps;
    const auto found = pair_up(weights, steps);
    if (!found) return false;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if ((*found)[row] == kUnmatched) continue;
      ++score_.matched;
      score_.matched_required += expected_.calls[row].optional ? 0 : 1;
    }
    return true;
  }

  // Without order and constraints the counts alone decide: pairs that cover all calls made, and
  // pairs that cover all that must be there, can be had at once (Mendelsohn and Dulmage, 1958).
  bool holds_by_count() const {
    return (!rules_.missing_counts || score_.matched_required == score_.required) &&
           (!rules_.extra_counts || score_.matched == score_.made);
  }

  // Where an expected call that was not made would have to stand.
  std::optional<std::uint32_t> place_of(std::size_t row,
                                        const std::vector<std::uint32_t>& column_of) const {
    std::optional<std::uint32_t> place;
    const auto look_at = [&](std::size_t later) {
      const std::uint32_t column = column_of[later];
      if (column != kUnmatched) place = std::min(place.value_or(column), column);
    };
    if (rules_.in_order) {
      for (std::size_t later = row + 1; later < table_.rows; ++later) look_at(later);
    }
    for (const auto& [first, second] : expected_.before) {
      if (first == row) look_at(second);
    }
    return place;
  }

  void list_edits(const std::vector<std::uint32_t>& column_of) {
    std::vector<bool> paired(table_.columns, false);
    for (const std::uint32_t column : column_of) {
      if (column != kUnmatched) paired[column] = true;
    }
    std::vector<std::size_t> missing;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (column_of[row] == kUnmatched && missing_counts(row)) missing.push_back(row);
    }
    const std::vector<std::uint32_t> moved = moved_calls(missing, paired);
    std::size_t next_missing = 0;
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (column_of[row] == kUnmatched) {
        if (!missing_counts(row)) continue;
        add_missing(row, moved[next_missing++], column_of);
      } else if (table_.fit(row, column_of[row]) != Fit::whole) {
        TrajectoryEdit edit{TrajectoryEdit::Kind::change,
                            side_.calls[column_of[row]],
                            expected_.calls[row].entry,
                            column_of[row],
                            std::nullopt,
                            {}};
        edit.arguments = compare(row, column_of[row]);
        score_.edits.push_back(std::move(edit));
      }
    }
    std::ranges::stable_sort(score_.edits, {}, &TrajectoryEdit::expected);
    for (const std::uint32_t column : moved) {
      if (column != kUnmatched) paired[column] = true;
    }
    for (std::uint32_t column = 0; column < table_.columns && rules_.extra_counts; ++column) {
      if (paired[column]) continue;
      score_.edits.push_back({TrajectoryEdit::Kind::remove,
                              side_.calls[column],
                              std::nullopt,
                              column,
                              std::nullopt,
                              {}});
    }
  }

  // A call that is missing in one place and stands, all alike, in another was made at the wrong
  // time: one edit, not two.
  std::vector<std::uint32_t> moved_calls(const std::vector<std::size_t>& missing,
                                         const std::vector<bool>& paired) const {
    std::vector<std::vector<std::uint32_t>> fits(missing.size());
    for (std::size_t i = 0; i < missing.size(); ++i) {
      for (std::uint32_t column = 0; column < table_.columns; ++column) {
        if (!paired[column] && table_.fit(missing[i], column) == Fit::whole) {
          fits[i].push_back(column);
        }
      }
    }
    return maximum_matching(fits, table_.columns);
  }

  void add_missing(std::size_t row, std::uint32_t moved,
                   const std::vector<std::uint32_t>& column_of) {
    const ExpectedCall& call = expected_.calls[row];
    TrajectoryEdit edit;
    edit.expected = call.entry;
    edit.before_call = place_of(row, column_of);
    if (moved == kUnmatched) {
      edit.kind = TrajectoryEdit::Kind::insert;
      edit.tool = call.tools.empty() ? "" : call.tools.front();
    } else {
      edit.kind = TrajectoryEdit::Kind::move;
      edit.call = moved;
      edit.tool = side_.calls[moved];
    }
    score_.edits.push_back(std::move(edit));
  }

  const ExpectedCalls& expected_;
  const SideSelection& side_;
  MatcherCache& cache_;
  Rules rules_;
  std::vector<std::unique_ptr<ArgumentsReading>> arguments_;  // of each call made
  FitTable table_;
  std::size_t argument_steps_ = 0;
  TrajectoryScore score_;
};

std::optional<double> share(std::uint32_t part, std::uint32_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

TrajectoryScore compare_trajectory(const ExpectedCalls& expected, const Answer& answer,
                                   const SideSelection& side, MatcherCache& cache) {
  TrajectoryScore out;
  out.made = static_cast<std::uint32_t>(side.calls.size());
  if (!side.selection.evidence) {
    out.not_compared = "which calls were made is not on record";
    return out;
  }
  if (answer.choices_only && expected.has_args()) {
    out.not_compared = "what was called is told, and not with which arguments";
    return out;
  }
  if (side.calls.size() > kMaxCompared) {
    out.not_compared = fmt::format("{} calls were made; no more than {} are compared",
                                   side.calls.size(), kMaxCompared);
    // However they are paired, some are left over.
    out.judged = rules_of(expected.order).extra_counts && side.calls.size() > expected.calls.size();
    return out;
  }
  return Comparison(expected, answer, side, cache).run();
}

std::optional<double> precision_of(const TrajectoryScore& score) {
  return share(score.matched, score.made);
}

std::optional<double> recall_of(const TrajectoryScore& score) {
  return share(score.matched_required, score.required);
}

std::optional<double> f1_of(const TrajectoryScore& score) {
  const double precision = precision_of(score).value_or(0);
  const double recall = recall_of(score).value_or(0);
  if (score.required == 0) return std::nullopt;
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

}  // namespace tare
