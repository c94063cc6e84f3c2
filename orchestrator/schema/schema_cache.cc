#include "schema/schema_cache.h"

namespace tare::schema {

std::shared_ptr<const Schema> SchemaCache::get(std::string_view text) {
  if (text.empty()) return nullptr;
  if (const auto at = known_.find(text); at != known_.end()) return at->second;
  if (known_.size() >= kMaxSchemas || bytes_ + text.size() > kMaxBytes) {
    known_.clear();
    bytes_ = 0;
  }
  Result<std::shared_ptr<const Schema>> compiled = Schema::compile(std::string(text));
  std::shared_ptr<const Schema> schema;
  if (compiled) {
    schema = std::move(*compiled);
  } else if (faults_.size() < kMaxFaults) {
    faults_.push_back(std::move(compiled.error()));
  }
  known_.emplace(text, schema);
  bytes_ += text.size();
  return schema;
}

}  // namespace tare::schema
