#include "lint/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "json/writer.h"
#include "scoring/value_matcher.h"
#include "suite/matchers.h"
#include "suite/tolerance.h"

namespace tare {
namespace {

using json::Kind;
using schema::CountSpan;
using schema::kind_bit;
using schema::KindSet;
using schema::NumberSpan;

constexpr std::array<std::pair<Kind, std::string_view>, 6> kKindWords = {
    {{Kind::string, "string"},
     {Kind::number, "number"},
     {Kind::boolean, "boolean"},
     {Kind::array, "list"},
     {Kind::object, "object"},
     {Kind::null, "null"}}};

std::string kinds_text(KindSet kinds) {
  std::string out;
  for (const auto& [kind, word] : kKindWords) {
    if ((kinds & kind_bit(kind)) == 0) continue;
    if (!out.empty()) out += " or ";
    if (kind != Kind::null) out += kind == Kind::object ? "an " : "a ";
    out += word;
  }
  return out;
}

bool is_ascii(json::Value text) {
  const std::string_view bytes = text.text();
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; }) &&
         bytes.find("\\u") == std::string_view::npos;
}

std::size_t length_of(json::Value text) { return count_code_points(text.decoded()); }

NumberSpan span_of_range(json::Value operand) {
  NumberSpan out;
  if (!operand.is_object()) return out;
  for (const json::Member& bound : operand.members()) {
    if (!bound.value.is_number()) continue;
    const std::string name = bound.name.decoded();
    (name.starts_with('g') ? out.least : out.greatest) =
        schema::NumberEnd{std::string(bound.value.number_text()), !name.ends_with('e')};
  }
  return out;
}

void add_type(json::Value word, Reach& out) {
  const std::optional<ValueType> type =
      word.is_string() ? value_type_from_name(word.decoded()) : std::nullopt;
  if (!type) {
    out.kinds = schema::kAllKinds;
    return;
  }
  switch (*type) {
    case ValueType::null:
      out.kinds |= kind_bit(Kind::null);
      return;
    case ValueType::boolean:
      out.kinds |= kind_bit(Kind::boolean);
      return;
    case ValueType::integer:
    case ValueType::number:
      out.numbers.whole_only = *type == ValueType::integer;
      out.kinds |= kind_bit(Kind::number);
      return;
    case ValueType::string:
      out.kinds |= kind_bit(Kind::string);
      return;
    case ValueType::array:
      out.kinds |= kind_bit(Kind::array);
      return;
    case ValueType::object:
      out.kinds |= kind_bit(Kind::object);
      return;
  }
}

Reach reach_of_types(json::Value operand) {
  Reach out;
  out.kinds = 0;
  if (!operand.is_array()) {
    add_type(operand, out);
    return out;
  }
  for (json::Value word : operand.elements()) add_type(word, out);
  if (operand.size() > 1) out.numbers.whole_only = false;
  return out;
}

Reach reach_of_matcher(const MatcherUse& use, MatcherCache& cache) {
  Reach out;
  switch (use.matcher) {
    case Matcher::one_of:
    case Matcher::absent:
    case Matcher::any:
      return out;
    case Matcher::ignore_case:
      out.kinds = kind_bit(Kind::string);
      // Letters beyond ASCII may change their number with their case.
      if (is_ascii(use.operand)) out.text.least = out.text.greatest = length_of(use.operand);
      return out;
    case Matcher::regex:
    case Matcher::date:
      out.kinds = kind_bit(Kind::string);
      return out;
    case Matcher::range:
      out.kinds = kind_bit(Kind::number);
      out.numbers = span_of_range(use.operand);
      return out;
    case Matcher::approx:
      out.kinds = kind_bit(Kind::number);
      if (auto near = tolerance_of(use.operand)) {
        out.numbers.least = schema::NumberEnd{std::move(near->least), false};
        out.numbers.greatest = schema::NumberEnd{std::move(near->greatest), false};
      }
      return out;
    case Matcher::type:
      return reach_of_types(use.operand);
    case Matcher::unordered:
      out.kinds = kind_bit(Kind::array);
      out.items.least = out.items.greatest = use.operand.size();
      return out;
    case Matcher::contains:
      out.kinds = kind_bit(Kind::array);
      out.items.least = use.operand.is_array() ? use.operand.size() : 1;
      if (use.operand.is_string()) {
        out.kinds |= kind_bit(Kind::string);
        out.text.least = length_of(use.operand);
      }
      if (use.operand.is_object() && !matcher_of(use.operand)) out.kinds |= kind_bit(Kind::object);
      return out;
    case Matcher::schema:
      if (const auto schema = cache.schema(json::as_strict_json(use.operand))) {
        schema::Possible possible = schema::possible_at(*schema, {});
        out.kinds = possible.kinds;
        out.numbers = std::move(possible.numbers);
        out.text = possible.text;
        out.items = possible.items;
      }
      return out;
  }
  return out;
}

std::string numbers_apart(const NumberSpan& wanted, const NumberSpan& possible) {
  if (!schema::common_part(wanted, possible).empty()) return "";
  if (NumberSpan{wanted.least, possible.greatest, false}.empty()) {
    return "lies above what the schema allows";
  }
  if (NumberSpan{possible.least, wanted.greatest, false}.empty()) {
    return "lies below what the schema allows";
  }
  return "holds no whole number that the schema allows";
}

std::string lengths_apart(const CountSpan& wanted, const CountSpan& possible,
                          std::string_view what) {
  return fmt::format("is for a {} {} than the schema allows", what,
                     wanted.least > possible.greatest ? "longer" : "shorter");
}

}  // namespace

Reach reach_of(json::Value expected, MatcherCache& cache) {
  if (const std::optional<MatcherUse> use = matcher_of(expected)) {
    return reach_of_matcher(*use, cache);
  }
  Reach out;
  out.kinds = kind_bit(expected.kind());
  if (expected.is_number()) {
    const schema::NumberEnd end{std::string(expected.number_text()), false};
    out.numbers.least = end;
    out.numbers.greatest = end;
  }
  if (expected.is_string()) out.text.least = out.text.greatest = length_of(expected);
  if (expected.is_array()) out.items.least = out.items.greatest = expected.size();
  return out;
}

std::string why_impossible(json::Value expected, const schema::Possible& possible,
                           MatcherCache& cache) {
  if (possible.kinds == 0) return "stands where the schema allows no value at all";
  const Reach reach = reach_of(expected, cache);
  const KindSet kinds = reach.kinds & possible.kinds;
  if (kinds == 0) {
    const std::optional<MatcherUse> use = matcher_of(expected);
    if (use && use->matcher == Matcher::type) {
      return "is a type that the schema does not allow there";
    }
    return fmt::format("is {}{}, which the schema does not allow there", use ? "for " : "",
                       reach.kinds == 0 ? "nothing" : kinds_text(reach.kinds));
  }
  if ((kinds & ~possible.listed_kinds) == 0) {
    ValueMatcher matcher(cache);
    const bool some = std::any_of(possible.listed.begin(), possible.listed.end(),
                                  [&](json::Value one) { return matcher.matches(expected, one); });
    if (!some && !matcher.gave_up()) return "matches no value of the enum";
  }
  if (kinds == kind_bit(Kind::string) && !reach.text.meets(possible.text)) {
    return lengths_apart(reach.text, possible.text, "text");
  }
  if (kinds == kind_bit(Kind::array) && !reach.items.meets(possible.items)) {
    return lengths_apart(reach.items, possible.items, "list");
  }
  if (kinds == kind_bit(Kind::number)) return numbers_apart(reach.numbers, possible.numbers);
  return "";
}

}  // namespace tare
