// What a schema declares at one place, found by walking both side by side.
//
// At each step a set of subschemas stands for the place: the one that was reached, and all that it
// applies to the same value ($ref, allOf, anyOf, oneOf, if/then/else, dependentSchemas). The next
// step of the pointer leads from each of them to what it says of that member. The set is bounded
// and each subschema is in it once, so a schema that refers to itself ends.
#include "schema/declared.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "json/decimal.h"
#include "json/pointer.h"
#include "schema/navigator.h"

namespace tare::schema {
namespace {

using json::Kind;
using json::Value;

constexpr std::size_t kMaxSubschemas = 1024;
constexpr std::size_t kMaxValues = 4096;

class Places {
 public:
  explicit Places(const Program* program) : program_(program) {}

  // True where it was not known, or not as declared.
  bool add(NodeId id, bool declared);
  // Adds what the subschemas apply to the same value.
  void close();
  Places member(std::string_view name) const;
  // The same, however they were reached.
  Places as_declared() &&;
  Places next(const std::string& step) const;

  // `declared`: it was reached by names that are declared.
  template <class Visit>
  void each(const Visit& visit) const {
    for (const auto& [id, declared] : all_) visit(program_->nodes[id], declared);
  }

 private:
  void step_to_member(const Node& node, bool declared, std::string_view name, Places& out) const;
  void step_to_item(const Node& node, bool declared, std::size_t index, Places& out) const;

  const Program* program_;
  std::vector<std::pair<NodeId, bool>> all_;
  std::unordered_map<NodeId, std::size_t> where_;
};

bool Places::add(NodeId id, bool declared) {
  if (id == kNone || program_->nodes[id].never) return false;
  const auto at = where_.find(id);
  if (at == where_.end()) {
    if (all_.size() >= kMaxSubschemas) return false;
    where_.emplace(id, all_.size());
    all_.emplace_back(id, declared);
    return true;
  }
  bool& known = all_[at->second].second;
  const bool is_news = declared && !known;
  known = known || declared;
  return is_news;
}

void Places::close() {
  std::vector<NodeId> open;
  for (const auto& [id, declared] : all_) open.push_back(id);
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    const bool declared = all_[where_[id]].second;
    const auto reach = [&](NodeId below) {
      if (add(below, declared)) open.push_back(below);
    };
    const Node& node = program_->nodes[id];
    for (const Combinator& combinator : node.combinators) {
      if (combinator.keyword == Keyword::negation) continue;
      for (const NodeId below : combinator.nodes) reach(below);
    }
    if (node.object == kNone) continue;
    for (const auto& brings : program_->objects[node.object].brings) reach(brings.node);
  }
}

void Places::step_to_member(const Node& node, bool declared, std::string_view name,
                            Places& out) const {
  bool named = false;
  if (node.object != kNone) {
    const ObjectRule& rule = program_->objects[node.object];
    const Index slot = rule.names.find(name, 0);
    if (slot != kNone && rule.properties[slot] != kNone) {
      named = true;
      out.add(rule.properties[slot], declared);
    }
    for (const ObjectRule::Matching& matching : rule.patterns) {
      if (program_->patterns[matching.pattern].match(name) != Match::yes) continue;
      named = true;
      out.add(matching.node, declared);
    }
    if (!named) out.add(rule.additional, false);
  }
  if (!named) out.add(node.unevaluated_properties, false);
}

void Places::step_to_item(const Node& node, bool declared, std::size_t index, Places& out) const {
  if (node.array != kNone) {
    const ArrayRule& rule = program_->arrays[node.array];
    out.add(index < rule.prefix.size() ? rule.prefix[index] : rule.rest, declared);
  }
  out.add(node.unevaluated_items, false);
}

std::optional<std::size_t> index_of(std::string_view step) {
  if (step.empty() || step.size() > 10 || (step.size() > 1 && step[0] == '0')) return std::nullopt;
  std::size_t index = 0;
  for (const char c : step) {
    if (c < '0' || c > '9') return std::nullopt;
    index = index * 10 + static_cast<std::size_t>(c - '0');
  }
  return index;
}

Places Places::member(std::string_view name) const {
  Places out(program_);
  for (const auto& [id, declared] : all_) step_to_member(program_->nodes[id], declared, name, out);
  return out;
}

Places Places::as_declared() && {
  for (auto& [id, declared] : all_) declared = true;
  return std::move(*this);
}

Places Places::next(const std::string& step) const {
  Places out = member(step);
  if (const std::optional<std::size_t> index = index_of(step)) {
    for (const auto& [id, declared] : all_) {
      step_to_item(program_->nodes[id], declared, *index, out);
    }
  }
  out.close();
  return out;
}

Places places_at(const Schema& schema, std::string_view pointer) {
  Places here(&Navigator::program(schema));
  here.add(0, true);
  here.close();
  while (!pointer.empty() && pointer[0] == '/') {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    here = here.next(json::unescape_step(step));
  }
  return here;
}

class Summary {
 public:
  explicit Summary(const Program& program) : program_(program) {}
  void add(const Node& node, bool declared);
  Declared take();

 private:
  void allow(Kind kind, bool as_integer);
  // What is said of members that are not named: true or a schema welcomes them, false does not.
  void add_others(NodeId others) {
    if (others == kNone) return;
    (program_.nodes[others].never ? out_.closes_others : out_.welcomes_others) = true;
  }
  void add_value(Value value) {
    if (out_.enum_values.size() < kMaxValues) out_.enum_values.push_back(value);
  }

  const Program& program_;
  Declared out_;
  bool number_ = false;  // beyond integers
};

void Summary::allow(Kind kind, bool as_integer) {
  if (std::find(out_.types.begin(), out_.types.end(), kind) == out_.types.end()) {
    out_.types.push_back(kind);
  }
  if (kind == Kind::number && !as_integer) number_ = true;
}

void Summary::add(const Node& node, bool declared) {
  out_.declared = out_.declared || declared;
  if (node.object != kNone && program_.objects[node.object].lists_properties) {
    out_.lists_properties = true;
  }
  if (node.object != kNone) add_others(program_.objects[node.object].additional);
  add_others(node.unevaluated_properties);
  if (node.array != kNone) {
    out_.prefix_items = std::max(out_.prefix_items, program_.arrays[node.array].prefix.size());
  }
  if (!node.schema.is_object()) return;
  const std::size_t values_before = out_.enum_values.size();
  if (node.enumeration != kNone) {
    for (const Value one : node.schema.find("enum").elements()) add_value(one);
  }
  if (node.constant != kNone) add_value(node.schema.find("const"));
  if (const Value value = node.schema.find("default"); value.valid()) {
    out_.defaults.push_back(value);
  }
  if (!node.any_type) {
    for (const Kind kind :
         {Kind::null, Kind::boolean, Kind::number, Kind::string, Kind::array, Kind::object}) {
      if ((node.types & 1u << static_cast<unsigned>(kind)) != 0) allow(kind, node.integers);
    }
    return;
  }
  for (std::size_t i = values_before; i < out_.enum_values.size(); ++i) {
    const Value one = out_.enum_values[i];
    allow(one.kind(), one.is_number() && json::is_whole(one.number_text()));
  }
}

Declared Summary::take() {
  out_.any_type = out_.types.empty();
  out_.integer_only =
      !number_ && std::find(out_.types.begin(), out_.types.end(), Kind::number) != out_.types.end();
  return std::move(out_);
}

}  // namespace

bool Declared::allows(Kind kind) const {
  return any_type || std::find(types.begin(), types.end(), kind) != types.end();
}

Declared declared_at(const Schema& schema, std::string_view pointer) {
  Summary summary(Navigator::program(schema));
  places_at(schema, pointer).each([&summary](const Node& node, bool declared) {
    summary.add(node, declared);
  });
  return summary.take();
}

bool names_member(const Schema& schema, std::string_view pointer, std::string_view member) {
  bool named = false;
  places_at(schema, pointer)
      .as_declared()
      .member(member)
      .each([&named](const Node&, bool declared) { named = named || declared; });
  return named;
}

}  // namespace tare::schema
