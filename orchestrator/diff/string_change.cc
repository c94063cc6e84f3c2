// String to string. Which explanation comes first is part of the meaning of the kinds: white space
// at the ends, a cut, entities, escapes, Unicode, dates, the schema's enum, and what none explains
// is `stringAltered`. Two points are settled here:
// - "a &amp;" decoded to "a &" is a prefix too, and so is "C:\\" undone to "C:\". Nothing was cut
//   there, so a prefix that ends in the & or the \ that decoding leaves is no cut.
// - A date and time of which only the date is left is a cut: the time is lost.
#include <algorithm>

#include "diff/date_text.h"
#include "diff/normal_forms.h"
#include "diff/scalar_change.h"
#include "diff/string_cut.h"
#include "diff/string_entities.h"
#include "diff/string_escapes.h"
#include "diff/string_unicode.h"
#include "diff/white_space.h"

namespace tare {
namespace {

Change remarked(std::string_view kind, std::string_view remark) {
  Change change = change_of(kind);
  change.remark = remark;
  return change;
}

std::optional<Change> white_space_change(std::string_view raw, std::string_view normalized) {
  if (equal_but_for_newlines(raw, normalized)) return remarked("whitespaceTrimmed", "newline");
  const std::string_view from = trimmed(raw);
  const std::string_view to = trimmed(normalized);
  if (from == to) return change_of("whitespaceTrimmed");
  if (equal_but_for_newlines(from, to)) return remarked("whitespaceTrimmed", "ends and newline");
  return std::nullopt;
}

std::optional<Change> cut_change(std::string_view raw, std::string_view normalized) {
  const Cut cut = find_cut(raw, normalized);
  if (cut == Cut::none) return std::nullopt;
  if (normalized.ends_with('&') && equal_but_for_entities(raw, normalized)) return std::nullopt;
  if (normalized.ends_with('\\') && is_unescaped(raw, normalized)) return std::nullopt;
  return remarked("valueTruncated", cut == Cut::inside_character ? "inside a character" : "");
}

std::optional<Change> date_change(std::string_view raw, std::string_view normalized) {
  const DatePair pair = compare_dates(raw, normalized);
  if (pair == DatePair::no_dates) return std::nullopt;
  return remarked("dateReformatted",
                  pair == DatePair::same_instant ? "sameInstant true" : "sameInstant false");
}

bool is_member(std::string_view text, const schema::Declared& declared) {
  return std::ranges::any_of(declared.enum_values, [&](json::Value value) {
    return value.is_string() && value.decoded_equals(text);
  });
}

// Only where the raw string is outside the enum: a member that became another member was altered.
std::optional<Change> enum_change(std::string_view raw, std::string_view normalized,
                                  const schema::Declared* declared) {
  if (declared == nullptr || !is_member(normalized, *declared) || is_member(raw, *declared)) {
    return std::nullopt;
  }
  return change_of(equal_ignoring_case(raw, normalized) ? "enumCaseFolded" : "enumMapped");
}

}  // namespace

std::optional<Change> string_change(std::string_view raw, std::string_view normalized,
                                    const schema::Declared* declared) {
  if (raw == normalized) return std::nullopt;
  if (auto change = white_space_change(raw, normalized)) return change;
  if (auto change = cut_change(raw, normalized)) return change;
  if (equal_but_for_entities(raw, normalized)) return change_of("entityDecoded");
  if (equal_but_for_escapes(raw, normalized)) return change_of("escapeAltered");
  if (auto change = unicode_change(raw, normalized)) return change;
  if (auto change = date_change(raw, normalized)) return change;
  if (auto change = enum_change(raw, normalized, declared)) return change;
  return change_of("stringAltered");
}

}  // namespace tare
