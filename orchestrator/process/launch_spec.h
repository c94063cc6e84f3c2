// Describing a launch, apart from doing it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace tare {

struct LaunchSpec {
  std::string program;                   // resolved path
  std::vector<std::string> argv;         // argv[0] as the user wrote it
  std::vector<std::string> environment;  // "NAME=value", complete
  std::string cwd;
  bool stdin_is_null = false;  // stdin is /dev/null: requests are not written
  std::string scratch;         // TARE_SCRATCH: tells whose orphan a process is; "" if none
  std::optional<std::uint64_t> memory_bytes, processes;  // rlimits, set by the exec shim
  std::string shim;  // path of the shim (tare itself); used only with a limit
  std::uint64_t stdout_cap = 8388608, stderr_cap = 1048576;
};

// Finds the program as execvp would (in `path_variable` where the name has no slash; relative to
// `cwd` where it has one), and checks that it can start: a file, executable, and for a script that
// its interpreter exists. The error says which of these is wrong and how to mend it.
Result<std::string> resolve_program(const std::string& argv0, const std::string& cwd,
                                    const std::string& path_variable);

// The hidden sub-command behind LaunchSpec::shim: sets the limits and execs. Returns only on
// failure, with the exit code. argv: shim, marker, memory or "-", processes or "-", program, argv0,
// args…
inline constexpr const char* kShimMarker = "--tare-exec-shim";
int run_exec_shim(int argc, char** argv);

}  // namespace tare
