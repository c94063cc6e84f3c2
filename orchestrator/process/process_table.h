// The live leaders, and what they leave behind.
//
// A leader is a process that Tare launched and has not reaped. Because Tare is a child subreaper, a
// process whose parent has ended becomes Tare's child, wherever it has gone (setsid and double fork
// included): so a child that is no leader is an orphan that some adapter left. The table tells
// whose: by its process group while the leader is not reaped, else by TARE_SCRATCH in its
// environment. An orphan that neither tells of belongs to nobody, and is ended when no other
// attempt is live.
//
// Only direct children are ever signalled one by one: until we reap them, their number cannot pass
// to an innocent process.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "process/proc_info.h"

namespace tare {

// What one leader left behind.
struct Leftovers {
  std::vector<std::string> names;  // of those seen alive: "sleep (pid 4711)"; one a process
  // Processes known to belong to this leader: pid and start time, since a pid alone may pass on.
  std::unordered_map<pid_t, std::uint64_t> ours;
  pid_t leader = -1;  // -1 once it is reaped: its number means nothing any more
  std::string entry;  // "TARE_SCRATCH=…", or "" where the attempt had none
  bool group_signalled = false;
  bool present = false;  // there was an orphan at the first look, ours or not
};

class ProcessTable {
 public:
  // Children that this process already has are somebody else's and are left alone for good.
  ProcessTable();

  void add(pid_t leader, std::string scratch);
  void remove(pid_t leader);
  bool has(pid_t pid) const { return leaders_.count(pid) != 0; }
  std::size_t size() const { return leaders_.size(); }

  // To the group of every live leader (and SIGCONT with SIGTERM, so that a stopped one hears it).
  void signal_all(int signal) const;

  // Who is left of `leader`, which has exited and is not reaped yet. Kills nobody. One small read
  // where there is no orphan at all. `group_signalled`: Tare has signalled the group, so that its
  // members are ended all the same but not named as left behind (they may only be dying slowly).
  Leftovers find_leftovers(pid_t leader, bool group_signalled);
  // Kills and reaps them, and what re-appears from under them. Never blocks longer than about 10
  // ms; false if some are still dying: call again.
  bool end_leftovers(Leftovers& left);

  // All that is left of the attempt with this scratch folder; where no leader is live, all orphans.
  // Kills and reaps them and theirs; blocks until they are gone, at most 2 s. Returns their names.
  std::vector<std::string> sweep(const std::string& scratch);

 private:
  bool belongs(pid_t pid, const ProcStat& stat, const Leftovers& left);
  void look(Leftovers& left);
  void take(pid_t pid, const ProcStat& stat, Leftovers& left);
  void take_descendants(pid_t root, Leftovers& left);
  bool others_live(pid_t leader) const;
  void forget(pid_t pid);

  std::unordered_map<pid_t, std::string> leaders_;
  std::unordered_set<pid_t> inherited_;  // children from before
  std::unordered_set<pid_t> nobodys_;    // orphans that no attempt could be found for
  OwnChildren own_children_;
  std::vector<pid_t> children_;  // the last reading; a member to save an allocation per attempt
};

// To every process of the group that `leader` leads, and to the leader if it has left the group.
// REQUIRES: the leader is not reaped. SIGTERM is followed by SIGCONT: a stopped process must hear
// it.
void signal_group(pid_t leader, int signal);

// Once, at the start of the program, before any thread: standard descriptors present (opened on
// /dev/null where missing), SIGPIPE ignored, SIGCHLD default, nothing blocked, child subreaper.
void prepare_process_for_children();

// How many adapters may run at once within RLIMIT_NOFILE (the soft limit is raised towards the hard
// one as far as needed; children get the original back). `wanted` or fewer, at least 1; `note` says
// why fewer, and is emptied where `wanted` fits.
std::uint32_t bounded_jobs(std::uint32_t wanted, std::string* note);

}  // namespace tare
