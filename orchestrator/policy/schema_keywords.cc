#include "policy/schema_keywords.h"

#include <algorithm>
#include <array>

namespace tare {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 11> kSaid = {
    "description", "title",     "default",  "examples",        "example",         "deprecated",
    "readOnly",    "writeOnly", "$comment", "contentEncoding", "contentMediaType"};
constexpr std::array<std::string_view, 2> kDefinitions = {"$defs", "definitions"};
constexpr std::array<std::string_view, 4> kNested = {"$ref", "allOf", "anyOf", "oneOf"};
constexpr std::array<std::string_view, 4> kConditions = {"not", "if", "then", "else"};
constexpr std::array<std::string_view, 5> kOfAnyType = {"type", "enum", "const", "format",
                                                        "$schema"};
constexpr std::array<TypedKeyword, 20> kTyped = {{{"minimum", kNumberType},
                                                  {"exclusiveMinimum", kNumberType},
                                                  {"maximum", kNumberType},
                                                  {"exclusiveMaximum", kNumberType},
                                                  {"multipleOf", kNumberType},
                                                  {"minLength", kStringType},
                                                  {"maxLength", kStringType},
                                                  {"pattern", kStringType},
                                                  {"minItems", kArrayType},
                                                  {"maxItems", kArrayType},
                                                  {"uniqueItems", kArrayType},
                                                  {"items", kArrayType},
                                                  {"prefixItems", kArrayType},
                                                  {"minProperties", kObjectType},
                                                  {"maxProperties", kObjectType},
                                                  {"required", kObjectType},
                                                  {"properties", kObjectType},
                                                  {"patternProperties", kObjectType},
                                                  {"additionalProperties", kObjectType},
                                                  {"propertyNames", kObjectType}}};

bool among(Names names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const TypedKeyword* typed(std::string_view name) {
  const auto* found = std::find_if(kTyped.begin(), kTyped.end(),
                                   [name](const TypedKeyword& one) { return one.name == name; });
  return found == kTyped.end() ? nullptr : found;
}

}  // namespace

std::span<const std::string_view> said_keywords() { return kSaid; }

std::span<const TypedKeyword> typed_keywords() { return kTyped; }

bool is_said_keyword(std::string_view name) { return among(kSaid, name); }

bool is_definitions_keyword(std::string_view name) { return among(kDefinitions, name); }

bool is_compared_keyword(std::string_view name) {
  if (typed(name) != nullptr || among(kOfAnyType, name)) return true;
  return among(kNested, name) && name != "oneOf";
}

bool is_plain_keyword(std::string_view name) {
  if (among(kOfAnyType, name) || among(kNested, name)) return true;
  const TypedKeyword* one = typed(name);
  return one != nullptr && (one->types & (kNumberType | kStringType)) != 0;
}

bool is_branching_keyword(std::string_view name) {
  return among(kNested, name) || among(kConditions, name);
}

json::Value keyword_of(json::Value schema, std::string_view name) {
  return schema.valid() && schema.is_object() ? schema.find(name) : json::Value();
}

bool holds_reference(json::Value v) {
  if (!v.valid()) return false;
  const auto& nodes = v.document()->nodes();
  for (std::uint32_t i = v.index(); i < nodes[v.index()].next; ++i) {
    const json::Value node(v.document(), i);
    if (!node.is_string()) continue;
    for (const std::string_view name : {"$ref", "$dynamicRef", "$recursiveRef"}) {
      if (node.decoded_equals(name)) return true;
    }
  }
  return false;
}

}  // namespace tare
