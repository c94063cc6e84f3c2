#include "scoring/argument_matcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "json/reader.h"
#include "json/writer.h"
#include "scoring/value_matcher.h"

namespace tare {
namespace {

constexpr std::size_t kMaxShown = 500;  // bytes

std::string broken_text(const json::ReadError& error) {
  const std::string where = fmt::format("byte {}: {}", error.offset, error.reason);
  return error.kind == json::ReadErrorKind::truncated
             ? "are incomplete: the text ends within a value (" + where + ")"
             : "are no JSON (" + where + ")";
}

// "" where there is an object to be compared.
std::string unreadable(const ArgumentsReading& reading) {
  switch (reading.form()) {
    case ArgumentsForm::absent:
      return "are not on record";
    case ArgumentsForm::empty:
      return "are empty: no JSON object, not even {}";
    case ArgumentsForm::object:
      return "";
    case ArgumentsForm::other_json:
      return fmt::format("are of type {}, not object", json::kind_name(reading.root().kind()));
    case ArgumentsForm::double_encoded:
      return "are a string that holds JSON, not an object";
    case ArgumentsForm::broken:
      return broken_text(reading.error());
    case ArgumentsForm::beyond:
      return "are nested too deeply, or too long, to be read";
  }
  return "";
}

// What does not keep a tolerant reading from being the one that any lenient parser makes.
bool is_harmless(json::DeviationKind kind) {
  using enum json::DeviationKind;
  switch (kind) {
    case trailing_comma:
    case single_quotes:
    case unquoted_key:
    case python_literal:
    case comment:
    case nan_or_infinity:
    case code_fence:
    case leading_plus:
    case leading_zeros:
    case byte_order_mark:
    case truncated:
      return true;
    case text_after_value:
    case text_before_value:
    case unescaped_quote:
    case raw_control_character:
    case bad_escape:
    case missing_comma:
    case bare_word:
    case bad_number:
    case unexpected_character:
    case invalid_utf8_outside_string:
      return false;
  }
  return false;
}

Crossing known(bool matches, const ValueMatcher& matcher) {
  if (matches) return Crossing::yes;
  return matcher.gave_up() ? Crossing::unknown : Crossing::no;
}

Crossing crosses_object(json::Value expected, json::Value got, MatcherCache& cache) {
  ValueMatcher matcher(cache, ValueMatcher::Repeated::any);
  return known(matcher.matches_listed(expected, got), matcher);
}

bool is_cut(const json::Document& document) {
  return document.tail() != json::TruncationTail::none ||
         std::ranges::find(document.deviations(), json::DeviationKind::truncated,
                           &json::Deviation::kind) != document.deviations().end();
}

// The member that a cut text ends in may go on otherwise than it stands there.
json::Value open_member(json::Value object, const json::Document& document) {
  json::Value last;
  for (const json::Member& member : object.members()) last = member.value;
  if (!last.valid()) return last;
  const bool whole = !last.is_array() && !last.is_object() &&
                     (document.tail() == json::TruncationTail::after_value ||
                      document.tail() == json::TruncationTail::after_comma);
  return whole ? json::Value() : last;
}

Crossing crosses_broken(json::Value expected, const json::Document& document, MatcherCache& cache) {
  const json::Value got = document.root();
  if (!got.is_object() || matcher_of(expected)) return Crossing::unknown;
  const bool cut = is_cut(document);
  const json::Value open = cut ? open_member(got, document) : json::Value();
  bool certain = std::ranges::all_of(document.deviations(), is_harmless, &json::Deviation::kind);
  bool all = true;
  for (const json::Member& wanted : expected.members()) {
    ValueMatcher matcher(cache, ValueMatcher::Repeated::any);
    const std::string name = literal_name(wanted.name);
    bool found = false, matches = false, doubtful = false;
    for (const json::Member& member : got.members()) {
      if (!member.name.decoded_equals(name)) continue;
      found = true;
      if (open.valid() && member.value.index() == open.index()) {
        doubtful = true;
      } else {
        matches = matches || matcher.matches(wanted.value, member.value);
      }
    }
    if (!found) {
      doubtful = cut;
      matches = !cut && matcher.matches(wanted.value, json::Value());
    }
    if (matches) continue;
    if (!doubtful && !matcher.gave_up() && certain) return Crossing::no;
    all = false;
  }
  return all ? Crossing::yes : Crossing::unknown;
}

}  // namespace

ArgsComparison compare_arguments(json::Value expected, const ArgumentsReading& arguments,
                                 MatcherCache& cache, std::size_t& steps) {
  if (std::string why = unreadable(arguments); !why.empty()) {
    std::optional<std::string> got;
    if (arguments.form() != ArgumentsForm::absent) got = shorten(arguments.text(), kMaxShown);
    ArgsComparison out;
    out.mismatches.push_back(
        {"", shorten(json::as_strict_json(expected), kMaxShown), std::move(got), std::move(why)});
    return out;
  }
  ValueMatcher matcher(cache);
  ArgsComparison out = matcher.compare_listed(expected, arguments.root());
  steps += matcher.steps();
  return out;
}

ArgsComparison compare_arguments(json::Value expected, const std::optional<std::string>& arguments,
                                 MatcherCache& cache) {
  std::size_t steps = 0;
  return compare_arguments(expected, ArgumentsReading(arguments), cache, steps);
}

Crossing crosses_limit(json::Value expected, const std::optional<std::string>& arguments,
                       MatcherCache& cache) {
  const ArgumentsReading reading(arguments);
  switch (reading.form()) {
    case ArgumentsForm::object:
      return crosses_object(expected, reading.root(), cache);
    case ArgumentsForm::double_encoded:
      return crosses_object(expected, reading.inner(), cache);
    case ArgumentsForm::absent:
    case ArgumentsForm::beyond:
      return Crossing::unknown;
    case ArgumentsForm::empty:
      break;
    case ArgumentsForm::other_json:
      if (reading.is_null()) break;
      return Crossing::unknown;
    case ArgumentsForm::broken:
      return reading.best() == nullptr ? Crossing::unknown
                                       : crosses_broken(expected, *reading.best(), cache);
  }
  // No arguments: an object without members, as tools take it.
  json::Document nothing;
  if (json::read_strict("{}", nothing)) return Crossing::unknown;
  return crosses_object(expected, nothing.root(), cache);
}

}  // namespace tare
