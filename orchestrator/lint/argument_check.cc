// A walk over what is expected of the arguments, place by place. Literals are put to the schema
// (lint/place_probe.h), matchers are asked what they could match (lint/reach.h); names are held
// against those that the schema has.
#include "lint/argument_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/nearest_name.h"
#include "json/pointer.h"
#include "lint/place_probe.h"
#include "lint/reach.h"
#include "schema/declared.h"
#include "suite/matchers.h"

namespace tare {
namespace {

using json::Kind;
using schema::kind_bit;
using schema::Possible;
using schema::Violation;
using Place = ArgumentPlace;

constexpr std::size_t kMaxLooked = 20'000;  // places a check

std::string quoted(std::string_view text) {
  return fmt::format("\"{}\"", escape_for_terminal(shorten(text, 60)));
}

bool must_be_absent(json::Value expected) {
  const std::optional<MatcherUse> use = matcher_of(expected);
  return use && use->matcher == Matcher::absent && use->operand.boolean();
}

// JSON text of a literal without the members at these places.
std::string without(json::Value v, const std::string& pointer, const std::set<std::string>& left) {
  if (!v.is_object() && !v.is_array()) return json_text(v);
  std::string out(1, v.is_object() ? '{' : '[');
  const auto add = [&](const std::string& text) {
    if (out.size() > 1) out += ',';
    out += text;
  };
  if (v.is_object()) {
    for (const json::Member& member : v.members()) {
      std::string there = pointer;
      json::append_pointer(there, member.name.decoded());
      if (left.contains(there)) continue;
      add(json_text(member.name) + ":" + without(member.value, there, left));
    }
    return out + "}";
  }
  std::size_t index = 0;
  for (json::Value one : v.elements()) {
    std::string there = pointer;
    json::append_pointer(there, index++);
    add(without(one, there, left));
  }
  return out + "]";
}

class Check {
 public:
  Check(const std::string& tool, const KnownSchema& known, MatcherCache& cache)
      : tool_(tool), known_(known), schema_(*known.schema), cache_(cache) {}

  // Members of which others may stand beside.
  void listed(json::Value object, const Place& place) {
    members(object, place);
    for (const json::Member& member : object.members()) {
      const std::string name = literal_name(member.name);
      if (!place.steps.empty() || !must_be_absent(member.value)) continue;
      if (!known_.requires_argument(name)) continue;
      fault(LintRule::missing_argument,
            fmt::format("expects no argument {}, which {} requires", quoted(name), tool_text()));
    }
  }

  void value(json::Value expected, const Place& place) {
    if (out_.size() >= kMaxArgumentFaults || ++looked_ > kMaxLooked) return;
    if (const std::optional<MatcherUse> use = matcher_of(expected)) {
      matcher(*use, expected, place);
    } else if (is_plain(expected)) {
      literal(expected, place);
    } else if (expected.is_object()) {
      members(expected, place);
      shape(expected, place);
    } else if (expected.is_array()) {
      std::size_t index = 0;
      for (json::Value one : expected.elements()) value(one, place.item(index++));
      shape(expected, place);
    }
  }

  std::vector<ArgumentFault> take() { return std::move(out_); }

 private:
  std::string tool_text() const { return "tool " + quoted(tool_); }

  void fault(LintRule rule, std::string text, std::string mend = {}) {
    if (out_.size() < kMaxArgumentFaults) out_.push_back({rule, std::move(text), std::move(mend)});
  }

  void members(json::Value object, const Place& place) {
    for (const json::Member& member : object.members()) {
      if (out_.size() >= kMaxArgumentFaults || ++looked_ > kMaxLooked) return;
      if (must_be_absent(member.value)) continue;
      const std::string name = literal_name(member.name);
      if (!is_unknown(place, name)) value(member.value, place.member(name));
    }
  }

  // Does the object at the place have no such member? Then that is told.
  bool is_unknown(const Place& place, const std::string& name) {
    const Place there = place.member(name);
    const auto at_name = refusals_at(schema_, there, "null");
    const bool refused = std::any_of(at_name.begin(), at_name.end(), [&](const Violation& one) {
      return one.at == there.pointer && rule_of_refusal(one) == LintRule::unknown_argument;
    });
    if (!refused) {
      const schema::Declared here = schema::declared_at(schema_, place.pointer);
      const bool lists = here.lists_properties || here.closes_others;
      if (!lists || here.welcomes_others || schema::names_member(schema_, place.pointer, name)) {
        return false;
      }
    }
    std::vector<std::string_view> names;
    for (const ArgumentName& one : known_.names) {
      if (one.pointer.size() == place.pattern.size() + one.name.size() + 1 &&
          one.pointer.starts_with(place.pattern) && one.pointer.ends_with(one.name)) {
        names.push_back(one.name);
      }
    }
    const std::string where =
        place.pointer.empty() ? "" : " at " + escape_for_terminal(shorten(place.pointer, 60));
    fault(LintRule::unknown_argument,
          fmt::format("expects argument {}{}, which {} does not have", quoted(name), where,
                      tool_text()),
          names.empty() ? "" : nearest_name_hint(name, names));
    return true;
  }

  void impossible(json::Value expected, const Place& place, const std::string& reason,
                  LintRule rule = LintRule::impossible_value) {
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
    const std::string where = place.pointer.empty() ? "the arguments" : place.pointer;
    fault(rule,
          fmt::format("expects {} for {} of {}, but it {}",
                      escape_for_terminal(shorten(expected.text(), 80)),
                      escape_for_terminal(shorten(where, 60)), tool_text(), reason),
          std::move(mend));
  }

  // What the schema refuses, unknown names apart; and what no alternative above has room for.
  void literal(json::Value expected, const Place& place) {
    std::set<std::string> unknown;
    unknown_below(expected, place.pointer, place, unknown);
    const std::string text =
        unknown.empty() ? json_text(expected) : without(expected, place.pointer, unknown);
    for (const Violation& one : refusals_at(schema_, place, text)) {
      const LintRule rule = rule_of_refusal(one);
      // A slip in a name leaves the right name missing, here or in each alternative.
      const bool of_the_slip = rule == LintRule::missing_argument ||
                               one.schema_at.ends_with("/anyOf") ||
                               one.schema_at.ends_with("/oneOf");
      if (!unknown.empty() && of_the_slip) continue;
      const std::string below = one.at.substr(place.pointer.size());
      return impossible(expected, place,
                        below.empty() ? one.message
                                      : fmt::format("{} (at {})", one.message,
                                                    escape_for_terminal(shorten(below, 60))),
                        rule);
    }
    if (!unknown.empty()) return;
    const std::string why = why_impossible(expected, possible(place), cache_);
    if (!why.empty()) impossible(expected, place, why);
  }

  // `pointer`: the place as it is written; a Place counts the items of a long list no further.
  void unknown_below(json::Value v, const std::string& pointer, const Place& place,
                     std::set<std::string>& unknown) {
    if (v.text().find('{') == std::string_view::npos) return;
    if (v.is_array()) {
      std::size_t index = 0;
      for (json::Value one : v.elements()) {
        std::string there = pointer;
        json::append_pointer(there, index);
        unknown_below(one, there, place.item(index++), unknown);
      }
    }
    if (!v.is_object()) return;
    for (const json::Member& member : v.members()) {
      if (out_.size() >= kMaxArgumentFaults || ++looked_ > kMaxLooked) return;
      const std::string name = member.name.decoded();
      std::string there = pointer;
      json::append_pointer(there, name);
      if (is_unknown(place, name)) {
        unknown.insert(there);
      } else {
        unknown_below(member.value, there, place.member(name), unknown);
      }
    }
  }

  // Which members an object has, and how many, or how long a list is, whatever is in them.
  void shape(json::Value expected, const Place& place) {
    if (const std::string why = why_impossible(expected, possible(place), cache_); !why.empty()) {
      return impossible(expected, place, why);
    }
    if (!expected.is_object()) return;
    std::string text = "{";
    for (const json::Member& member : expected.members()) {
      if (must_be_absent(member.value)) continue;
      if (text.size() > 1) text += ',';
      text += quote_json(literal_name(member.name)) + ":null";
    }
    text += '}';
    const auto refused =
        refusal_by(schema_, place, text, {"required", "minProperties", "maxProperties"});
    if (refused) impossible(expected, place, refused->message, rule_of_refusal(*refused));
  }

  Possible possible(const Place& place) const {
    Possible out = schema::possible_at(schema_, place.steps);
    if (place.steps.empty()) out.kinds &= kind_bit(Kind::object);
    return out;
  }

  void matcher(const MatcherUse& use, json::Value expected, const Place& place) {
    if (must_be_absent(expected)) return;
    if (use.matcher == Matcher::one_of) return one_of(use.operand, place);
    const Possible here = possible(place);
    if (const std::string why = why_impossible(expected, here, cache_); !why.empty()) {
      return impossible(expected, place, why);
    }
    switch (use.matcher) {
      case Matcher::contains:
        return contains(use.operand, expected, here, place);
      case Matcher::unordered:
        for (json::Value one : use.operand.elements()) anywhere(one, place);
        return;
      case Matcher::schema:
        return allowed_by(use.operand, expected, place);
      case Matcher::one_of:
      case Matcher::regex:
      case Matcher::range:
      case Matcher::approx:
      case Matcher::type:
      case Matcher::absent:
      case Matcher::any:
      case Matcher::ignore_case:
      case Matcher::date:
        return;
    }
  }

  void contains(json::Value operand, json::Value expected, const Possible& here,
                const Place& place) {
    const schema::KindSet kinds = reach_of(expected, cache_).kinds & here.kinds;
    if (kinds == kind_bit(Kind::object)) {
      members(operand, place);
    } else if (kinds == kind_bit(Kind::array)) {
      if (!operand.is_array()) return anywhere(operand, place);
      for (json::Value one : operand.elements()) anywhere(one, place);
    }
  }

  // Told apart, as it may not come to them.
  std::vector<ArgumentFault> faults_of(json::Value expected, const Place& place) {
    std::vector<ArgumentFault> before = std::exchange(out_, {});
    value(expected, place);
    return std::exchange(out_, std::move(before));
  }

  // An item of the list at the place, be it the first or a later one.
  void anywhere(json::Value expected, const Place& place) {
    const std::size_t last = schema::declared_at(schema_, place.pointer).prefix_items;
    constexpr std::size_t kMostTried = 16;
    if (last > kMostTried) return;
    std::vector<ArgumentFault> first;
    for (std::size_t index = 0; index <= last; ++index) {
      std::vector<ArgumentFault> faults = faults_of(expected, place.item(index));
      if (faults.empty()) return;
      if (index == 0) first = std::move(faults);
    }
    for (ArgumentFault& one : first) fault(one.rule, std::move(one.text), std::move(one.mend));
  }

  // $schema that knows only a few values, each of which the tool refuses.
  void allowed_by(json::Value operand, json::Value expected, const Place& place) {
    const auto wanted = cache_.schema(json_text(operand));
    if (!wanted) return;
    const Possible few = schema::possible_at(*wanted, {});
    if ((few.kinds & ~few.listed_kinds) != 0) return;
    const bool all_refused =
        std::all_of(few.listed.begin(), few.listed.end(), [&](json::Value one) {
          return wanted->check(one) == schema::Fit::does_not_fit ||
                 !refusals_at(schema_, place, json_text(one)).empty() ||
                 !why_impossible(one, possible(place), cache_).empty();
        });
    if (all_refused)
      impossible(expected, place, "allows only values that the tool's schema does not");
  }

  // One good alternative is enough, as another may stand for a client's way of writing it; but of
  // an enum each alternative must be a value, for there it is a slip.
  void one_of(json::Value alternatives, const Place& place) {
    const bool of_enum = !schema::declared_at(schema_, place.pointer).enum_values.empty();
    bool some_is_good = false;
    std::vector<ArgumentFault> first, all;
    for (json::Value one : alternatives.elements()) {
      const std::vector<ArgumentFault> faults = faults_of(one, place);
      some_is_good = some_is_good || faults.empty();
      if (first.empty()) first = faults;
      all.insert(all.end(), faults.begin(), faults.end());
    }
    if (!of_enum && some_is_good) return;
    for (ArgumentFault& one : of_enum ? all : first) {
      fault(one.rule, std::move(one.text), std::move(one.mend));
    }
  }

  const std::string& tool_;
  const KnownSchema& known_;
  const schema::Schema& schema_;
  MatcherCache& cache_;
  std::vector<ArgumentFault> out_;
  std::size_t looked_ = 0;
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
  if (matcher_of(expected)) {
    check.value(expected, Place());
  } else {
    check.listed(expected, Place());
  }
  return check.take();
}

}  // namespace tare
