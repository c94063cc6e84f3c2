#include "diff/text_repair.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace tare {
namespace {

using json::DeviationKind;
using json::Document;

// Python spells these so; the value is the same.
bool is_python(DeviationKind kind) {
  return kind == DeviationKind::python_literal || kind == DeviationKind::single_quotes;
}

// Is it known from the kind of the deviation what stood there? If not, it cannot be had back.
bool is_lost(DeviationKind kind) {
  switch (kind) {
    case DeviationKind::comment:
    case DeviationKind::nan_or_infinity:
    case DeviationKind::truncated:
    case DeviationKind::text_after_value:
    case DeviationKind::text_before_value:
    case DeviationKind::unescaped_quote:
    case DeviationKind::bad_escape:
    case DeviationKind::bare_word:
    case DeviationKind::unexpected_character:
    case DeviationKind::invalid_utf8_outside_string:
      return true;
    case DeviationKind::trailing_comma:
    case DeviationKind::single_quotes:
    case DeviationKind::unquoted_key:
    case DeviationKind::python_literal:
    case DeviationKind::code_fence:
    case DeviationKind::leading_plus:
    case DeviationKind::leading_zeros:
    case DeviationKind::raw_control_character:
    case DeviationKind::byte_order_mark:
    case DeviationKind::missing_comma:
    case DeviationKind::bad_number:
      return false;
  }
  return true;
}

// Where no token can be told.
constexpr std::string_view kNoJson = "no JSON at all";

Change truncation(const Document& best) {
  Change change = change_of("repairTruncation");
  if (best.tail() == json::TruncationTail::after_value) change.shift = -1;  // R9
  if (best.tail() != json::TruncationTail::none) {
    change.remark = "tail " + std::string(json::tail_name(best.tail()));
  }
  return change;
}

// The deviations but for the cut itself: as a change, if there are any.
Change forbidden_tokens(std::vector<json::Deviation> deviations) {
  // A reader notes a comma too many only when it meets what follows.
  std::ranges::stable_sort(deviations, {}, &json::Deviation::offset);
  constexpr std::size_t kListed = 8;
  bool python = true;
  bool lossless = true;
  std::size_t count = 0;
  std::string list;
  for (const json::Deviation& deviation : deviations) {
    if (deviation.kind == DeviationKind::truncated) continue;
    python = python && is_python(deviation.kind);
    lossless = lossless && !is_lost(deviation.kind);
    if (++count > kListed) continue;
    if (!list.empty()) list += ", ";
    list += json::deviation_name(deviation.kind);
    list += " at " + std::to_string(deviation.offset);
  }
  if (count > kListed) list += ", and " + std::to_string(count - kListed) + " more";
  Change change = change_of(count > 0 && python ? "repairPythonLiteral" : "repairSyntax");
  change.lossless = count > 0 && lossless;
  change.remark = count > 0 ? std::move(list) : std::string(kNoJson);
  return change;
}

}  // namespace

std::vector<Change> repairs_of(const ArgumentsReading& raw) {
  const Document* best = raw.best();
  if (best == nullptr) {
    Change change = change_of("repairSyntax");
    change.remark = std::string(kNoJson);
    return {std::move(change)};
  }
  std::vector<Change> out;
  if (best->tail() != json::TruncationTail::none ||
      raw.error().kind == json::ReadErrorKind::truncated) {
    out.push_back(truncation(*best));
  }
  const bool any = std::ranges::any_of(best->deviations(), [](const json::Deviation& deviation) {
    return deviation.kind != DeviationKind::truncated;
  });
  if (any || out.empty()) out.push_back(forbidden_tokens(best->deviations()));
  return out;
}

}  // namespace tare
