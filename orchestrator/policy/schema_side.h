// One of the two schemas that are compared: its keywords by name, and where its references lead.
// Not for use from outside.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace tare {

// References are followed only where their target is certain: within one document, by pointer. A
// nested `$id` moves what "#" means, so with one of those no reference is followed at all.
class SchemaSide {
 public:
  explicit SchemaSide(json::Value root);

  // Invalid where it leads elsewhere or nowhere.
  json::Value target(json::Value reference) const;
  // What a schema stands for that is nothing but a reference; any other stands for itself.
  json::Value follow(json::Value v) const;
  bool follows_references() const { return references_are_plain_; }
  json::Value root() const { return root_; }

 private:
  json::Value root_;
  bool references_are_plain_ = true;
};

// Types as bits, so that sets compare by `&`; `number` holds `integer`.
using TypeSet = unsigned;
inline constexpr TypeSet kNullType = 1, kBooleanType = 2, kNumberType = 12, kStringType = 16,
                         kArrayType = 32, kObjectType = 64, kAllTypes = 0x7f;
// nullopt: not a type or a list of types.
std::optional<TypeSet> type_set(json::Value value);

// A bound in one direction, of all the keywords that set one.
struct Bound {
  std::string_view number;  // its text; "": none
  bool exclusive = false;
};
// The tighter of `minimum` and `exclusiveMinimum` (or of the two for maximum). nullopt: one of
// them is not a number.
std::optional<Bound> bound_of(json::Value inclusive, json::Value exclusive, bool lower);
// Is what `a` lets through all let through by `b`?
bool bound_within(const Bound& a, const Bound& b, bool lower);
std::string bound_text(const Bound& bound, bool lower);

// The values of `enum` and `const`, as canonical texts, sorted; nullopt: neither is there.
// `understood` is set to false where `enum` is no list.
std::optional<std::vector<std::string>> closed_values(json::Value list, json::Value constant,
                                                      bool& understood);

}  // namespace tare
