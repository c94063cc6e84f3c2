#include "lint/tool_tables.h"

#include <utility>

#include "protocol/answer_reader.h"

namespace tare {

ToolTable::ToolTable(std::shared_ptr<const Manifest> manifest) : manifest_(std::move(manifest)) {
  for (const ToolSpec& tool : manifest_->tools) by_name_.emplace(tool.name, &tool);
}

const ToolSpec* ToolTable::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : at->second;
}

ToolTables::ToolTables(const Manifest* manifest) {
  if (manifest != nullptr) {
    suite_ = std::make_unique<ToolTable>(std::make_shared<const Manifest>(*manifest));
  }
}

const ToolTable* ToolTables::of(const TestCase& test_case) {
  const std::string& own = test_case.input.tools_json;
  if (own.empty()) return suite_.get();
  if (last_ == nullptr || last_json_ != own) {
    std::optional<Manifest> manifest = manifest_from_tools_json(own, nullptr);
    last_ = std::make_unique<ToolTable>(
        std::make_shared<const Manifest>(manifest ? std::move(*manifest) : Manifest()));
    last_json_ = own;
  }
  return last_.get();
}

}  // namespace tare
