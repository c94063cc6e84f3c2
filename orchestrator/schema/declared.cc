// What a schema declares at one place, found by walking both side by side.
//
// At each step a set of subschemas stands for the place: the one that was reached, and all that it
// applies to the same value ($ref, allOf, anyOf, oneOf, if/then/else, dependentSchemas). The next
// step of the pointer leads from each of them to what it says of that member. The set is bounded
// and each subschema is in it once, so a schema that refers to itself ends.
#include "schema/declared.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>

#include "json/decimal.h"
#include "json/pointer.h"

namespace tare::schema {
namespace {

using json::Kind;
using json::Value;

constexpr std::size_t kMaxSubschemas = 1024;

// A subschema that speaks of the place, and whether it was reached by names that are declared.
struct Place {
  Value schema;
  bool declared;
};

class Places {
 public:
  explicit Places(Value root) : root_(root) {}

  void add(Value schema, bool declared) {
    if (!schema.valid() || all_.size() >= kMaxSubschemas) return;
    if (!schema.is_object() && !(schema.is_boolean() && schema.boolean())) return;
    for (Place& known : all_) {
      if (known.schema.index() != schema.index()) continue;
      known.declared = known.declared || declared;
      return;
    }
    all_.push_back({schema, declared});
  }

  // Adds what the subschemas apply to the same value.
  void close() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Place place = all_[i];
      for (const std::string_view word : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        const Value target = place.schema.find(word);
        if (!target.valid() || !target.is_string()) continue;
        const std::string to = target.decoded();
        if (to.starts_with('#')) {
          add(json::at_pointer(root_, std::string_view(to).substr(1)), place.declared);
        }
      }
      for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
        const Value list = place.schema.find(word);
        if (!list.valid() || !list.is_array()) continue;
        for (const Value one : list.elements()) add(one, place.declared);
      }
      for (const std::string_view word : {"if", "then", "else"}) {
        add(place.schema.find(word), place.declared);
      }
      for (const std::string_view word : {"dependentSchemas", "dependencies"}) {
        const Value map = place.schema.find(word);
        if (!map.valid() || !map.is_object()) continue;
        for (const json::Member member : map.members()) add(member.value, place.declared);
      }
    }
  }

  const std::vector<Place>& all() const { return all_; }
  Places next(const std::string& step) const;
  Places member(const std::string& name) const {
    Places out(root_);
    for (const Place& place : all_) step_to_member(place, name, out);
    return out;
  }

 private:
  void step_to_member(const Place& place, const std::string& name, Places& out) const;
  void step_to_item(const Place& place, std::size_t index, Places& out) const;

  Value root_;
  std::vector<Place> all_;
};

bool matches(const std::string& pattern, const std::string& text) {
  const RE2 compiled(pattern, RE2::Quiet);
  return compiled.ok() && RE2::PartialMatch(text, compiled);
}

void Places::step_to_member(const Place& place, const std::string& name, Places& out) const {
  bool named = false;
  if (const Value properties = place.schema.find("properties"); properties.valid()) {
    const Value member = properties.find(name);
    named = member.valid();
    out.add(member, place.declared);
  }
  if (const Value patterns = place.schema.find("patternProperties");
      patterns.valid() && patterns.is_object()) {
    for (const json::Member pattern : patterns.members()) {
      if (!matches(pattern.name.decoded(), name)) continue;
      named = true;
      out.add(pattern.value, place.declared);
    }
  }
  if (named) return;
  for (const std::string_view word : {"additionalProperties", "unevaluatedProperties"}) {
    out.add(place.schema.find(word), false);
  }
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

void Places::step_to_item(const Place& place, std::size_t index, Places& out) const {
  const Value items = place.schema.find("items");
  const bool tuple = items.valid() && items.is_array();
  const Value prefix = tuple ? items : place.schema.find("prefixItems");
  if (prefix.valid() && prefix.is_array()) {
    std::size_t at = 0;
    for (const Value one : prefix.elements()) {
      if (at++ == index) return out.add(one, place.declared);
    }
  }
  out.add(tuple ? place.schema.find("additionalItems") : items, place.declared);
}

Places Places::next(const std::string& step) const {
  Places out(root_);
  const std::optional<std::size_t> index = index_of(step);
  for (const Place& place : all_) {
    step_to_member(place, step, out);
    if (index) step_to_item(place, *index, out);
  }
  out.close();
  return out;
}

Places places_at(Value root, std::string_view pointer) {
  Places here(root);
  here.add(root, true);
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
  void add(const Place& place);
  Declared take();

 private:
  void allow(Kind kind, bool as_integer);
  void allow_word(Value word);

  Declared out_;
  bool number_ = false;  // beyond integers
};

void Summary::allow(Kind kind, bool as_integer) {
  if (std::find(out_.types.begin(), out_.types.end(), kind) == out_.types.end()) {
    out_.types.push_back(kind);
  }
  if (kind == Kind::number && !as_integer) number_ = true;
}

void Summary::allow_word(Value word) {
  if (!word.is_string()) return;
  if (word.decoded_equals("integer")) return allow(Kind::number, true);
  for (const Kind kind :
       {Kind::null, Kind::boolean, Kind::number, Kind::string, Kind::array, Kind::object}) {
    if (word.decoded_equals(json::kind_name(kind))) allow(kind, false);
  }
}

void Summary::add(const Place& place) {
  out_.declared = out_.declared || place.declared;
  const Value schema = place.schema;
  const Value properties = schema.find("properties");
  if (properties.valid() && properties.is_object()) out_.lists_properties = true;
  const std::size_t values_before = out_.enum_values.size();
  if (const Value list = schema.find("enum"); list.valid() && list.is_array()) {
    for (const Value one : list.elements()) out_.enum_values.push_back(one);
  }
  if (const Value one = schema.find("const"); one.valid()) out_.enum_values.push_back(one);
  if (const Value value = schema.find("default"); value.valid()) out_.defaults.push_back(value);
  const Value type = schema.find("type");
  if (type.valid() && type.is_array()) {
    for (const Value word : type.elements()) allow_word(word);
  } else if (type.valid()) {
    allow_word(type);
  } else {
    for (std::size_t i = values_before; i < out_.enum_values.size(); ++i) {
      const Value one = out_.enum_values[i];
      allow(one.kind(), one.is_number() && json::is_whole(one.number_text()));
    }
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
  Summary summary;
  const Places places = places_at(schema.root(), pointer);
  for (const Place& place : places.all()) summary.add(place);
  return summary.take();
}

bool names_member(const Schema& schema, std::string_view pointer, std::string_view member) {
  const Places object = places_at(schema.root(), pointer);
  const Places named = object.member(std::string(member));
  return std::any_of(named.all().begin(), named.all().end(),
                     [](const Place& place) { return place.declared; });
}

}  // namespace tare::schema
