// A real MCP server on stdio, started behind the proxy, that never outlives it.
//
// Its stderr is ours. It leads a process group of its own, which is ended with it; and where the
// proxy is killed outright, the kernel ends the server. Hence fork and not posix_spawn: what asks
// the kernel for that has to run in the child.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace tare {

class ChildServer {
 public:
  // No shell: words, as they are given. Call from the thread that will live longest.
  static Result<ChildServer> start(const std::vector<std::string>& command);
  ~ChildServer();  // kills what is left of its group
  ChildServer(ChildServer&& other) noexcept;
  ChildServer& operator=(ChildServer&&) = delete;

  int in() const { return in_.get(); }         // -1 once closed
  int out() const { return out_.get(); }       // -1 once closed
  int exited() const { return pidfd_.get(); }  // readable then
  void close_in() { in_.reset(); }
  void close_out() { out_.reset(); }
  void signal_group(int number) const;
  // REQUIRES: exited() is readable, or nothing would be left to wait for. For a person: "ended with
  // exit code 3", "was ended by signal 9".
  std::string reap();

 private:
  ChildServer(pid_t pid, UniqueFd in, UniqueFd out, UniqueFd pidfd)
      : pid_(pid), in_(std::move(in)), out_(std::move(out)), pidfd_(std::move(pidfd)) {}

  pid_t pid_ = -1;  // -1: reaped, or moved from
  UniqueFd in_, out_, pidfd_;
};

}  // namespace tare
