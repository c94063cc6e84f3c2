// The table of words, sorted by name for the look-up.
#include "schema/keyword.h"

#include <algorithm>
#include <array>

namespace tare::schema {
namespace {

constexpr std::uint8_t bit(Draft draft) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(draft));
}
constexpr std::uint8_t k4 = bit(Draft::draft4);
constexpr std::uint8_t k2019 = bit(Draft::draft2019_09);
constexpr std::uint8_t k2020 = bit(Draft::draft2020_12);
constexpr std::uint8_t kFrom2019 = k2019 | k2020;
constexpr std::uint8_t kFrom7 = bit(Draft::draft7) | kFrom2019;
constexpr std::uint8_t kFrom6 = bit(Draft::draft6) | kFrom7;
constexpr std::uint8_t kAll = k4 | kFrom6;
constexpr std::uint8_t kUndeclared = 128;

using enum Vocabulary;

// Lists in `items`, and booleans in `exclusiveMinimum`, are told by their values: no draft that
// lacks the one form could mean something else by it.
constexpr std::array<KeywordInfo, kKeywords> kTable = {{
    {"$anchor", Keyword::anchor, Holds::nothing, core, kFrom2019},
    {"$defs", Keyword::defs, Holds::map, core, kAll},
    {"$dynamicAnchor", Keyword::dynamic_anchor, Holds::nothing, core, k2020},
    {"$dynamicRef", Keyword::dynamic_ref, Holds::nothing, core, k2020},
    {"$id", Keyword::id, Holds::nothing, core, kFrom6},
    {"$recursiveAnchor", Keyword::recursive_anchor, Holds::nothing, core, k2019 | kUndeclared},
    {"$recursiveRef", Keyword::recursive_ref, Holds::nothing, core, k2019 | kUndeclared},
    {"$ref", Keyword::ref, Holds::nothing, core, kAll},
    {"$schema", Keyword::schema, Holds::nothing, core, kAll},
    {"additionalItems", Keyword::additional_items, Holds::schema, applicator, kAll},
    {"additionalProperties", Keyword::additional_properties, Holds::schema, applicator, kAll},
    {"allOf", Keyword::all_of, Holds::list, applicator, kAll},
    {"anyOf", Keyword::any_of, Holds::list, applicator, kAll},
    {"const", Keyword::constant, Holds::nothing, validation, kFrom6},
    {"contains", Keyword::contains, Holds::schema, applicator, kFrom6},
    {"contentSchema", Keyword::content_schema, Holds::schema, other, kFrom2019},
    {"definitions", Keyword::definitions, Holds::map, core, kAll},
    {"dependencies", Keyword::dependencies, Holds::map_or_names, applicator, kAll},
    {"dependentRequired", Keyword::dependent_required, Holds::nothing, validation, kFrom2019},
    {"dependentSchemas", Keyword::dependent_schemas, Holds::map, applicator, kFrom2019},
    {"else", Keyword::else_branch, Holds::schema, applicator, kFrom7},
    {"enum", Keyword::enumeration, Holds::nothing, validation, kAll},
    {"exclusiveMaximum", Keyword::exclusive_maximum, Holds::nothing, validation, kAll},
    {"exclusiveMinimum", Keyword::exclusive_minimum, Holds::nothing, validation, kAll},
    {"format", Keyword::format, Holds::nothing, format, kAll},
    {"id", Keyword::id4, Holds::nothing, core, k4},
    {"if", Keyword::condition, Holds::schema, applicator, kFrom7},
    {"items", Keyword::items, Holds::schema_or_list, applicator, kAll},
    {"maxContains", Keyword::max_contains, Holds::nothing, validation, kFrom2019},
    {"maxItems", Keyword::max_items, Holds::nothing, validation, kAll},
    {"maxLength", Keyword::max_length, Holds::nothing, validation, kAll},
    {"maxProperties", Keyword::max_properties, Holds::nothing, validation, kAll},
    {"maximum", Keyword::maximum, Holds::nothing, validation, kAll},
    {"minContains", Keyword::min_contains, Holds::nothing, validation, kFrom2019},
    {"minItems", Keyword::min_items, Holds::nothing, validation, kAll},
    {"minLength", Keyword::min_length, Holds::nothing, validation, kAll},
    {"minProperties", Keyword::min_properties, Holds::nothing, validation, kAll},
    {"minimum", Keyword::minimum, Holds::nothing, validation, kAll},
    {"multipleOf", Keyword::multiple_of, Holds::nothing, validation, kAll},
    {"not", Keyword::negation, Holds::schema, applicator, kAll},
    {"oneOf", Keyword::one_of, Holds::list, applicator, kAll},
    {"pattern", Keyword::pattern, Holds::nothing, validation, kAll},
    {"patternProperties", Keyword::pattern_properties, Holds::map, applicator, kAll},
    {"prefixItems", Keyword::prefix_items, Holds::list, applicator, k2020},
    {"properties", Keyword::properties, Holds::map, applicator, kAll},
    {"propertyNames", Keyword::property_names, Holds::schema, applicator, kFrom6},
    {"required", Keyword::required, Holds::nothing, validation, kAll},
    {"then", Keyword::then_branch, Holds::schema, applicator, kFrom7},
    {"type", Keyword::type, Holds::nothing, validation, kAll},
    {"unevaluatedItems", Keyword::unevaluated_items, Holds::schema, unevaluated, kFrom2019},
    {"unevaluatedProperties", Keyword::unevaluated_properties, Holds::schema, unevaluated,
     kFrom2019},
    {"uniqueItems", Keyword::unique_items, Holds::nothing, validation, kAll},
}};
static_assert(std::is_sorted(kTable.begin(), kTable.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

}  // namespace

std::optional<KeywordInfo> find_keyword(std::string_view name, const Dialect& dialect) {
  const auto* at = std::lower_bound(
      kTable.begin(), kTable.end(), name,
      [](const KeywordInfo& info, std::string_view wanted) { return info.name < wanted; });
  if (at == kTable.end() || at->name != name) return std::nullopt;
  const bool undeclared = !dialect.declared && dialect.draft == Draft::draft2020_12;
  const auto drafts =
      static_cast<std::uint8_t>(bit(dialect.draft) | (undeclared ? kUndeclared : 0));
  if ((at->drafts & drafts) == 0) return std::nullopt;
  if ((dialect.vocabularies & static_cast<std::uint8_t>(at->vocabulary)) == 0) return std::nullopt;
  return *at;
}

std::string_view keyword_name(Keyword keyword) {
  const auto* at = std::find_if(kTable.begin(), kTable.end(),
                                [keyword](const auto& info) { return info.keyword == keyword; });
  return at->name;
}

}  // namespace tare::schema
