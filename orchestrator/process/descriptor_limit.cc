// How many adapters fit within RLIMIT_NOFILE.
//
// A running adapter costs Tare four descriptors (three pipe ends and a pidfd), and a launch three
// more for a moment. Running out in the middle of a run would fail attempts that are innocent, so
// the number of slots is bounded before the first launch.
#include "process/descriptor_limit.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "process/process_table.h"

namespace tare {

namespace {

constexpr rlim_t kPerAdapter = 5;
// Standard streams, epoll and its helpers, the journal, case files, artifacts being written.
constexpr rlim_t kReserve = 48;

// What Tare was started with, once it has been raised. The limit is a property of the whole
// process, so this memory of it is too.
std::optional<rlimit>& original() {
  static std::optional<rlimit> limit;
  return limit;
}

}  // namespace

OriginalDescriptorLimit::OriginalDescriptorLimit() {
  if (!original() || ::getrlimit(RLIMIT_NOFILE, &raised_) != 0) return;
  lowered_ = ::setrlimit(RLIMIT_NOFILE, &*original()) == 0;
}

OriginalDescriptorLimit::~OriginalDescriptorLimit() {
  // Cannot fail: the soft limit goes up to where it has been, within the same hard limit.
  if (lowered_) ::setrlimit(RLIMIT_NOFILE, &raised_);
}

std::uint32_t bounded_jobs(std::uint32_t wanted, std::string* note) {
  if (note) note->clear();
  wanted = std::max<std::uint32_t>(wanted, 1);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = kReserve + kPerAdapter * rlim_t{wanted};
  if (limit.rlim_cur < needed && limit.rlim_cur < limit.rlim_max) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(limit.rlim_max, needed);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
      if (!original()) original() = limit;
      limit = raised;
    }
  }
  if (limit.rlim_cur >= needed) return wanted;
  const rlim_t room = limit.rlim_cur > kReserve ? (limit.rlim_cur - kReserve) / kPerAdapter : 0;
  const auto jobs = static_cast<std::uint32_t>(std::clamp<rlim_t>(room, 1, wanted));
  if (note && jobs < wanted) {
    *note = "the limit of open files is " + std::to_string(limit.rlim_cur) + ", so " +
            std::to_string(jobs) + " adapters run at once instead of " + std::to_string(wanted) +
            "; raise it to " + std::to_string(needed) + " or more (ulimit -n)";
  }
  return jobs;
}

}  // namespace tare
