// Which matchers are satisfied by whatever a call may hold? Not read off their form, of which there
// is no end ("^", ".*", "[\\s\\S]*", all values of an enum in a $oneOf), but tried: values of every
// kind are put to the schema, and those that it allows to the matcher.
#include <algorithm>
#include <array>

#include "base/escape.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "lint/argument_check.h"
#include "scoring/value_matcher.h"
#include "suite/matchers.h"

namespace tare {
namespace {

// Far apart, so that a matcher that asks for anything refuses one of them.
constexpr std::array<std::string_view, 28> kProbes = {
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "7.25",
    "42",
    "1000000007",
    "-123456789.5",
    "\"\"",
    "\"q\"",
    "\"Zebra\"",
    "\"two words\"",
    "\"0\"",
    "\"31337\"",
    "\"-4.5\"",
    "\"a,b;c\"",
    "\"line\\nbreak\"",
    "\"\\u6f22\\u5b57\"",
    "\"x@y.z\"",
    "\"2031-03-04\"",
    "[]",
    "[\"q\"]",
    "[5, 6, 7]",
    "{}",
    "{\"q\": 1}",
    "[{\"q\": \"r\"}]",
};
constexpr std::size_t kEnough = 2;  // one value proves nothing

// Does the schema take it for that argument, whatever else it wants?
bool is_allowed(const schema::Schema& schema, const std::string& name, std::string_view value) {
  const std::string text = "{" + quote_json(name) + ":" + std::string(value) + "}";
  json::Document document;
  if (json::read_strict(text, document)) return false;
  std::string pointer;
  json::append_pointer(pointer, name);
  for (const schema::Violation& one : schema.violations(document.root())) {
    if (one.at == pointer || one.at.starts_with(pointer + "/")) return false;
  }
  return true;
}

// Of an enum all its values, else those of the list above that fit.
const std::vector<std::string_view>& values_for(const ArgumentName& argument, KnownSchema& known) {
  const auto [at, is_new] = known.allowed_values.try_emplace(argument.name);
  if (!is_new) return at->second;
  if (!argument.enum_values.empty()) {
    for (json::Value one : argument.enum_values) at->second.push_back(one.text());
    return at->second;
  }
  for (const std::string_view value : kProbes) {
    if (is_allowed(*known.schema, argument.name, value)) at->second.push_back(value);
  }
  return at->second;
}

bool matches_all(json::Value expected, const std::vector<std::string_view>& values,
                 MatcherCache& cache) {
  return values.size() >= kEnough &&
         std::all_of(values.begin(), values.end(), [&](std::string_view value) {
           json::Document document;
           return !json::read_strict(value, document) &&
                  ValueMatcher(cache).matches(expected, document.root());
         });
}

}  // namespace

std::vector<std::string> matchers_of_anything(json::Value expected, KnownSchema& known,
                                              MatcherCache& cache) {
  std::vector<std::string> out;
  if (matcher_of(expected)) return out;
  for (const json::Member& member : expected.members()) {
    if (!matcher_of(member.value)) continue;
    const std::string name = literal_name(member.name);
    const auto at =
        std::find_if(known.names.begin(), known.names.end(),
                     [&](const ArgumentName& one) { return one.top && one.name == name; });
    if (at == known.names.end()) continue;
    // Of an argument that may be left out it says at least that it was not.
    if (!at->required && !ValueMatcher(cache).matches(member.value, json::Value())) continue;
    if (matches_all(member.value, values_for(*at, known), cache)) out.push_back(name);
  }
  return out;
}

}  // namespace tare
