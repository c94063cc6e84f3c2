// The live leaders: whom signals are forwarded to, and whom a sweep must not mistake for an orphan.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tare {

class ProcessTable {
 public:
  void add(pid_t leader, std::string scratch);
  void remove(pid_t leader);
  bool has(pid_t pid) const { return leaders_.count(pid) != 0; }
  std::size_t size() const { return leaders_.size(); }

  // To the group of every live leader (and SIGCONT with SIGTERM, so that a stopped one hears it).
  void signal_all(int signal) const;

  // Orphans that have been re-parented to us (PR_SET_CHILD_SUBREAPER): children of this process that are
  // no live leader. With `scratch`, those whose environment names it in TARE_SCRATCH, and zombies.
  // Kills them and theirs, reaps them. Returns their names.
  std::vector<std::string> sweep(const std::string& scratch, const std::string* all_scratch = nullptr);

 private:
  std::unordered_map<pid_t, std::string> leaders_;
};

// Once, at the start of the program, before any thread: standard descriptors present (opened on
// /dev/null where missing), SIGPIPE ignored, SIGCHLD default, nothing blocked, child subreaper.
void prepare_process_for_children();

// How many adapters may run at once within RLIMIT_NOFILE (the soft limit is raised to the hard one
// first; children get the original back). `wanted` or fewer; `note` says why fewer.
std::uint32_t bounded_jobs(std::uint32_t wanted, std::string* note);

}  // namespace tare
