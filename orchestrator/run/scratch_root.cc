#include "run/scratch_root.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace tare {
namespace {

std::filesystem::path temporary_folder() {
  const char* tmp = std::getenv("TMPDIR");
  std::error_code ignored;
  return std::filesystem::absolute(tmp && *tmp ? tmp : "/tmp", ignored);
}

std::string prefix_of(const std::string& run_id) { return fmt::format("tare-{}-", run_id); }

}  // namespace

ScratchRoot::ScratchRoot(const std::string& run_id)
    : path_(temporary_folder() / fmt::format("{}{}", prefix_of(run_id), ::getpid())) {}

ScratchRoot::~ScratchRoot() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void remove_old_scratch(const std::string& run_id) {
  const std::string prefix = prefix_of(run_id);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(temporary_folder(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const int pid = std::atoi(name.c_str() + prefix.size());
    if (pid <= 0 || ::kill(pid, 0) == 0 || errno != ESRCH) continue;
    std::error_code ignored;
    std::filesystem::remove_all(entry.path(), ignored);
  }
}

}  // namespace tare
