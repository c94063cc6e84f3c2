#include "policy/closed_set.h"

#include <string_view>
#include <utility>

#include "json/equal.h"
#include "json/reader.h"
#include "policy/schema_keywords.h"

namespace tare {
namespace {

constexpr std::size_t kMaxDepth = 16, kMaxValues = 20'000;

// What `type` alone can list.
const json::Document& small_types() {
  static const json::Document document = [] {
    json::Document out;
    (void)json::read_strict("[null,false,true]", out);
    return out;
  }();
  return document;
}

std::optional<TypeSet> small_type_set(json::Value schema) {
  const json::Value type = keyword_of(schema, "type");
  const auto set = type.valid() ? type_set(type) : std::nullopt;
  return set && (*set & ~(kNullType | kBooleanType)) == 0 ? set : std::nullopt;
}

bool names_its_values(json::Value schema) {
  return !keyword_of(schema, "$ref").valid() &&
         (keyword_of(schema, "enum").valid() || keyword_of(schema, "const").valid());
}

// The keyword that says which values there are. An enum or a const is the list, whatever stands
// beside it: that can only take values away. More than one of the others: too much for a list.
json::Value lister_of(json::Value schema, std::string_view& name) {
  json::Value out;
  for (const std::string_view each : {"enum", "const", "anyOf", "oneOf", "allOf", "$ref"}) {
    const json::Value value = keyword_of(schema, each);
    if (!value.valid()) continue;
    if (out.valid() && names_its_values(schema)) return out;
    if (out.valid()) return {};
    out = value;
    name = each;
  }
  return out;
}

// All values that may be let through, and perhaps more.
class Candidates {
 public:
  explicit Candidates(const SchemaSide& side) : side_(side) {}

  struct Entry {
    json::Value value;
    std::vector<json::Value> around;
  };
  std::map<std::string, Entry> values;
  bool listed = false;

  // False: there is no list.
  bool add(json::Value own) {
    const json::Value schema = side_.follow(own);
    if (schema.valid() && schema.is_boolean() && !schema.boolean()) return true;
    if (!schema.valid() || !schema.is_object() || around_.size() > 2 * kMaxDepth) return false;
    const bool all_beside = around_.empty() && names_its_values(schema);
    for (const json::Member member : schema.members()) {
      if (all_beside) break;  // told of as what it does to the list
      const std::string name = member.name.decoded();
      const bool told = is_plain_keyword(name) || is_said_keyword(name);
      // What is not known at the place itself is told of it; within a list it would go unsaid.
      const bool unknown = around_.empty() && !is_compared_keyword(name) &&
                           !is_branching_keyword(name) && name != "propertyNames";
      if (!told && !unknown && !is_definitions_keyword(name)) return false;
    }
    return by_lister(schema);
  }

 private:
  bool by_lister(json::Value schema) {
    std::string_view name;
    const json::Value lister = lister_of(schema, name);
    if (!lister.valid()) return name.empty() && by_type(schema);
    if (name == "const") return take(lister, true);
    if (name == "$ref") {
      const json::Value target = side_.target(lister);
      return target.valid() && within(target);
    }
    if (!lister.is_array() || lister.size() == 0) return false;
    if (name == "allOf" && lister.size() != 1) return false;
    for (const json::Value element : lister.elements()) {
      if (name == "enum" ? !take(element, true) : !within(element)) return false;
    }
    return true;
  }

  bool by_type(json::Value schema) {
    const auto types = small_type_set(schema);
    if (!types) return false;
    for (const json::Value value : small_types().root().elements()) {
      const TypeSet bit = value.is_null() ? kNullType : kBooleanType;
      if ((*types & bit) != 0 && !take(value, false)) return false;
    }
    return true;
  }

  bool within(json::Value own) {
    const std::size_t depth = around_.size();
    around_.push_back(own);
    const json::Value target = side_.follow(own);
    if (target.index() != own.index()) around_.push_back(target);
    const bool good = add(own);
    around_.resize(depth);
    return good;
  }

  bool take(json::Value value, bool from_list) {
    listed = listed || from_list;
    Entry& entry = values[json::canonical_text(value)];
    entry.value = value;
    entry.around.insert(entry.around.end(), around_.begin(), around_.end());
    return values.size() <= kMaxValues;
  }

  const SchemaSide& side_;
  std::vector<json::Value> around_;
};

}  // namespace

bool may_be_closed(json::Value place) {
  std::string_view name;
  return lister_of(place, name).valid() || (name.empty() && small_type_set(place));
}

std::optional<ClosedSet> closed_set(json::Value place, const SchemaSide& side, PlaceFit& fit) {
  if (!may_be_closed(place)) return std::nullopt;
  Candidates candidates(side);
  if (!candidates.add(place)) return std::nullopt;
  ClosedSet out;
  out.listed = candidates.listed;
  for (auto& [text, entry] : candidates.values) {
    const auto fits = fit.fits(entry.value);
    out.decided = out.decided && fits;
    if (!out.decided) break;
    if (*fits) out.values.emplace(text, std::move(entry.around));
  }
  return out;
}

}  // namespace tare
