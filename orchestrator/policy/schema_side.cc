#include "policy/schema_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "json/decimal.h"
#include "json/equal.h"
#include "json/pointer.h"
#include "policy/schema_keywords.h"

namespace tare {
namespace {

constexpr std::array<std::pair<std::string_view, TypeSet>, 7> kTypes = {{{"null", kNullType},
                                                                         {"boolean", kBooleanType},
                                                                         {"integer", 4},
                                                                         {"number", kNumberType},
                                                                         {"string", kStringType},
                                                                         {"array", kArrayType},
                                                                         {"object", kObjectType}}};

std::optional<TypeSet> one_type(json::Value value) {
  if (!value.is_string()) return std::nullopt;
  for (const auto& [name, bits] : kTypes) {
    if (value.decoded_equals(name)) return bits;
  }
  return std::nullopt;
}

// Percent-decoded; what is not plain leads nowhere.
std::optional<std::string> pointer_of(const std::string& reference) {
  if (!reference.starts_with('#')) return std::nullopt;
  std::string out = reference.substr(1);
  if (out.find('%') != std::string::npos) return std::nullopt;
  if (!out.empty() && out[0] != '/') return std::nullopt;
  return out;
}

}  // namespace

SchemaSide::SchemaSide(json::Value root) : root_(root) {
  const json::Document& document = *root.document();
  const std::uint32_t end = document.nodes()[root.index()].next;
  for (std::uint32_t index = root.index() + 1; index < end && references_are_plain_; ++index) {
    const json::Value node(&document, index);
    if (!node.is_object()) continue;
    references_are_plain_ = !node.find("$id").valid() && !node.find("id").valid();
  }
  // An `id` may be an argument's name too: then references are not followed either, and a change is
  // called changed where it could have been told more of.
}

json::Value SchemaSide::target(json::Value reference) const {
  if (!references_are_plain_ || !reference.is_string()) return {};
  const auto pointer = pointer_of(reference.decoded());
  if (!pointer) return {};
  return pointer->empty() ? root_ : json::at_pointer(root_, *pointer);
}

json::Value SchemaSide::follow(json::Value v) const {
  for (int hops = 0; hops < 32; ++hops) {
    const json::Value reference = keyword_of(v, "$ref");
    if (!reference.valid()) return v;
    for (const json::Member member : v.members()) {
      const std::string name = member.name.decoded();
      if (name != "$ref" && !is_said_keyword(name) && !is_definitions_keyword(name)) return v;
    }
    const json::Value next = target(reference);
    if (!next.valid()) return v;
    v = next;
  }
  return v;
}

std::optional<TypeSet> type_set(json::Value value) {
  if (!value.valid()) return kAllTypes;
  if (!value.is_array()) return one_type(value);
  if (value.size() == 0) return std::nullopt;
  TypeSet out = 0;
  for (const json::Value element : value.elements()) {
    const auto bits = one_type(element);
    if (!bits) return std::nullopt;
    out |= *bits;
  }
  return out;
}

std::optional<Bound> bound_of(json::Value inclusive, json::Value exclusive, bool lower) {
  for (const json::Value each : {inclusive, exclusive}) {
    if (each.valid() && !each.is_number()) return std::nullopt;
  }
  Bound out;
  if (inclusive.valid()) out.number = inclusive.number_text();
  if (!exclusive.valid()) return out;
  const Bound strict{exclusive.number_text(), true};
  return out.number.empty() || bound_within(strict, out, lower) ? strict : out;
}

bool bound_within(const Bound& a, const Bound& b, bool lower) {
  if (b.number.empty()) return true;
  if (a.number.empty()) return false;
  const auto order = json::compare_numbers(a.number, b.number);
  if (order == std::partial_ordering::equivalent) return a.exclusive || !b.exclusive;
  return order == (lower ? std::partial_ordering::greater : std::partial_ordering::less);
}

std::string bound_text(const Bound& bound, bool lower) {
  if (bound.number.empty()) return "none";
  const std::string_view sign =
      lower ? (bound.exclusive ? "> " : ">= ") : (bound.exclusive ? "< " : "<= ");
  return fmt::format("{}{}", sign, bound.number);
}

std::optional<std::vector<std::string>> closed_values(json::Value list, json::Value constant,
                                                      bool& understood) {
  understood = !list.valid() || (list.is_array() && list.size() > 0);
  if (!list.valid() && !constant.valid()) return std::nullopt;
  std::vector<std::string> out;
  if (list.valid() && list.is_array()) {
    for (const json::Value element : list.elements()) out.push_back(json::canonical_text(element));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  if (!constant.valid()) return out;
  const std::string only = json::canonical_text(constant);
  const bool among = !list.valid() || std::binary_search(out.begin(), out.end(), only);
  out.clear();
  if (among) out.push_back(only);
  return out;
}

}  // namespace tare
