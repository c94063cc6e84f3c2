#include "lint/argument_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "schema/declared.h"
#include "scoring/value_matcher.h"
#include "suite/matchers.h"

namespace tare {
namespace {

using json::Kind;

std::string quoted(std::string_view text) {
  return fmt::format("\"{}\"", escape_for_terminal(shorten(text, 60)));
}

// The steps of a place among the arguments. A value below a list can be put to its declaration, and
// not to the whole schema, which would ask for the items before it.
struct Place {
  std::string pointer;
  std::vector<std::string> names;
  bool in_list = false;

  Place member(const std::string& name) const {
    Place out = *this;
    json::append_pointer(out.pointer, name);
    out.names.push_back(name);
    return out;
  }
  Place item(std::size_t index) const {
    Place out = *this;
    json::append_pointer(out.pointer, index);
    out.in_list = true;
    return out;
  }
};

// The arguments that hold nothing but this value.
std::string wrapped(const Place& place, std::string_view value) {
  std::string text;
  for (const std::string& name : place.names) text += "{" + quote_json(name) + ":";
  text += value;
  text.append(place.names.size(), '}');
  return text;
}

// A number a little off this one; the number itself where a double cannot say that.
std::string beside(json::Value number, double off) {
  const std::optional<double> value = number.as_double();
  constexpr double kExact = 1e6;
  if (!value || std::abs(*value) > kExact) return std::string(number.text());
  return fmt::format("{:.12f}", *value + off);
}

// What the schema has against a value at its place; the place itself being absent elsewhere is no
// matter.
std::optional<schema::Violation> refusal_of(const schema::Schema& schema, const Place& place,
                                            const std::string& arguments) {
  json::Document document;
  if (json::read_strict(arguments, document)) return std::nullopt;
  for (schema::Violation& one : schema.violations(document.root())) {
    const bool here = one.at == place.pointer || one.at.starts_with(place.pointer + "/");
    if (here && !one.schema_at.empty()) return std::move(one);
  }
  return std::nullopt;
}

std::string_view kinds_text(Matcher matcher) {
  switch (matcher) {
    case Matcher::regex:
    case Matcher::ignore_case:
    case Matcher::date:
      return "string";
    case Matcher::range:
    case Matcher::approx:
      return "number";
    case Matcher::unordered:
      return "list";
    case Matcher::one_of:
    case Matcher::type:
    case Matcher::contains:
    case Matcher::absent:
    case Matcher::any:
    case Matcher::schema:
      break;
  }
  return "";
}

class Check {
 public:
  Check(const std::string& tool, const KnownSchema& known, MatcherCache& cache)
      : tool_(tool), known_(known), schema_(*known.schema), cache_(cache) {}

  void members(json::Value object, const Place& place) {
    const schema::Declared here = schema::declared_at(schema_, place.pointer);
    for (const json::Member& member : object.members()) {
      if (out_.size() >= kMaxArgumentFaults) return;
      const std::string name = literal_name(member.name);
      const Place there = place.member(name);
      const std::optional<MatcherUse> use = matcher_of(member.value);
      const bool absent = use && use->matcher == Matcher::absent && use->operand.boolean();
      if (!schema::names_member(schema_, place.pointer, name)) {
        if (!absent && here.lists_properties && !allows_others(place, there)) unknown(place, name);
        continue;
      }
      if (!absent) {
        value(member.value, there);
      } else if (place.names.empty() && known_.requires_argument(name)) {
        fault(LintRule::missing_argument,
              fmt::format("expects no argument {}, which {} requires", quoted(name), tool_text()));
      }
    }
  }

  std::vector<ArgumentFault> take() { return std::move(out_); }

 private:
  std::string tool_text() const { return "tool " + quoted(tool_); }

  void fault(LintRule rule, std::string text, std::string mend = {}) {
    if (out_.size() < kMaxArgumentFaults) out_.push_back({rule, std::move(text), std::move(mend)});
  }

  // Does the schema say in so many words that further members are welcome?
  bool allows_others(const Place& place, const Place& there) const {
    if (place.names.empty()) {
      const json::Value root = schema_.root();
      const json::Value others =
          root.is_object() ? root.find("additionalProperties") : json::Value();
      if (others.valid() && (others.is_object() || (others.is_boolean() && others.boolean()))) {
        return true;
      }
    }
    const schema::Declared declared = schema::declared_at(schema_, there.pointer);
    return !declared.any_type || !declared.enum_values.empty();
  }

  void unknown(const Place& place, const std::string& name) {
    std::vector<std::string_view> names;
    if (place.names.empty()) {
      for (const ArgumentName& one : known_.names) {
        if (one.top) names.push_back(one.name);
      }
    }
    const std::string where =
        place.pointer.empty() ? "" : " at " + escape_for_terminal(shorten(place.pointer, 60));
    fault(LintRule::unknown_argument,
          fmt::format("expects argument {}{}, which {} does not have", quoted(name), where,
                      tool_text()),
          names.empty() ? "" : nearest_name_hint(name, names));
  }

  void value(json::Value expected, const Place& place) {
    if (out_.size() >= kMaxArgumentFaults) return;
    if (const std::optional<MatcherUse> use = matcher_of(expected)) {
      matcher(*use, expected, place);
    } else if (is_plain(expected)) {
      if (const std::string reason = literal_fault(expected, place); !reason.empty()) {
        impossible(expected, place, reason);
      }
    } else if (expected.is_object()) {
      members(expected, place);
    } else if (expected.is_array()) {
      std::size_t index = 0;
      for (json::Value one : expected.elements()) value(one, place.item(index++));
    }
  }

  void impossible(json::Value expected, const Place& place, const std::string& reason) {
    std::string mend;
    const schema::Declared declared = schema::declared_at(schema_, place.pointer);
    if (!declared.enum_values.empty()) {
      constexpr std::size_t kMostShown = 12;
      mend = "its values: ";
      for (std::size_t i = 0; i < declared.enum_values.size() && i < kMostShown; ++i) {
        if (i > 0) mend += ", ";
        mend += shown(declared.enum_values[i]);
      }
      if (declared.enum_values.size() > kMostShown) mend += ", …";
    }
    fault(LintRule::impossible_value,
          fmt::format("expects {} for {} of {}, but it {}",
                      escape_for_terminal(shorten(expected.text(), 80)),
                      escape_for_terminal(shorten(place.pointer, 60)), tool_text(), reason),
          std::move(mend));
  }

  // Why no call with that value would be a good one; "" where it may be.
  std::string literal_fault(json::Value expected, const Place& place) const {
    if (!place.in_list) {
      const auto refused = refusal_of(schema_, place, wrapped(place, json_text(expected)));
      if (!refused) return {};
      const std::string below = refused->at.substr(place.pointer.size());
      return below.empty() ? refused->message
                           : fmt::format("{} (at {})", refused->message,
                                         escape_for_terminal(shorten(below, 60)));
    }
    const schema::Declared declared = schema::declared_at(schema_, place.pointer);
    if (!declared.allows(expected.kind())) {
      return fmt::format("is {}, which the schema does not allow",
                         json::kind_name(expected.kind()));
    }
    if (!declared.enum_values.empty() && !some_matches(declared, expected)) {
      return "is no value of the enum";
    }
    return {};
  }

  bool some_matches(const schema::Declared& declared, json::Value expected) const {
    return std::any_of(
        declared.enum_values.begin(), declared.enum_values.end(),
        [&](json::Value one) { return ValueMatcher(cache_).matches(expected, one); });
  }

  void matcher(const MatcherUse& use, json::Value expected, const Place& place) {
    const schema::Declared declared = schema::declared_at(schema_, place.pointer);
    switch (use.matcher) {
      case Matcher::any:
      case Matcher::absent:
      case Matcher::schema:
        return;
      case Matcher::one_of:
        return one_of(use.operand, declared, place);
      case Matcher::type:
        return types(use.operand, expected, declared, place);
      case Matcher::contains:
        if (declared.any_type || declared.allows(Kind::string) || !declared.allows(Kind::array)) {
          return;
        }
        if (use.operand.is_array()) {
          for (json::Value one : use.operand.elements()) value(one, place.item(0));
        } else {
          value(use.operand, place.item(0));
        }
        return;
      case Matcher::unordered:
        if (wrong_kind(declared, Kind::array)) break;
        for (json::Value one : use.operand.elements()) value(one, place.item(0));
        return;
      case Matcher::range:
      case Matcher::approx:
        if (wrong_kind(declared, Kind::number)) break;
        if (use.matcher == Matcher::range) range(use.operand, expected, place);
        if (!declared.enum_values.empty() && !some_matches(declared, expected)) {
          impossible(expected, place, "matches no value of the enum");
        }
        return;
      case Matcher::regex:
      case Matcher::ignore_case:
      case Matcher::date:
        if (wrong_kind(declared, Kind::string)) break;
        if (!declared.enum_values.empty() && !some_matches(declared, expected)) {
          impossible(expected, place, "matches no value of the enum");
        }
        return;
    }
    impossible(
        expected, place,
        fmt::format("is for a {}, which the schema does not allow there", kinds_text(use.matcher)));
  }

  static bool wrong_kind(const schema::Declared& declared, Kind kind) {
    return !declared.allows(kind);
  }

  // One good alternative is enough, as another may stand for a client's way of writing it; but of
  // an enum each alternative must be a value, for there it is a slip.
  void one_of(json::Value alternatives, const schema::Declared& declared, const Place& place) {
    std::size_t bad = 0;
    std::vector<ArgumentFault> first;
    for (json::Value one : alternatives.elements()) {
      Check inner(tool_, known_, cache_);
      inner.value(one, place);
      std::vector<ArgumentFault> faults = inner.take();
      if (faults.empty()) continue;
      ++bad;
      if (!declared.enum_values.empty()) {
        for (ArgumentFault& fault_of_one : faults) {
          fault(fault_of_one.rule, std::move(fault_of_one.text), std::move(fault_of_one.mend));
        }
      } else if (first.empty()) {
        first = std::move(faults);
      }
    }
    if (declared.enum_values.empty() && bad == alternatives.size() && !first.empty()) {
      fault(first.front().rule, std::move(first.front().text), std::move(first.front().mend));
    }
  }

  void types(json::Value operand, json::Value expected, const schema::Declared& declared,
             const Place& place) {
    const auto allowed = [&](json::Value word) {
      const std::optional<ValueType> type =
          word.is_string() ? value_type_from_name(word.decoded()) : std::nullopt;
      if (!type) return true;
      switch (*type) {
        case ValueType::null:
          return declared.allows(Kind::null);
        case ValueType::boolean:
          return declared.allows(Kind::boolean);
        case ValueType::integer:
        case ValueType::number:
          return declared.allows(Kind::number);
        case ValueType::string:
          return declared.allows(Kind::string);
        case ValueType::array:
          return declared.allows(Kind::array);
        case ValueType::object:
          return declared.allows(Kind::object);
      }
      return true;
    };
    bool any = !operand.is_array() && allowed(operand);
    if (operand.is_array()) {
      for (json::Value word : operand.elements()) any = any || allowed(word);
    }
    if (!any) impossible(expected, place, "is a type that the schema does not allow there");
  }

  // A low end above the greatest number that is allowed, or a high end below the least.
  void range(json::Value operand, json::Value expected, const Place& place) {
    if (place.in_list) return;
    const auto refused_as = [&](const char* open_end, const char* closed_end, double beyond,
                                std::initializer_list<std::string_view> keywords) {
      const json::Value open = operand.find(open_end), closed = operand.find(closed_end);
      std::string number;
      if (closed.valid()) number = closed.text();
      // What is nearest to an end that is itself left out.
      if (open.valid()) number = beside(open, beyond);
      if (number.empty()) return false;
      const std::string text = wrapped(place, number);
      json::Document document;
      if (json::read_strict(text, document)) return false;
      const auto refused = schema_.violations(document.root());
      return std::any_of(refused.begin(), refused.end(), [&](const schema::Violation& one) {
        return one.at == place.pointer &&
               std::any_of(keywords.begin(), keywords.end(), [&](std::string_view keyword) {
                 return one.schema_at.ends_with(keyword);
               });
      });
    };
    if (refused_as("gt", "gte", 1e-9, {"/maximum", "/exclusiveMaximum"})) {
      impossible(expected, place, "lies above what the schema allows");
    } else if (refused_as("lt", "lte", -1e-9, {"/minimum", "/exclusiveMinimum"})) {
      impossible(expected, place, "lies below what the schema allows");
    }
  }

  const std::string& tool_;
  const KnownSchema& known_;
  const schema::Schema& schema_;
  MatcherCache& cache_;
  std::vector<ArgumentFault> out_;
};

}  // namespace

bool KnownSchema::requires_argument(std::string_view name) const {
  return std::any_of(names.begin(), names.end(), [&](const ArgumentName& one) {
    return one.top && one.required && one.name == name;
  });
}

std::vector<ArgumentFault> check_expected_arguments(json::Value expected, const std::string& tool,
                                                    const KnownSchema& known, MatcherCache& cache) {
  Check check(tool, known, cache);
  if (!matcher_of(expected)) check.members(expected, Place());
  return check.take();
}

std::vector<ArgumentFault> check_whole_arguments(json::Value arguments, const std::string& tool,
                                                 const KnownSchema& known) {
  std::vector<ArgumentFault> out;
  for (const schema::Violation& one : known.schema->violations(arguments, kMaxArgumentFaults)) {
    if (one.schema_at.empty()) continue;
    const LintRule rule = one.schema_at.ends_with("/required") ? LintRule::missing_argument
                          : one.schema_at.ends_with("/additionalProperties")
                              ? LintRule::unknown_argument
                              : LintRule::impossible_value;
    const std::string at = one.at.empty() ? "the arguments" : one.at;
    out.push_back(
        {rule,
         fmt::format("invokes {} with arguments that its schema refuses: {}: {}", quoted(tool),
                     escape_for_terminal(shorten(at, 60)), escape_for_terminal(one.message)),
         "where the call is to be refused, say so: \"expectedStatus\": \"rejected\""});
  }
  return out;
}

}  // namespace tare
