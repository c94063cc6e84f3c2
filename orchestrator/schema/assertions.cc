// What can be prepared once is: numbers as text and, where they are short, as integers; lists of
// values sorted; patterns compiled.
#include "schema/assertions.h"

#include <algorithm>

#include "json/decimal.h"
#include "json/equal.h"

namespace tare::schema {
namespace {

using json::Kind;
using json::Value;

// Instructions of all patterns together; a hostile schema could keep RE2 compiling for minutes.
constexpr std::size_t kMaxPatternSize = 1u << 20;
constexpr std::size_t kMaxOnePattern = 1u << 17;

std::uint8_t bit(Kind kind) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind)); }

bool add_type(Value word, Node& node, bool& numbers) {
  if (!word.is_string()) return false;
  if (word.decoded_equals("integer")) {
    node.types = static_cast<std::uint8_t>(node.types | bit(Kind::number));
    return true;
  }
  for (const Kind kind :
       {Kind::null, Kind::boolean, Kind::number, Kind::string, Kind::array, Kind::object}) {
    if (!word.decoded_equals(json::kind_name(kind))) continue;
    node.types = static_cast<std::uint8_t>(node.types | bit(kind));
    numbers = numbers || kind == Kind::number;
    return true;
  }
  return false;
}

void compile_type(Value type, Node& node, Notes& notes) {
  bool known = true;
  bool numbers = false;
  if (type.is_array()) {
    for (const Value word : type.elements()) known = add_type(word, node, numbers) && known;
    known = known && type.size() > 0;
  } else {
    known = add_type(type, node, numbers);
  }
  node.any_type = !known;
  node.integers = known && !numbers && (node.types & bit(Kind::number)) != 0;
  if (!known) notes.ignored(type, Keyword::type, "names a type that JSON Schema does not have");
}

void add_value(Value value, ValueSet& out) {
  switch (value.kind()) {
    case Kind::null:
      out.null = true;
      return;
    case Kind::boolean:
      (value.boolean() ? out.truth : out.falsehood) = true;
      return;
    case Kind::number:
      out.numbers.push_back(json::canonical_number(value.number_text()));
      return;
    case Kind::string:
      out.strings.push_back(value.decoded());
      return;
    case Kind::array:
    case Kind::object:
      out.containers.push_back(json::canonical_text(value));
      return;
  }
}

Index add_values(ValueSet set, Program& program) {
  std::sort(set.strings.begin(), set.strings.end());
  std::sort(set.numbers.begin(), set.numbers.end());
  std::sort(set.containers.begin(), set.containers.end());
  program.values.push_back(std::move(set));
  return static_cast<Index>(program.values.size() - 1);
}

void compile_values(const Words& words, Node& node, Program& program, Notes& notes) {
  if (const Value list = words[Keyword::enumeration]; list.valid()) {
    if (list.is_array()) {
      ValueSet set;
      for (const Value value : list.elements()) add_value(value, set);
      node.enumeration = add_values(std::move(set), program);
    } else {
      notes.ignored(list, Keyword::enumeration, "is no list");
    }
  }
  if (const Value value = words[Keyword::constant]; value.valid()) {
    ValueSet set;
    add_value(value, set);
    node.constant = add_values(std::move(set), program);
  }
}

void add_bound(Value value, Keyword keyword, NumberRule& rule) {
  const std::string text(value.number_text());
  rule.bounds.push_back({keyword, text, json::integer_value(text)});
}

// Older drafts have a boolean beside `minimum` where newer ones have a number of its own.
void compile_bound(const Words& words, Keyword plain, Keyword exclusive, NumberRule& rule,
                   Notes& notes) {
  const Value bound = words[plain];
  const Value strict = words[exclusive];
  const bool excluded = strict.valid() && strict.is_boolean() && strict.boolean();
  if (bound.valid() && bound.is_number()) {
    add_bound(bound, excluded ? exclusive : plain, rule);
  } else if (bound.valid()) {
    notes.ignored(bound, plain, "is no number");
  }
  if (strict.valid() && strict.is_number()) {
    add_bound(strict, exclusive, rule);
  } else if (strict.valid() && !strict.is_boolean()) {
    notes.ignored(strict, exclusive, "is no number");
  }
}

void compile_number(const Words& words, Node& node, Program& program, Notes& notes) {
  NumberRule rule;
  compile_bound(words, Keyword::minimum, Keyword::exclusive_minimum, rule, notes);
  compile_bound(words, Keyword::maximum, Keyword::exclusive_maximum, rule, notes);
  if (const Value divisor = words[Keyword::multiple_of]; divisor.valid()) {
    if (divisor.is_number() &&
        json::compare_numbers(divisor.number_text(), "0") == std::partial_ordering::greater) {
      rule.multiple_of = divisor.number_text();
    } else {
      notes.ignored(divisor, Keyword::multiple_of, "is no number above 0");
    }
  }
  if (rule.bounds.empty() && rule.multiple_of.empty()) return;
  program.numbers.push_back(std::move(rule));
  node.number = static_cast<Index>(program.numbers.size() - 1);
}

void compile_string(const Words& words, bool assert_formats, Node& node, Program& program,
                    Notes& notes) {
  StringRule rule;
  bool any = words.has(Keyword::min_length) || words.has(Keyword::max_length);
  compile_range(words, Keyword::min_length, Keyword::max_length, rule.length, notes);
  if (const Value pattern = words[Keyword::pattern]; pattern.valid()) {
    if (pattern.is_string()) {
      rule.pattern = compile_pattern(pattern.decoded(), pattern, Keyword::pattern, program, notes);
      any = true;
    } else {
      notes.ignored(pattern, Keyword::pattern, "is no string");
    }
  }
  const Value format = words[Keyword::format];
  if (format.valid() && format.is_string() && assert_formats) {
    rule.format = find_format(format.decoded());
    any = any || rule.format.has_value();
  }
  if (!any) return;
  program.strings.push_back(rule);
  node.string = static_cast<Index>(program.strings.size() - 1);
}

}  // namespace

std::optional<std::size_t> count_of(const Words& words, Keyword keyword, Notes& notes) {
  const Value value = words[keyword];
  if (!value.valid()) return std::nullopt;
  const bool is_count = value.is_number() && json::is_whole(value.number_text()) &&
                        json::compare_numbers(value.number_text(), "0") >= 0;
  if (!is_count) {
    notes.ignored(value, keyword, "is no count");
    return std::nullopt;
  }
  const auto count = json::integer_value(value.number_text());
  return count ? static_cast<std::size_t>(*count) : std::numeric_limits<std::size_t>::max();
}

void compile_range(const Words& words, Keyword min, Keyword max, CountRange& range, Notes& notes) {
  range.min = count_of(words, min, notes).value_or(range.min);
  range.max = count_of(words, max, notes).value_or(range.max);
}

Index compile_pattern(std::string_view pattern, Value where, Keyword keyword, Program& program,
                      Notes& notes) {
  const auto known = program.pattern_index.find(pattern);
  if (known != program.pattern_index.end()) return known->second;
  const std::size_t left = kMaxPatternSize - std::min(kMaxPatternSize, program.pattern_size);
  Pattern compiled(pattern, std::min(left, kMaxOnePattern));
  program.pattern_size += compiled.size() + 16;
  if (!compiled.runs()) notes.unknown(where, keyword, compiled.reason());
  program.patterns.push_back(std::move(compiled));
  const auto index = static_cast<Index>(program.patterns.size() - 1);
  program.pattern_index.emplace(pattern, index);
  return index;
}

void compile_assertions(const Words& words, bool assert_formats, Node& node, Program& program,
                        Notes& notes) {
  if (const Value type = words[Keyword::type]; type.valid()) compile_type(type, node, notes);
  compile_values(words, node, program, notes);
  compile_number(words, node, program, notes);
  compile_string(words, assert_formats || words.dialect().assert_formats, node, program, notes);
}

}  // namespace tare::schema
