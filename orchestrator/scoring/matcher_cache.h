// Patterns and schemas that matchers use, compiled once for all the calls of a run.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/pattern.h"
#include "schema/schema_cache.h"

namespace tare {

// Not for use by several threads at once. Holds at most kMaxPatterns; past that it starts anew, so
// what it hands out is held alive by the pointer.
class MatcherCache {
 public:
  static constexpr std::size_t kMaxPatterns = 1024;

  std::shared_ptr<const schema::Pattern> pattern(std::string_view source);
  // Null where the text is no schema.
  std::shared_ptr<const schema::Schema> schema(std::string_view text) { return schemas_.get(text); }

 private:
  std::unordered_map<std::string, std::shared_ptr<const schema::Pattern>> patterns_;
  schema::SchemaCache schemas_;
};

}  // namespace tare
