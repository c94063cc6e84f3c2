// Arrays and objects: what their parts must be.
#include <algorithm>

#include "json/decimal.h"
#include "json/equal.h"
#include "schema/evaluator.h"

namespace tare::schema {
namespace {

using json::Value;

// Up to here comparing each with each is faster than sorting.
constexpr std::size_t kFewItems = 8;

bool same_scalar(Value a, Value b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case json::Kind::null:
      return true;
    case json::Kind::boolean:
      return a.boolean() == b.boolean();
    case json::Kind::number:
      return json::same_number(a.number_text(), b.number_text());
    case json::Kind::string: {
      if (const auto plain = b.undecoded()) return a.decoded_equals(*plain);
      return a.decoded_equals(b.decoded());
    }
    case json::Kind::array:
    case json::Kind::object:
      break;
  }
  return json::equal_by_value(a, b);
}

}  // namespace

Fit Evaluator::by_kind(const Node& node, Value value, Marks* marks) {
  switch (value.kind()) {
    case json::Kind::null:
    case json::Kind::boolean:
      return Fit::fits;
    case json::Kind::number:
      return node.number == kNone ? Fit::fits : number(program_.numbers[node.number], value);
    case json::Kind::string:
      return node.string == kNone ? Fit::fits : string(program_.strings[node.string], value);
    case json::Kind::array:
      return node.array == kNone ? Fit::fits : array(program_.arrays[node.array], value, marks);
    case json::Kind::object:
      return node.object == kNone ? Fit::fits : object(program_.objects[node.object], value, marks);
  }
  return Fit::fits;
}

bool Evaluator::has_equal_items(Value value) {
  const auto elements = value.elements();
  bool scalars = true;
  for (const Value element : elements) {
    scalars = scalars && !element.is_array() && !element.is_object();
  }
  if (scalars && value.size() <= kFewItems) {
    for (auto a = elements.begin(); a != elements.end(); ++a) {
      for (auto b = a; ++b != elements.end();) {
        if (same_scalar(*a, *b)) return true;
      }
    }
    return false;
  }
  if (classes_.empty()) classes_ = json::value_classes(root_);
  std::vector<std::uint32_t> found;
  for (const Value element : elements) found.push_back(classes_[element.index() - root_.index()]);
  std::sort(found.begin(), found.end());
  return std::adjacent_find(found.begin(), found.end()) != found.end();
}

Fit Evaluator::array(const ArrayRule& rule, Value value, Marks* marks) {
  const std::size_t size = value.size();
  Fit fit = count(size, rule.size, Keyword::min_items, Keyword::max_items, "items");
  if (!settled(fit) && (!rule.prefix.empty() || rule.rest != kNone)) {
    fit = both(fit, items(rule, value, marks));
  }
  if (rule.unique && !settled(fit)) {
    if (!spend(size / 2)) return Fit::unknown;
    if (has_equal_items(value)) fit = fail(Keyword::unique_items, "has two equal items");
  }
  if (rule.contains != kNone && !settled(fit)) fit = both(fit, contains(rule, value, marks));
  return fit;
}

Fit Evaluator::items(const ArrayRule& rule, Value value, Marks* marks) {
  Fit fit = Fit::fits;
  std::size_t index = 0;
  for (const Value element : value.elements()) {
    const std::size_t at = index++;
    const bool in_prefix = at < rule.prefix.size();
    if (!in_prefix && rule.rest == kNone) break;
    const NodeId node = in_prefix ? rule.prefix[at] : rule.rest;
    if (marks != nullptr) (*marks)[at] = Mark::evaluated;
    if (node == kNone) continue;
    TrailStep step(trail_);
    step.value(at);
    if (in_prefix) {
      step.schema(rule.prefix_word, at);
    } else {
      step.schema(rule.rest_word);
    }
    fit = both(fit, evaluate(node, element, nullptr));
    if (settled(fit)) return fit;
  }
  return fit;
}

Fit Evaluator::contains(const ArrayRule& rule, Value value, Marks* marks) {
  std::size_t certain = 0;
  std::size_t possible = 0;
  std::size_t index = 0;
  for (const Value element : value.elements()) {
    const Fit fit = try_node(rule.contains, element, nullptr);
    certain += fit == Fit::fits ? 1 : 0;
    possible += fit != Fit::does_not_fit ? 1 : 0;
    if (marks != nullptr && rule.contains_evaluates && fit != Fit::does_not_fit) {
      Mark& mark = (*marks)[index];
      mark = std::max(mark, fit == Fit::fits ? Mark::evaluated : Mark::maybe);
    }
    ++index;
  }
  const CountRange& range = rule.contained;
  if (certain > range.max) return fail(Keyword::max_contains, "contains too many such items");
  if (possible < range.min) return fail(Keyword::contains, "contains too few such items");
  return certain >= range.min && possible <= range.max ? Fit::fits : Fit::unknown;
}

Fit Evaluator::object(const ObjectRule& rule, Value value, Marks* marks) {
  Fit fit =
      count(value.size(), rule.size, Keyword::min_properties, Keyword::max_properties, "members");
  Slots seen(rule.names.size());
  std::string decoded;
  std::size_t ordinal = 0;
  Index hint = 0;
  for (const json::Member one : value.members()) {
    if (settled(fit)) return fit;
    const auto plain = one.name.undecoded();
    if (!plain) decoded = one.name.decoded();
    const std::string_view name = plain ? *plain : std::string_view(decoded);
    const Index slot = rule.names.find(name, hint);
    if (slot != kNone) {
      seen.add(slot);
      hint = slot + 1;
    }
    Mark mark = Mark::none;
    fit = both(fit, member(rule, one, slot, name, mark));
    if (marks != nullptr) (*marks)[ordinal] = std::max((*marks)[ordinal], mark);
    ++ordinal;
  }
  if (settled(fit)) return fit;
  return both(fit, presence(rule, seen, value, marks));
}

Fit Evaluator::member(const ObjectRule& rule, json::Member one, Index slot, std::string_view name,
                      Mark& mark) {
  Fit fit = Fit::fits;
  if (!spend(1 + name.size() / 16)) return Fit::unknown;
  const auto check = [&](NodeId node, Keyword keyword, const auto&... steps) {
    TrailStep step(trail_);
    step.value(name);
    step.schema(keyword, steps...);
    return evaluate(node, one.value, nullptr);
  };
  if (slot != kNone && rule.properties[slot] != kNone) {
    mark = Mark::evaluated;
    fit = check(rule.properties[slot], Keyword::properties, name);
  }
  for (const ObjectRule::Matching& matching : rule.patterns) {
    if (settled(fit)) return fit;
    const Pattern& pattern = program_.patterns[matching.pattern];
    const Match match = spend(pattern.cost(name)) ? pattern.match(name) : Match::unknown;
    if (match == Match::no) continue;
    if (match == Match::yes) {
      mark = Mark::evaluated;
      fit = both(fit, check(matching.node, Keyword::pattern_properties, pattern.source()));
    } else {
      mark = std::max(mark, Mark::maybe);
      // Only what would fail anyway is of consequence.
      if (try_node(matching.node, one.value, nullptr) != Fit::fits) fit = both(fit, Fit::unknown);
    }
  }
  if (rule.additional != kNone && mark != Mark::evaluated && !settled(fit)) {
    if (mark == Mark::none) {
      fit = both(fit, check(rule.additional, Keyword::additional_properties));
    } else if (try_node(rule.additional, one.value, nullptr) != Fit::fits) {
      fit = both(fit, Fit::unknown);
    }
    mark = Mark::evaluated;
  }
  if (rule.property_names != kNone && !settled(fit)) {
    const Fit named = try_node(rule.property_names, one.name, nullptr);
    fit = both(fit, named);
    if (named == Fit::does_not_fit) {
      TrailStep step(trail_);
      step.value(name);
      fail(Keyword::property_names, "has a name that does not fit");
    }
  }
  return fit;
}

Fit Evaluator::presence(const ObjectRule& rule, const Slots& seen, Value value, Marks* marks) {
  Fit fit = Fit::fits;
  const auto require = [&](Index slot, Keyword keyword) {
    if (seen.has(slot) || settled(fit)) return;
    fit = fail(keyword, trail_ == nullptr ? std::string()
                                          : "has no member \"" + rule.names.name(slot) + "\"");
  };
  if (!spend(rule.required.size() / 16)) return Fit::unknown;
  for (const Index slot : rule.required) require(slot, Keyword::required);
  for (const ObjectRule::Needs& needs : rule.needs) {
    if (!seen.has(needs.slot)) continue;
    if (!spend(needs.others.size() / 16)) return Fit::unknown;
    for (const Index other : needs.others) require(other, needs.word);
  }
  for (const ObjectRule::Brings& brings : rule.brings) {
    if (!seen.has(brings.slot) || settled(fit)) continue;
    TrailStep step(trail_);
    step.schema(brings.word, rule.names.name(brings.slot));
    fit = both(fit, evaluate(brings.node, value, marks));
  }
  return fit;
}

Fit Evaluator::unevaluated(const Node& node, Value value, Marks& marks) {
  Fit fit = Fit::fits;
  std::size_t ordinal = 0;
  const auto check = [&](Value child, Keyword keyword, NodeId rest, const auto& step_name) {
    Mark& mark = marks[ordinal++];
    if (mark == Mark::evaluated) return;
    if (mark == Mark::maybe) {
      if (try_node(rest, child, nullptr) != Fit::fits) fit = both(fit, Fit::unknown);
    } else {
      TrailStep step(trail_);
      step.value(step_name);
      step.schema(keyword);
      fit = both(fit, evaluate(rest, child, nullptr));
    }
    mark = Mark::evaluated;
  };
  if (value.is_array()) {
    for (const Value element : value.elements()) {
      if (settled(fit)) return fit;
      check(element, Keyword::unevaluated_items, node.unevaluated_items, ordinal);
    }
    return fit;
  }
  for (const json::Member member : value.members()) {
    if (settled(fit)) return fit;
    if (trail_ == nullptr) {
      check(member.value, Keyword::unevaluated_properties, node.unevaluated_properties, "");
    } else {
      check(member.value, Keyword::unevaluated_properties, node.unevaluated_properties,
            member.name.decoded());
    }
  }
  return fit;
}

}  // namespace tare::schema
