// What a parameter's text means, when the text alone does not say.
//
// `<parameter=n>42</parameter>` is a number or a string, and only the tool's schema knows which.
// The rule is the one that a careful server follows: a declared string is the text as it stands;
// another declared type is JSON, and the text where that fails; where nothing is declared, or more
// than one reading fits, the text stays a string and the parameter counts as untyped. The schema is
// read here for its types alone, since checking values is the work of another floor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "json/value.h"

namespace tare::formats {

// The JSON kinds that a parameter may have.
class KindSet {
 public:
  constexpr KindSet() = default;
  static constexpr KindSet all() { return KindSet(0x3f); }
  static constexpr KindSet of(json::Kind kind) {
    return KindSet(static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind)));
  }
  constexpr bool has(json::Kind kind) const { return (bits_ & of(kind).bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr KindSet operator|(KindSet o) const {
    return KindSet(static_cast<std::uint8_t>(bits_ | o.bits_));
  }
  constexpr KindSet operator&(KindSet o) const {
    return KindSet(static_cast<std::uint8_t>(bits_ & o.bits_));
  }
  constexpr KindSet without(json::Kind kind) const {
    return KindSet(static_cast<std::uint8_t>(bits_ & ~of(kind).bits_));
  }
  constexpr bool operator==(const KindSet&) const = default;

 private:
  explicit constexpr KindSet(std::uint8_t bits) : bits_(bits) {}
  std::uint8_t bits_ = 0;
};

// The parameters of one tool. Follows `properties`, `$ref` within the schema, allOf, anyOf and
// oneOf, `type`, `enum`, `const` and an `additionalProperties` schema, to a bounded depth.
class ParameterTypes {
 public:
  // `schema`: JSON text that outlives this; what is no JSON object declares nothing.
  explicit ParameterTypes(std::string_view schema);
  ParameterTypes(const ParameterTypes&) = delete;
  ParameterTypes& operator=(const ParameterTypes&) = delete;

  // KindSet::all() where nothing narrows it.
  KindSet of(std::string_view parameter);

 private:
  void collect_properties(json::Value schema, int depth);
  KindSet kinds_of(json::Value schema, int depth);
  json::Value target_of(json::Value reference);

  json::Document document_;
  std::unordered_map<std::string, json::Value> properties_;
  json::Value other_properties_;
  // Each place of the schema is looked at once, however many names and references lead there.
  std::unordered_set<std::uint32_t> collected_;
  std::unordered_map<std::uint32_t, KindSet> kinds_;
  std::unordered_map<std::string, json::Value> targets_;
};

// How a format's template prints true, false and null.
enum class Words : bool { json, python };

struct TypedValue {
  std::string json;
  bool untyped = false;
};

TypedValue typed_value(std::string_view text, KindSet kinds, Words words);

// The part of a value that was written before the text ended, as the first part of a JSON value.
std::string cut_value(std::string_view text, KindSet kinds);

}  // namespace tare::formats
