// Whole outputs compared with files: tests/audit/golden/NAME.
//
// After a wanted change: TARE_UPDATE_GOLDEN=1 test_audit, then read the difference before it is
// committed. The run that writes them fails, so that no machine passes by writing its own truth.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace tare::sample {

inline void expect_golden(const std::string& name, const std::string& actual) {
  const std::string path = std::string(TARE_SOURCE_DIR) + "/tests/audit/golden/" + name;
  if (std::getenv("TARE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    ADD_FAILURE() << "wrote " << path << "; look at it, and run again without TARE_UPDATE_GOLDEN";
    return;
  }
  std::ifstream in(path, std::ios::binary);
  const std::string expected{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(expected, actual) << path << " differs; TARE_UPDATE_GOLDEN=1 writes it anew";
}

}  // namespace tare::sample
