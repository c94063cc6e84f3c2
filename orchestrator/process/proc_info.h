// What the kernel tells of a process under /proc, read without trusting any of it.
//
// A process may end between two reads, may have a name full of parentheses or control characters,
// and may have overwritten its environment. Each function answers "unknown" then, never fails.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"

namespace tare {

struct ProcStat {
  char state = '?';  // R running, S sleeping, D waiting for a device, T stopped, Z zombie, …
  pid_t parent = 0, group = 0;
  std::uint64_t started = 0;  // clock ticks since boot: with the pid, tells a process from its heir
  std::string name;           // as the process calls itself; printable ASCII only
};

std::optional<ProcStat> read_proc_stat(pid_t pid);

// "sleep (pid 4711)"
std::string name_of(pid_t pid, const ProcStat& stat);

// For a message about a timeout: "stopped: it may be waiting for a terminal". "" if it is gone.
std::string describe_process_state(pid_t pid);

enum class EnvironmentMatch : std::uint8_t {
  same,     // it holds exactly this entry
  other,    // it can be read and does not
  unknown,  // it cannot be read, or is empty
};
// Looks for one whole "NAME=value" entry in what the process was started with.
EnvironmentMatch environment_has(pid_t pid, const std::string& entry);

// Children of a single-threaded process (those of its first thread).
std::vector<pid_t> children_of(pid_t pid);

// Our own children, by one read of a file that stays open. The kernel gives orphans that come to a
// subreaper to its first thread, and Tare spawns from its first thread.
class OwnChildren {
 public:
  // Replaces the content of `out`.
  void read(std::vector<pid_t>& out);

 private:
  UniqueFd file_;
};

}  // namespace tare
