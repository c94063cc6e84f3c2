// One launch: three pipes, posix_spawn, a pidfd. No event loop here.
#pragma once

#include <sys/types.h>

#include "base/file.h"
#include "base/result.h"
#include "process/launch_spec.h"

namespace tare {

// A child that runs, and our ends of its pipes (only `in` is set not to block). The child is the
// leader of a process group of its own, whose number is its pid.
struct Spawned {
  pid_t pid = -1;
  UniqueFd in, out, err;
  UniqueFd pidfd;  // readable once the child has exited, reaped or not
};

// Nothing is left behind where it fails: no process, zombie or descriptor.
Result<Spawned> spawn(const LaunchSpec& spec);

}  // namespace tare
