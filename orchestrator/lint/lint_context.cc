#include "lint/lint_rules.h"

namespace tare {
namespace {

// Cases with tools of their own may bring a schema each.
constexpr std::size_t kMaxSchemas = 4096;

}  // namespace

std::shared_ptr<KnownSchema> LintContext::schema_of(const ToolSpec& tool) {
  if (tool.input_schema.empty()) return nullptr;
  if (const auto at = schemas_.find(tool.input_schema); at != schemas_.end()) return at->second;
  if (schemas_.size() >= kMaxSchemas) schemas_.clear();
  std::shared_ptr<KnownSchema> known;
  if (auto compiled = schema::Schema::compile(tool.input_schema)) {
    known = std::make_shared<KnownSchema>();
    known->schema = std::move(*compiled);
    known->names = argument_names(*known->schema, &known->repeated);
  }
  schemas_.emplace(tool.input_schema, known);
  return known;
}

}  // namespace tare
