// A suite whose cases are read in bulk, where that can be.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "suite/bulk_cases.h"
#include "suite/suite.h"

namespace tare {

struct BulkLoading {
  // Asked when all but the cases is read; may be empty.
  std::function<bool(const Suite&)> fits;
  // Fewer bytes of cases are read as ever: there is nothing to be gained.
  std::uint64_t min_bytes = std::uint64_t{1} << 20;
  BulkCases::Options options;
  BulkCases cases;  // what was read
};

// As load_suite, with the same faults and warnings. If bulk.cases holds any, the suite holds none.
Result<Suite> load_suite(const std::string& path, const std::string& today, BulkLoading& bulk);

}  // namespace tare
