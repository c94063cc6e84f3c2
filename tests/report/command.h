// Runs a checking program (xmllint, python3) and says what it said.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace tare::sample {

struct CommandResult {
  int exit_code = -1;
  std::string output;
};

inline CommandResult run_command(const std::string& command) {
  CommandResult result;
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "re");
  if (pipe == nullptr) return result;
  std::array<char, 4096> block;
  while (std::size_t got = std::fread(block.data(), 1, block.size(), pipe))
    result.output.append(block.data(), got);
  int status = ::pclose(pipe);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

inline std::string shared_data() {
  const char* path = std::getenv("TARE_SHARED_DATA");
  return path != nullptr ? path : TARE_SHARED_DATA_DEFAULT;
}

}  // namespace tare::sample
