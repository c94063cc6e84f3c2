#include "lint/value_sample.h"

#include <cstddef>
#include <set>
#include <string_view>

#include "base/escape.h"
#include "json/decimal.h"
#include "json/writer.h"
#include "lint/pattern_sample.h"
#include "scoring/scalar_matchers.h"
#include "suite/matchers.h"
#include "suite/tolerance.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 40;

std::optional<std::string> sample(json::Value expected, json::Value schema, std::size_t depth);
std::string instance(json::Value schema, std::size_t depth);

json::Value member(json::Value object, std::string_view name) {
  return object.valid() && object.is_object() ? object.find(name) : json::Value();
}

std::string member_text(const std::string& name, const std::string& value) {
  return quote_json(name) + ":" + value;
}

// A number between the bounds; each of them as {"gt":…} and the like.
std::optional<std::string> in_range(json::Value operand) {
  if (!operand.is_object()) return std::nullopt;
  std::optional<double> low, high;
  for (const json::Member& bound : operand.members()) {
    const auto value = bound.value.as_double();
    if (!value) return std::nullopt;
    const std::string name = bound.name.decoded();
    if (name == "gte" || name == "lte") return json::minified(bound.value);
    (name == "gt" ? low : high) = value;
  }
  const auto text = [](double value) {
    return value == static_cast<double>(static_cast<long long>(value))
               ? std::to_string(static_cast<long long>(value))
               : std::to_string(value);
  };
  if (low && high) {
    const double next = static_cast<double>(static_cast<long long>(*low)) + 1;
    return text(next > *low && next < *high ? next : (*low + *high) / 2);
  }
  if (low) return text(*low + 1);
  if (high) return text(*high - 1);
  return std::nullopt;
}

std::string of_type(std::string_view type) {
  if (type == "string") return "\"a\"";
  if (type == "integer" || type == "number") return "1";
  if (type == "boolean") return "true";
  if (type == "array") return "[]";
  if (type == "object") return "{}";
  return "null";
}

std::optional<std::string> of_list(json::Value list, json::Value schema, std::size_t depth) {
  std::string out = "[";
  const json::Value items = member(schema, "items");
  for (json::Value element : list.elements()) {
    const auto one = sample(element, items, depth + 1);
    if (!one) return std::nullopt;
    if (out.size() > 1) out += ',';
    out += *one;
  }
  return out + "]";
}

// Members that are expected to be absent have none; the others must have a sample.
std::optional<std::string> of_members(json::Value object, json::Value schema, std::size_t depth,
                                      bool with_required) {
  std::string out = "{";
  std::set<std::string> named;
  const json::Value properties = member(schema, "properties");
  const auto add = [&](const std::string& name, const std::string& value) {
    if (out.size() > 1) out += ',';
    out += member_text(name, value);
  };
  if (object.valid()) {
    for (const json::Member& m : object.members()) {
      const std::string name = literal_name(m.name);
      if (!named.insert(name).second) continue;
      const auto use = matcher_of(m.value);
      if (use && use->matcher == Matcher::absent && use->operand.is_boolean() &&
          use->operand.boolean()) {
        continue;
      }
      const auto value = sample(m.value, member(properties, name), depth + 1);
      if (!value) return std::nullopt;
      add(name, *value);
    }
  }
  const json::Value required = member(schema, "required");
  if (with_required && required.valid() && required.is_array()) {
    for (json::Value name : required.elements()) {
      const auto text = name.as_string();
      if (text && named.insert(*text).second) {
        add(*text, instance(member(properties, *text), depth + 1));
      }
    }
  }
  return out + "}";
}

std::optional<std::string> of_matcher(const MatcherUse& use, json::Value schema,
                                      std::size_t depth) {
  const json::Value operand = use.operand;
  switch (use.matcher) {
    case Matcher::one_of:
      if (!operand.is_array()) return std::nullopt;
      for (json::Value alternative : operand.elements()) {
        if (auto one = sample(alternative, schema, depth + 1)) return one;
      }
      return std::nullopt;
    case Matcher::regex: {
      const auto pattern = operand.as_string();
      const auto text = pattern ? sample_of_pattern(*pattern) : std::nullopt;
      return text ? std::optional(quote_json(*text)) : std::nullopt;
    }
    case Matcher::range:
      return in_range(operand);
    case Matcher::approx: {
      const auto near = tolerance_of(operand);
      return near ? std::optional(near->least) : std::nullopt;
    }
    case Matcher::type: {
      if (operand.is_array()) {
        return operand.size() == 0
                   ? std::nullopt
                   : std::optional(
                         of_type((*operand.elements().begin()).as_string().value_or("null")));
      }
      return of_type(operand.as_string().value_or("null"));
    }
    case Matcher::unordered:
      return operand.is_array() ? of_list(operand, schema, depth) : std::nullopt;
    case Matcher::contains:
      if (operand.is_array()) return of_list(operand, schema, depth);
      if (operand.is_string()) return json::minified(operand);
      if (auto one = sample(operand, member(schema, "items"), depth + 1)) return "[" + *one + "]";
      return std::nullopt;
    case Matcher::absent:
    case Matcher::any:
      return instance(schema, depth + 1);
    case Matcher::ignore_case:
      if (const json::Value choices = member(schema, "enum");
          choices.valid() && choices.is_array()) {
        for (json::Value choice : choices.elements()) {
          if (ignore_case_mismatch(operand, choice).empty()) return json::minified(choice);
        }
      }
      return json::minified(operand);
    case Matcher::date:
      return json::minified(operand);
    case Matcher::schema:
      return instance(operand, depth + 1);
  }
  return std::nullopt;
}

std::optional<std::string> sample(json::Value expected, json::Value schema, std::size_t depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (const auto use = matcher_of(expected)) return of_matcher(*use, schema, depth);
  switch (expected.kind()) {
    case json::Kind::array:
      return of_list(expected, schema, depth);
    case json::Kind::object:
      return of_members(expected, schema, depth, false);
    case json::Kind::null:
    case json::Kind::boolean:
    case json::Kind::number:
    case json::Kind::string:
      return json::minified(expected);
  }
  return std::nullopt;
}

std::string string_instance(json::Value schema) {
  const json::Value pattern = member(schema, "pattern");
  if (pattern.valid() && pattern.is_string()) {
    if (auto text = sample_of_pattern(pattern.decoded())) return quote_json(*text);
  }
  const std::string format = member(schema, "format").valid()
                                 ? member(schema, "format").as_string().value_or("")
                                 : std::string();
  if (format == "date") return "\"2031-03-14\"";
  if (format == "date-time") return "\"2031-03-14T09:26:53Z\"";
  if (format == "email") return "\"someone@tare.test\"";
  if (format == "uri") return "\"https://tare.test/\"";
  if (format == "uuid") return "\"5f0c6f1e-1f6e-4c1f-9a53-1f6e4c1f9a53\"";
  const json::Value least = member(schema, "minLength");
  const auto length = least.valid() ? least.as_integer().value_or(1) : 1;
  const auto bounded = length < 1      ? std::size_t{1}
                       : length > 4096 ? std::size_t{4096}
                                       : static_cast<std::size_t>(length);
  return quote_json(std::string(bounded, 'a'));
}

std::string number_instance(json::Value schema) {
  for (const char* bound : {"minimum", "maximum"}) {
    const json::Value value = member(schema, bound);
    if (value.valid() && value.is_number()) return json::minified(value);
  }
  const json::Value above = member(schema, "exclusiveMinimum");
  if (above.valid() && above.is_number()) {
    return std::to_string(static_cast<long long>(above.as_double().value_or(0)) + 1);
  }
  const json::Value below = member(schema, "exclusiveMaximum");
  if (below.valid() && below.is_number()) {
    return std::to_string(static_cast<long long>(below.as_double().value_or(2)) - 1);
  }
  return "1";
}

std::string array_instance(json::Value schema, std::size_t depth) {
  const json::Value least = member(schema, "minItems");
  const auto count = least.valid() ? least.as_integer().value_or(0) : 0;
  std::string out = "[";
  for (std::int64_t i = 0; i < count && i < 100; ++i) {
    if (i > 0) out += ',';
    out += instance(member(schema, "items"), depth + 1);
  }
  return out + "]";
}

std::string instance(json::Value schema, std::size_t depth) {
  if (!schema.valid() || !schema.is_object() || depth > kMaxDepth) return "null";
  for (const char* said : {"const", "default"}) {
    if (const json::Value value = member(schema, said); value.valid()) return json::minified(value);
  }
  for (const char* list : {"enum", "examples"}) {
    const json::Value values = member(schema, list);
    if (values.valid() && values.is_array() && values.size() > 0) {
      return json::minified(*values.elements().begin());
    }
  }
  for (const char* combined : {"anyOf", "oneOf", "allOf"}) {
    const json::Value options = member(schema, combined);
    if (options.valid() && options.is_array() && options.size() > 0) {
      return instance(*options.elements().begin(), depth + 1);
    }
  }
  json::Value type = member(schema, "type");
  if (type.valid() && type.is_array() && type.size() > 0) type = *type.elements().begin();
  const std::string name = type.valid() ? type.as_string().value_or("") : std::string();
  if (name == "string") return string_instance(schema);
  if (name == "integer" || name == "number") return number_instance(schema);
  if (name == "array") return array_instance(schema, depth);
  if (name == "object" || member(schema, "properties").valid()) {
    return of_members(json::Value(), schema, depth, true).value_or("{}");
  }
  return of_type(name);
}

}  // namespace

std::optional<std::string> sample_of_expected(json::Value expected, json::Value schema) {
  return sample(expected, schema, 0);
}

std::optional<std::string> sample_of_arguments(json::Value expected, json::Value input_schema) {
  if (expected.valid() && !expected.is_object()) return std::nullopt;
  if (expected.valid() && matcher_of(expected)) return sample(expected, input_schema, 0);
  return of_members(expected, input_schema, 0, true);
}

std::string sample_of_schema(json::Value schema) { return instance(schema, 0); }

}  // namespace tare
