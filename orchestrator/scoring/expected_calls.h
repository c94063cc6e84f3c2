// A trajectory as a case states it, ready to be compared: what stands in expectedCalls and order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "json/value.h"
#include "model/test_case.h"

namespace tare {

enum class CallOrder : std::uint8_t { strict, in_order, unordered, subset, superset };

struct ExpectedCall {
  std::uint32_t entry = 0;  // of expectedCalls; one with `times` stands for several calls
  std::vector<std::string> tools;
  json::Value args;  // invalid: any
  bool optional = false;
};

// Values point into the document, and that into the text of the case, which must outlive this.
struct ExpectedCalls {
  CallOrder order = CallOrder::strict;
  std::vector<ExpectedCall> calls;
  // Places in `calls`: where both are made, the first must be called before the second. As the case
  // says it, each once or more.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> before;
  std::unique_ptr<json::Document> document;

  bool has_args() const;
};

// The texts were checked when the suite was read.
ExpectedCalls read_expected_calls(const RareExpectation& expectation);

}  // namespace tare
