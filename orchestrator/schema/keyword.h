// The words of JSON Schema: which drafts know each, what holds the schemas below it, and which
// vocabulary it belongs to.
//
// A schema that names its draft is read by that draft alone, as the drafts demand of each other's
// words. One that names none is read as 2020-12 and also understands older words that tools still
// write (`dependencies`, `$recursiveRef`): nothing newer has that name, so nothing else can be
// meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "schema/schema.h"

namespace tare::schema {

enum class Keyword : std::uint8_t {
  // What a schema is called and what it refers to.
  id,
  id4,
  schema,
  anchor,
  dynamic_anchor,
  recursive_anchor,
  ref,
  dynamic_ref,
  recursive_ref,
  defs,
  definitions,
  // Assertions.
  type,
  enumeration,
  constant,
  minimum,
  maximum,
  exclusive_minimum,
  exclusive_maximum,
  multiple_of,
  min_length,
  max_length,
  pattern,
  format,
  min_items,
  max_items,
  unique_items,
  min_contains,
  max_contains,
  min_properties,
  max_properties,
  required,
  dependent_required,
  // Applicators.
  all_of,
  any_of,
  one_of,
  negation,
  condition,
  then_branch,
  else_branch,
  prefix_items,
  items,
  additional_items,
  contains,
  properties,
  pattern_properties,
  additional_properties,
  property_names,
  dependent_schemas,
  dependencies,
  unevaluated_items,
  unevaluated_properties,
  content_schema,
};
inline constexpr std::size_t kKeywords = static_cast<std::size_t>(Keyword::content_schema) + 1;

// What of a keyword's value is a schema.
enum class Holds : std::uint8_t {
  nothing,
  schema,
  list,
  map,
  schema_or_list,  // items
  map_or_names,    // dependencies: a member is a schema or a list of names
};

enum class Vocabulary : std::uint8_t {
  core = 1,
  applicator = 2,
  validation = 4,
  unevaluated = 8,
  format = 16,
  other = 32,
};

// By what rules a schema is read.
struct Dialect {
  Draft draft = Draft::draft2020_12;
  bool declared = false;           // it names its draft
  bool assert_formats = false;     // by its vocabulary
  std::uint8_t vocabularies = 63;  // bits of Vocabulary

  bool is_at_most(Draft other) const { return draft <= other; }
};

struct KeywordInfo {
  std::string_view name;
  Keyword keyword;
  Holds holds;
  Vocabulary vocabulary;
  std::uint8_t drafts;  // bit 1 << Draft; kUndeclared: where no draft is named
};

// nullopt where the dialect does not know the word.
std::optional<KeywordInfo> find_keyword(std::string_view name, const Dialect& dialect);
std::string_view keyword_name(Keyword keyword);

}  // namespace tare::schema
