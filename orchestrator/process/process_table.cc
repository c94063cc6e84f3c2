// The sweep: whose orphans are these, and how to end them without hitting anybody else.
#include "process/process_table.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

namespace tare {

namespace {

using Clock = std::chrono::steady_clock;

// An adapter that forks without end must not make us walk without end.
constexpr std::size_t kMostNamed = 4096;
constexpr auto kBriefly = std::chrono::milliseconds(10);
constexpr auto kSweepAtMost = std::chrono::seconds(2);

// Between the two halves of an exec a process has no environment to read; it has one soon after.
EnvironmentMatch environment_after_exec(pid_t pid, const std::string& entry) {
  EnvironmentMatch match = environment_has(pid, entry);
  for (int tries = 0; match == EnvironmentMatch::unknown && tries < 3; ++tries) {
    const timespec moment{0, 500'000};
    ::nanosleep(&moment, nullptr);
    match = environment_has(pid, entry);
  }
  return match;
}

bool reap(pid_t pid) {
  pid_t result;
  do result = ::waitpid(pid, nullptr, WNOHANG);
  while (result < 0 && errno == EINTR);
  return result == pid || (result < 0 && errno == ECHILD);
}

void wait_for_death(pid_t pid, int at_most_ms) {
  const UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!pidfd) return;
  pollfd event{pidfd.get(), POLLIN, 0};
  ::poll(&event, 1, at_most_ms);
}

}  // namespace

void signal_group(pid_t leader, int signal) {
  ::kill(-leader, signal);
  if (::getpgid(leader) != leader) ::kill(leader, signal);
  if (signal == SIGTERM) signal_group(leader, SIGCONT);
}

ProcessTable::ProcessTable() {
  own_children_.read(children_);
  inherited_.insert(children_.begin(), children_.end());
}

void ProcessTable::add(pid_t leader, std::string scratch) {
  leaders_.emplace(leader, std::move(scratch));
}

void ProcessTable::remove(pid_t leader) { leaders_.erase(leader); }

void ProcessTable::signal_all(int signal) const {
  for (const auto& [leader, scratch] : leaders_) signal_group(leader, signal);
}

bool ProcessTable::others_live(pid_t leader) const {
  return leaders_.size() > (has(leader) ? 1U : 0U);
}

void ProcessTable::forget(pid_t pid) {
  inherited_.erase(pid);
  nobodys_.erase(pid);
}

bool ProcessTable::belongs(pid_t pid, const ProcStat& stat, const Leftovers& left) {
  if (inherited_.count(pid) != 0) return false;
  const auto known = left.ours.find(pid);
  if (known != left.ours.end() && known->second == stat.started) return true;
  if (left.leader > 0 && stat.group == left.leader) return true;
  const bool alone = !others_live(left.leader);
  if (nobodys_.count(pid) != 0) return alone;
  // The group of another leader that is not reaped yet: that one will see to it.
  if (has(stat.group)) return false;
  if (alone) return true;
  if (left.entry.empty()) return false;
  switch (environment_after_exec(pid, left.entry)) {
    case EnvironmentMatch::same:
      return true;
    case EnvironmentMatch::unknown:
      nobodys_.insert(pid);
      return false;
    case EnvironmentMatch::other:
      return false;
  }
  return false;
}

void ProcessTable::take(pid_t pid, const ProcStat& stat, Leftovers& left) {
  if (!left.ours.emplace(pid, stat.started).second) return;
  // One that is ended only because nobody else is there is not this attempt's fault.
  if (nobodys_.count(pid) != 0 || left.names.size() >= kMostNamed) return;
  if (left.group_signalled && stat.group == left.leader) return;
  left.names.push_back(name_of(pid, stat));
}

// What stands below an orphan is noted, so that it is recognised when it becomes our child in turn.
void ProcessTable::take_descendants(pid_t root, Leftovers& left) {
  std::vector<pid_t> to_visit{root};
  while (!to_visit.empty() && left.ours.size() < kMostNamed) {
    const pid_t pid = to_visit.back();
    to_visit.pop_back();
    for (pid_t child : children_of(pid)) {
      const auto stat = read_proc_stat(child);
      if (!stat || stat->state == 'Z' || left.ours.count(child) != 0) continue;
      take(child, *stat, left);
      to_visit.push_back(child);
    }
  }
}

void ProcessTable::look(Leftovers& left) {
  own_children_.read(children_);
  for (pid_t pid : children_) {
    if (has(pid)) continue;
    left.present = true;
    const auto stat = read_proc_stat(pid);
    if (!stat || stat->state == 'Z' || !belongs(pid, *stat, left)) continue;
    take(pid, *stat, left);
    take_descendants(pid, left);
  }
}

Leftovers ProcessTable::find_leftovers(pid_t leader, bool group_signalled) {
  Leftovers left;
  left.leader = leader;
  left.group_signalled = group_signalled;
  const auto known = leaders_.find(leader);
  if (known != leaders_.end() && !known->second.empty()) {
    left.entry = "TARE_SCRATCH=" + known->second;
  }
  look(left);
  return left;
}

bool ProcessTable::end_leftovers(Leftovers& left) {
  if (!has(left.leader)) left.leader = -1;
  const auto give_up = Clock::now() + kBriefly;
  for (;;) {
    pid_t dying = 0;
    own_children_.read(children_);
    for (pid_t pid : children_) {
      if (has(pid)) continue;
      const auto stat = read_proc_stat(pid);
      if (!stat || stat->state == 'Z' || stat->state == 'X') {
        if (reap(pid)) forget(pid);
        continue;
      }
      if (!belongs(pid, *stat, left)) continue;
      take(pid, *stat, left);
      if (stat->group == pid) ::kill(-pid, SIGKILL);
      ::kill(pid, SIGKILL);
      dying = pid;
    }
    if (dying == 0) return true;
    if (Clock::now() >= give_up) return false;
    wait_for_death(dying, 2);
  }
}

std::vector<std::string> ProcessTable::sweep(const std::string& scratch) {
  Leftovers left;
  if (!scratch.empty()) left.entry = "TARE_SCRATCH=" + scratch;
  look(left);
  const auto give_up = Clock::now() + kSweepAtMost;
  while (!end_leftovers(left) && Clock::now() < give_up) {
  }
  return std::move(left.names);
}

}  // namespace tare
