// What is asked of a value by itself: its type, its place in a list, numbers and strings.
#include <algorithm>

#include "base/utf8.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "json/lexer.h"
#include "schema/evaluator.h"

namespace tare::schema {
namespace {

using json::Kind;
using json::Value;

// Digits alone, so few that 64 bits do.
std::optional<std::int64_t> small_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : text) {
    if (!json::is_digit(c)) return std::nullopt;
    out = out * 10 + (c - '0');
  }
  return negative ? -out : out;
}

bool is_integer(std::string_view text) {
  return small_integer(text).has_value() || json::is_whole(text);
}

bool within(std::partial_ordering order, Keyword bound) {
  if (bound == Keyword::minimum) return order >= 0;
  if (bound == Keyword::maximum) return order <= 0;
  return bound == Keyword::exclusive_minimum ? order > 0 : order < 0;
}

std::string_view bound_text(Keyword bound) {
  if (bound == Keyword::minimum) return "is less than ";
  if (bound == Keyword::maximum) return "is more than ";
  return bound == Keyword::exclusive_minimum ? "is not more than " : "is not less than ";
}

// As code points; half of a surrogate pair (WTF-8) counts as one.
std::size_t length_of(std::string_view text) {
  const auto unit = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t out = 0;
  for (std::size_t i = 0; i < text.size(); ++out) {
    if (unit(i) < 0x80) {
      ++i;
      continue;
    }
    const CodePoint c = code_point_at(text, i);
    const bool half = !c.valid && unit(i) == 0xed && i + 2 < text.size() &&
                      (unit(i + 1) & 0xe0u) == 0xa0 && (unit(i + 2) & 0xc0u) == 0x80;
    i += half ? 3 : c.length;
  }
  return out;
}

bool sorted_has(const std::vector<std::string>& sorted, std::string_view wanted) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), wanted);
  return at != sorted.end() && *at == wanted;
}

}  // namespace

Fit Evaluator::type(const Node& node, Value value) {
  const unsigned bit = 1u << static_cast<unsigned>(value.kind());
  if ((node.types & bit) != 0 &&
      (!node.integers || !value.is_number() || is_integer(value.number_text()))) {
    return Fit::fits;
  }
  if (trail_ == nullptr) return Fit::does_not_fit;
  std::string wanted;
  for (const Kind kind :
       {Kind::null, Kind::boolean, Kind::number, Kind::string, Kind::array, Kind::object}) {
    if ((node.types & 1u << static_cast<unsigned>(kind)) == 0) continue;
    if (!wanted.empty()) wanted += " or ";
    wanted += kind == Kind::number && node.integers ? "integer" : json::kind_name(kind);
  }
  return fail(Keyword::type, "is not of type " + wanted);
}

bool Evaluator::holds(const ValueSet& set, Value value) {
  switch (value.kind()) {
    case Kind::null:
      return set.null;
    case Kind::boolean:
      return value.boolean() ? set.truth : set.falsehood;
    case Kind::number:
      return !set.numbers.empty() &&
             sorted_has(set.numbers, json::canonical_number(value.number_text()));
    case Kind::string: {
      if (const auto plain = value.undecoded()) return sorted_has(set.strings, *plain);
      return sorted_has(set.strings, value.decoded());
    }
    case Kind::array:
    case Kind::object:
      return !set.containers.empty() && sorted_has(set.containers, json::canonical_text(value));
  }
  return false;
}

Fit Evaluator::listed(Index set, Keyword keyword, Value value) {
  if (!spend(value.text().size() / 16)) return Fit::unknown;
  if (holds(program_.values[set], value)) return Fit::fits;
  return fail(keyword, keyword == Keyword::constant ? "is not the value of `const`"
                                                    : "is none of the values of `enum`");
}

Fit Evaluator::number(const NumberRule& rule, Value value) {
  const std::string_view text = value.number_text();
  if (!spend(text.size() / 16)) return Fit::unknown;
  const auto small = small_integer(text);
  Fit fit = Fit::fits;
  for (const Bound& bound : rule.bounds) {
    const std::partial_ordering order = small && bound.small
                                            ? std::partial_ordering(*small <=> *bound.small)
                                            : json::compare_numbers(text, bound.text);
    if (within(order, bound.keyword)) continue;
    if (trail_ == nullptr) return Fit::does_not_fit;
    fit = fail(bound.keyword, std::string(bound_text(bound.keyword)) + bound.text);
  }
  if (rule.multiple_of.empty()) return fit;
  const auto multiple = json::is_multiple_of(text, rule.multiple_of);
  if (!multiple) return both(fit, Fit::unknown);
  if (*multiple) return fit;
  return fail(Keyword::multiple_of, "is no multiple of " + rule.multiple_of);
}

Fit Evaluator::string(const StringRule& rule, Value value) {
  std::string decoded;
  const auto plain = value.undecoded();
  if (!plain) decoded = value.decoded();
  const std::string_view text = plain ? *plain : std::string_view(decoded);
  if (!spend(text.size() / 16)) return Fit::unknown;
  Fit fit = Fit::fits;
  // A code point has one to four bytes, so most strings need not be counted.
  if (text.size() < rule.length.min || text.size() > rule.length.max ||
      text.size() / 4 < rule.length.min) {
    fit =
        count(length_of(text), rule.length, Keyword::min_length, Keyword::max_length, "characters");
  }
  if (rule.pattern != kNone && !settled(fit)) {
    const Pattern& pattern = program_.patterns[rule.pattern];
    const Match match = spend(pattern.cost(text)) ? pattern.match(text) : Match::unknown;
    if (match == Match::unknown) fit = both(fit, Fit::unknown);
    if (match == Match::no) {
      fit = fail(Keyword::pattern, "does not match " + pattern.source());
    }
  }
  if (rule.format && !settled(fit) && !has_format(*rule.format, text)) {
    fit = fail(Keyword::format, "is no " + std::string(format_name(*rule.format)));
  }
  return fit;
}

Fit Evaluator::count(std::size_t size, const CountRange& range, Keyword min, Keyword max,
                     std::string_view unit) {
  if (size >= range.min && size <= range.max) return Fit::fits;
  if (trail_ == nullptr) return Fit::does_not_fit;
  const bool few = size < range.min;
  return fail(few ? min : max, std::string("has ")
                                       .append(std::to_string(size))
                                       .append(" ")
                                       .append(unit)
                                       .append(few ? ", fewer than " : ", more than ") +
                                   std::to_string(few ? range.min : range.max));
}

}  // namespace tare::schema
