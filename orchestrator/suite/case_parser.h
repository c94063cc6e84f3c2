// One case: a JSON object to a TestCase, every member checked for type, range and contradiction.
#pragma once

#include <optional>

#include "json/value.h"
#include "model/test_case.h"
#include "suite/value_reader.h"

namespace tare {

// Used again and again, so that a million cases share its buffers.
class CaseParser {
 public:
  explicit CaseParser(ValueReader& reader);

  // nullopt where the value is no object or has no usable id; else a case, good only if the faults
  // did not grow. Ids are not yet checked to be unique.
  std::optional<TestCase> parse(json::Value value);

 private:
  void read_input(TestCase& test_case);
  void read_numbers(TestCase& test_case);
  void read_invoke(TestCase& test_case);

  ValueReader& reader_;
  MemberSet members_;
};

}  // namespace tare
