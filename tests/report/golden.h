// Whole outputs compared with files: tests/report/golden/NAME.
//
// After a wanted change: TARE_UPDATE_GOLDEN=1 test_report, then read the difference before it is
// committed. The run that writes them fails, so that no machine passes by writing its own truth.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "report/sample_run.h"

namespace tare::sample {

inline void expect_golden(const std::string& name, const std::string& actual) {
  std::string path = std::string(TARE_SOURCE_DIR) + "/tests/report/golden/" + name;
  if (std::getenv("TARE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    ADD_FAILURE() << "wrote " << path << "; look at it, and run again without TARE_UPDATE_GOLDEN";
    return;
  }
  EXPECT_EQ(read_text(path), actual) << path << " differs; TARE_UPDATE_GOLDEN=1 writes it anew";
}

}  // namespace tare::sample
