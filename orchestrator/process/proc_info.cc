// Reads /proc with plain system calls: this runs once per finished adapter, where streams would
// cost more than all the rest of the ending.
#include "process/proc_info.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace tare {

namespace {

ssize_t read_retry(int fd, char* to, std::size_t size) {
  ssize_t n;
  do n = ::read(fd, to, size);
  while (n < 0 && errno == EINTR);
  return n;
}

std::string proc_path(pid_t pid, const char* file) {
  return "/proc/" + std::to_string(pid) + "/" + file;
}

void parse_pids(std::string_view text, std::vector<pid_t>& out) {
  pid_t value = 0;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      value = value * 10 + (c - '0');
    } else if (value != 0) {
      out.push_back(value);
      value = 0;
    }
  }
}

// A kernel without CONFIG_PROC_CHILDREN (some sandboxes) lacks the short way: ask every process.
void scan_for_children(pid_t parent, std::vector<pid_t>& out) {
  DIR* proc = ::opendir("/proc");
  if (!proc) return;
  while (const dirent* entry = ::readdir(proc)) {
    const pid_t pid = std::atoi(entry->d_name);
    if (pid <= 0) continue;
    const auto stat = read_proc_stat(pid);
    if (stat && stat->parent == parent) out.push_back(pid);
  }
  ::closedir(proc);
}

int open_children(pid_t pid) {
  const std::string path = proc_path(pid, "task/") + std::to_string(pid) + "/children";
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

void read_children(int fd, pid_t pid, std::vector<pid_t>& out) {
  if (fd < 0) {
    // The file is missing although the process is there: not a process that has just ended.
    if (errno == ENOENT && ::access(proc_path(pid, "stat").c_str(), F_OK) == 0) {
      scan_for_children(pid, out);
    }
    return;
  }
  std::string text;
  char buffer[4096];
  for (off_t offset = 0;;) {
    const ssize_t n = ::pread(fd, buffer, sizeof buffer, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
    offset += n;
    // The kernel stops before a number that does not fit; with this much room left it was the last.
    if (static_cast<std::size_t>(n) < sizeof buffer / 2) break;
  }
  text.push_back(' ');
  parse_pids(text, out);
}

}  // namespace

std::optional<ProcStat> read_proc_stat(pid_t pid) {
  const UniqueFd fd(::open(proc_path(pid, "stat").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return std::nullopt;
  char buffer[1024];
  const ssize_t n = read_retry(fd.get(), buffer, sizeof buffer - 1);
  if (n <= 0) return std::nullopt;
  buffer[n] = '\0';
  // The name may hold anything, parentheses too: it ends at the last one.
  const char* open = std::strchr(buffer, '(');
  const char* close = std::strrchr(buffer, ')');
  if (!open || !close || close < open || close[1] == '\0' || close[2] == '\0') return std::nullopt;
  ProcStat stat;
  stat.name.assign(open + 1, close);
  for (char& c : stat.name) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  stat.state = close[2];
  char* rest = nullptr;
  stat.parent = static_cast<pid_t>(std::strtol(close + 3, &rest, 10));
  stat.group = static_cast<pid_t>(std::strtol(rest, &rest, 10));
  // Field 22; the group was field 5.
  for (int field = 6; field < 22; ++field) std::strtoll(rest, &rest, 10);
  stat.started = std::strtoull(rest, nullptr, 10);
  return stat;
}

std::string name_of(pid_t pid, const ProcStat& stat) {
  return stat.name + " (pid " + std::to_string(pid) + ")";
}

std::string describe_process_state(pid_t pid) {
  const auto stat = read_proc_stat(pid);
  if (!stat) return {};
  switch (stat->state) {
    case 'R':
      return "running: it was using the processor";
    case 'S':
      return "sleeping: it was waiting for something (input, a network, another process)";
    case 'D':
      return "in an uninterruptible wait for a disk or a device";
    case 'T':
      return "stopped: it may be waiting for a terminal";
    case 't':
      return "stopped by a debugger";
    case 'Z':
    case 'X':
      return "already ended";
    default:
      return std::string("in state ") + stat->state;
  }
}

EnvironmentMatch environment_has(pid_t pid, const std::string& entry) {
  const UniqueFd fd(::open(proc_path(pid, "environ").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return EnvironmentMatch::unknown;
  // More than the kernel lets anyone pass to exec by default.
  constexpr std::size_t kMost = std::size_t{8} << 20;
  const std::string needle = std::string(1, '\0') + entry + '\0';
  std::string text(1, '\0');
  std::size_t seen = 0;
  char buffer[16384];
  while (seen < kMost) {
    const ssize_t n = read_retry(fd.get(), buffer, sizeof buffer);
    if (n < 0) return EnvironmentMatch::unknown;
    if (n == 0) break;
    seen += static_cast<std::size_t>(n);
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.find(needle) != std::string::npos) return EnvironmentMatch::same;
    if (text.size() > needle.size()) text.erase(0, text.size() - needle.size());
  }
  if (seen == 0) return EnvironmentMatch::unknown;
  text.push_back('\0');
  return text.find(needle) != std::string::npos ? EnvironmentMatch::same : EnvironmentMatch::other;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> out;
  const UniqueFd fd(open_children(pid));
  read_children(fd.get(), pid, out);
  return out;
}

void OwnChildren::read(std::vector<pid_t>& out) {
  out.clear();
  if (!file_) file_.reset(open_children(::getpid()));
  read_children(file_.get(), ::getpid(), out);
}

}  // namespace tare
