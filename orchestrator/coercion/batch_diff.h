// `tare diff --batch`, one line to one line: pure, so that its speed and its answers can be tested
// without a process.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coercion/batch_line.h"
#include "model/finding.h"
#include "schema/schema_cache.h"

namespace tare {

class BatchDiff {
 public:
  // Appends the answer with its newline to `out`; on a fault, which is returned, nothing.
  std::optional<LineFault> run(std::string_view line, std::string& out);

  // Schemas of the lines so far that cannot be used, each said once (schema_cache.h).
  bool has_schema_faults() const { return schemas_.has_faults(); }
  std::vector<Error> take_schema_faults() { return schemas_.take_faults(); }

 private:
  BatchLineReader reader_;
  schema::SchemaCache schemas_;
  std::vector<Finding> findings_;  // of one line
};

}  // namespace tare
