// Which schema goes to which part of a value. Parts of one kind of value are gathered in one rule,
// so that an object's members are walked once, whatever many keywords speak of them.
#include "schema/applicators.h"

#include <algorithm>
#include <utility>

#include "schema/assertions.h"

namespace tare::schema {
namespace {

using json::Value;

bool is_schema(Value value) { return value.is_object() || value.is_boolean(); }

class ApplicatorCompiler {
 public:
  ApplicatorCompiler(const Words& words, const NodeOf& node_of, Node& node, Program& program,
                     Notes& notes)
      : words_(words), node_of_(node_of), node_(node), program_(program), notes_(notes) {}

  void array();
  void object();
  void combinators();
  NodeId schema(Keyword keyword);

 private:
  std::vector<NodeId> list(Keyword keyword);
  void items(ArrayRule& rule);
  void required(ObjectRule& rule);
  void properties(ObjectRule& rule);
  void pattern_properties(ObjectRule& rule);
  void dependent_schemas(Keyword keyword, ObjectRule& rule);
  void dependent_required(Keyword keyword, ObjectRule& rule);
  void combine(Keyword keyword);
  Index slot(Value name, ObjectRule& rule) const {
    const Index out = rule.names.add(name.decoded());
    if (out >= rule.properties.size()) rule.properties.resize(out + 1, kNone);
    return out;
  }
  // The members of a keyword that is a map, of a name repeated the last.
  std::vector<json::Member> map(Keyword keyword);

  const Words& words_;
  const NodeOf& node_of_;
  Node& node_;
  Program& program_;
  Notes& notes_;
};

NodeId ApplicatorCompiler::schema(Keyword keyword) {
  const Value value = words_[keyword];
  if (!value.valid()) return kNone;
  if (is_schema(value)) return node_of_(value);
  notes_.ignored(value, keyword, "is no schema");
  return kNone;
}

std::vector<NodeId> ApplicatorCompiler::list(Keyword keyword) {
  std::vector<NodeId> out;
  const Value value = words_[keyword];
  if (!value.valid()) return out;
  if (!value.is_array()) {
    notes_.ignored(value, keyword, "is no list of schemas");
    return out;
  }
  for (const Value one : value.elements()) {
    if (is_schema(one)) {
      out.push_back(node_of_(one));
    } else {
      notes_.ignored(one, keyword, "has an element that is no schema");
      out.push_back(kNone);
    }
  }
  return out;
}

std::vector<json::Member> ApplicatorCompiler::map(Keyword keyword) {
  std::vector<json::Member> out;
  const Value value = words_[keyword];
  if (!value.valid()) return out;
  if (!value.is_object()) {
    notes_.ignored(value, keyword, "is no object");
    return out;
  }
  for (const json::Member member : value.members()) out.push_back(member);
  return out;
}

void ApplicatorCompiler::items(ArrayRule& rule) {
  const Value items = words_[Keyword::items];
  if (items.valid() && items.is_array()) {
    rule.prefix_word = Keyword::items;
    rule.prefix = list(Keyword::items);
    rule.rest_word = Keyword::additional_items;
    rule.rest = schema(Keyword::additional_items);
    return;
  }
  rule.prefix = list(Keyword::prefix_items);
  rule.rest = schema(Keyword::items);
}

void ApplicatorCompiler::array() {
  ArrayRule rule;
  compile_range(words_, Keyword::min_items, Keyword::max_items, rule.size, notes_);
  items(rule);
  if (const Value unique = words_[Keyword::unique_items]; unique.valid()) {
    if (unique.is_boolean()) {
      rule.unique = unique.boolean();
    } else {
      notes_.ignored(unique, Keyword::unique_items, "is neither true nor false");
    }
  }
  rule.contains = schema(Keyword::contains);
  compile_range(words_, Keyword::min_contains, Keyword::max_contains, rule.contained, notes_);
  rule.contains_evaluates = words_.dialect().draft == Draft::draft2020_12;
  const CountRange any;
  if (rule.size.min == any.min && rule.size.max == any.max && !rule.unique && rule.prefix.empty() &&
      rule.rest == kNone && rule.contains == kNone) {
    return;
  }
  program_.arrays.push_back(std::move(rule));
  node_.array = static_cast<Index>(program_.arrays.size() - 1);
}

void ApplicatorCompiler::required(ObjectRule& rule) {
  const Value list = words_[Keyword::required];
  if (!list.valid()) return;
  if (!list.is_array()) return notes_.ignored(list, Keyword::required, "is no list of names");
  for (const Value name : list.elements()) {
    if (name.is_string()) {
      rule.required.push_back(slot(name, rule));
    } else {
      notes_.ignored(name, Keyword::required, "has an element that is no name");
    }
  }
}

void ApplicatorCompiler::properties(ObjectRule& rule) {
  for (const json::Member member : map(Keyword::properties)) {
    if (!is_schema(member.value)) {
      notes_.ignored(member.value, Keyword::properties, "has a member that is no schema");
      continue;
    }
    // Not in one expression: the node may come first, and slot() makes room.
    const NodeId node = node_of_(member.value);
    rule.properties[slot(member.name, rule)] = node;
  }
  const Value properties = words_[Keyword::properties];
  rule.lists_properties = properties.valid() && properties.is_object();
}

void ApplicatorCompiler::pattern_properties(ObjectRule& rule) {
  for (const json::Member member : map(Keyword::pattern_properties)) {
    if (!is_schema(member.value)) {
      notes_.ignored(member.value, Keyword::pattern_properties, "has a member that is no schema");
      continue;
    }
    const Index pattern = compile_pattern(member.name.decoded(), member.value,
                                          Keyword::pattern_properties, program_, notes_);
    rule.patterns.push_back({pattern, node_of_(member.value)});
  }
}

void ApplicatorCompiler::dependent_schemas(Keyword keyword, ObjectRule& rule) {
  for (const json::Member member : map(keyword)) {
    if (is_schema(member.value)) {
      rule.brings.push_back({keyword, slot(member.name, rule), node_of_(member.value)});
    } else if (keyword == Keyword::dependent_schemas || !member.value.is_array()) {
      notes_.ignored(member.value, keyword, "has a member that is no schema");
    }
  }
}

void ApplicatorCompiler::dependent_required(Keyword keyword, ObjectRule& rule) {
  for (const json::Member member : map(keyword)) {
    if (!member.value.is_array()) {
      if (keyword == Keyword::dependent_required) {
        notes_.ignored(member.value, keyword, "has a member that is no list of names");
      }
      continue;
    }
    ObjectRule::Needs needs{keyword, slot(member.name, rule), {}};
    for (const Value name : member.value.elements()) {
      if (name.is_string()) needs.others.push_back(slot(name, rule));
    }
    rule.needs.push_back(std::move(needs));
  }
}

void ApplicatorCompiler::object() {
  ObjectRule rule;
  compile_range(words_, Keyword::min_properties, Keyword::max_properties, rule.size, notes_);
  properties(rule);
  required(rule);
  pattern_properties(rule);
  dependent_schemas(Keyword::dependent_schemas, rule);
  dependent_required(Keyword::dependent_required, rule);
  if (words_.has(Keyword::dependencies)) {
    dependent_schemas(Keyword::dependencies, rule);
    dependent_required(Keyword::dependencies, rule);
  }
  rule.additional = schema(Keyword::additional_properties);
  rule.property_names = schema(Keyword::property_names);
  const CountRange any;
  if (rule.size.min == any.min && rule.size.max == any.max && rule.names.size() == 0 &&
      rule.patterns.empty() && rule.additional == kNone && rule.property_names == kNone &&
      !rule.lists_properties) {
    return;
  }
  program_.objects.push_back(std::move(rule));
  node_.object = static_cast<Index>(program_.objects.size() - 1);
}

void ApplicatorCompiler::combine(Keyword keyword) {
  std::vector<NodeId> nodes = list(keyword);
  nodes.erase(std::remove(nodes.begin(), nodes.end(), kNone), nodes.end());
  if (!nodes.empty()) node_.combinators.push_back({keyword, std::move(nodes)});
}

void ApplicatorCompiler::combinators() {
  combine(Keyword::all_of);
  combine(Keyword::any_of);
  combine(Keyword::one_of);
  if (const NodeId node = schema(Keyword::negation); node != kNone) {
    node_.combinators.push_back({Keyword::negation, {node}});
  }
  const NodeId condition = schema(Keyword::condition);
  if (condition == kNone) return;
  node_.combinators.push_back(
      {Keyword::condition,
       {condition, schema(Keyword::then_branch), schema(Keyword::else_branch)}});
}

}  // namespace

void compile_applicators(const Words& words, const NodeOf& node_of, Node& node, Program& program,
                         Notes& notes) {
  ApplicatorCompiler compiler(words, node_of, node, program, notes);
  compiler.object();
  compiler.array();
  compiler.combinators();
  node.unevaluated_items = compiler.schema(Keyword::unevaluated_items);
  node.unevaluated_properties = compiler.schema(Keyword::unevaluated_properties);
}

}  // namespace tare::schema
