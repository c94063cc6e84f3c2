// The way through the schema that a violation names tells at which step of the place a condition
// was met: steps of the value and keywords are walked side by side.
#include "lint/place_probe.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/escape.h"
#include "json/pointer.h"
#include "json/reader.h"

namespace tare {
namespace {

using schema::Violation;

// Items that stand before the one that is asked for. A schema that says something else of each of
// more items than these is asked for this many.
constexpr std::size_t kMostBefore = 64;
constexpr std::size_t kMostViolations = 1000;

std::string wrapped(const ArgumentPlace& place, std::string_view value) {
  std::string text, tail;
  for (const schema::PlaceStep& step : place.steps) {
    if (step.index) {
      text += '[';
      for (std::size_t i = 0; i < *step.index; ++i) text += "null,";
    } else {
      text += "{" + quote_json(step.name) + ":";
    }
    tail += step.index ? ']' : '}';
  }
  std::reverse(tail.begin(), tail.end());
  text += value;
  return text + tail;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Did a keyword above the step `depth` of the value depend on what stands beside it?
bool hangs_on_neighbours(std::string_view schema_at, std::size_t depth) {
  std::vector<std::string_view> words;
  while (!schema_at.empty()) {
    schema_at.remove_prefix(1);
    words.push_back(schema_at.substr(0, schema_at.find('/')));
    schema_at.remove_prefix(words.back().size());
  }
  std::size_t step = 0;
  for (std::size_t i = 0; i < words.size() && step < depth; ++i) {
    const bool index_follows = i + 1 < words.size() && !words[i + 1].empty() &&
                               words[i + 1].find_first_not_of("0123456789") == words[i + 1].npos;
    if (is_one_of(words[i], {"then", "else", "if", "dependentSchemas", "dependencies",
                             "unevaluatedProperties", "unevaluatedItems"})) {
      return true;
    }
    if (is_one_of(words[i], {"properties", "patternProperties"})) {
      ++i;
      ++step;
    } else if (is_one_of(words[i], {"items", "prefixItems"})) {
      i += index_follows ? 1 : 0;
      ++step;
    } else if (is_one_of(words[i], {"additionalProperties", "additionalItems", "propertyNames"})) {
      ++step;
    } else if (is_one_of(words[i], {"allOf", "anyOf", "oneOf"})) {
      i += index_follows ? 1 : 0;
    }
  }
  return false;
}

std::vector<Violation> all_violations(const schema::Schema& schema, const ArgumentPlace& place,
                                      std::string_view value) {
  const std::string text = wrapped(place, value);
  json::Document document;
  if (json::read_strict(text, document)) return {};
  return schema.violations(document.root(), kMostViolations);
}

}  // namespace

ArgumentPlace ArgumentPlace::member(const std::string& name) const {
  ArgumentPlace out = *this;
  json::append_pointer(out.pointer, name);
  json::append_pointer(out.pattern, name);
  out.steps.push_back({name, std::nullopt});
  return out;
}

ArgumentPlace ArgumentPlace::item(std::size_t index) const {
  index = std::min(index, kMostBefore);
  ArgumentPlace out = *this;
  json::append_pointer(out.pointer, index);
  out.pattern += "/*";
  out.steps.push_back({"", index});
  return out;
}

std::vector<Violation> refusals_at(const schema::Schema& schema, const ArgumentPlace& place,
                                   std::string_view value) {
  std::vector<Violation> out;
  for (Violation& one : all_violations(schema, place, value)) {
    const bool here = one.at == place.pointer || one.at.starts_with(place.pointer + "/");
    if (!here || one.schema_at.empty()) continue;
    if (!hangs_on_neighbours(one.schema_at, place.steps.size())) out.push_back(std::move(one));
  }
  return out;
}

std::optional<Violation> refusal_by(const schema::Schema& schema, const ArgumentPlace& place,
                                    std::string_view value,
                                    std::initializer_list<std::string_view> keywords) {
  for (Violation& one : all_violations(schema, place, value)) {
    if (one.at != place.pointer || one.schema_at.empty()) continue;
    const std::string_view way = one.schema_at;
    if (!is_one_of(way.substr(way.rfind('/') + 1), keywords)) continue;
    if (!hangs_on_neighbours(way, std::numeric_limits<std::size_t>::max())) return std::move(one);
  }
  return std::nullopt;
}

}  // namespace tare
