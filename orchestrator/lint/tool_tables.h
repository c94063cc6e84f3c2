// The tools that a case is about: those of the suite, or its own where it brings some.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/manifest.h"
#include "model/test_case.h"

namespace tare {

// Tools by name.
class ToolTable {
 public:
  explicit ToolTable(std::shared_ptr<const Manifest> manifest);

  const ToolSpec* find(std::string_view name) const;
  const std::vector<ToolSpec>& tools() const { return manifest_->tools; }

 private:
  std::shared_ptr<const Manifest> manifest_;
  std::unordered_map<std::string_view, const ToolSpec*> by_name_;
};

class ToolTables {
 public:
  // `manifest` may be null.
  explicit ToolTables(const Manifest* manifest);

  // Null where nothing says which tools there are. Good until the next call.
  const ToolTable* of(const TestCase& test_case);
  const ToolTable* of_suite() const { return suite_.get(); }

 private:
  std::unique_ptr<ToolTable> suite_;
  std::string last_json_;  // cases that bring tools often bring the same ones as those before
  std::unique_ptr<ToolTable> last_;
};

}  // namespace tare
