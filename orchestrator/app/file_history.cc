#include "app/file_history.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <vector>

#include "base/file.h"

namespace tare {
namespace {

constexpr int kPatienceMs = 5000;
constexpr std::size_t kMostBytes = 4096;

// What git prints, "" where it fails or takes too long. No shell, nothing read, no pager, nothing
// that a repository's own settings could start.
std::string git(const std::string& folder, std::vector<std::string> words) {
  std::vector<std::string> all = {
      "git", "-C", folder, "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "";
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, write_end.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, "git", &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return "";
  write_end.reset();
  std::string out;
  bool whole = false;
  while (out.size() < kMostBytes) {
    pollfd ready{read_end.get(), POLLIN, 0};
    const int count = ::poll(&ready, 1, kPatienceMs);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    std::array<char, 1024> buffer;
    const ssize_t got = ::read(read_end.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    whole = got == 0;
    if (got <= 0) break;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (!whole) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return whole && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? out : "";
}

}  // namespace

std::optional<std::string> last_change_of(const std::string& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  if (error) return std::nullopt;
  const std::string folder = real.parent_path().string(), name = "./" + real.filename().string();
  std::string line =
      git(folder, {"log", "-1", "--format=%an, %ad, %h", "--date=short", "--", name});
  while (line.ends_with('\n')) line.pop_back();
  if (line.empty()) return std::nullopt;
  if (!git(folder, {"status", "--porcelain", "--", name}).empty()) line += ", and changed since";
  return line;
}

}  // namespace tare
