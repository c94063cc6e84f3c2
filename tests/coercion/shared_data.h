// Where the recorded data is, if it is on this machine; its tests are skipped elsewhere.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tare {

inline std::string shared_data(const std::string& name) {
  const char* given = std::getenv("TARE_SHARED_DATA");
  const std::string path = std::string(given ? given : TARE_SHARED_DATA_DEFAULT) + "/" + name;
  return std::filesystem::exists(path) ? path : "";
}

}  // namespace tare
