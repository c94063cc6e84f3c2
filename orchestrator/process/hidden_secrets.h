// Keeps what Tare alone may know from the processes of the same user, adapters above all.
//
// A process may read /proc/PID/environ and /proc/PID/mem of any other of its user, its parent too.
// So a key that only a proxy should hold would be an open secret: whatever the child's own
// environment lacks, it would find in ours.
#pragma once

#include <string>
#include <vector>

namespace tare {

// From now on, and for good, /proc shows neither memory nor environment of this process to others
// of its user, nobody of them can trace it, and it leaves no core file. The values of these
// variables are wiped from the block that /proc shows, which root still may read; getenv() goes on
// to find them. REQUIRES: no other thread reads the environment meanwhile.
void hide_from_other_processes(const std::vector<std::string>& variables);

}  // namespace tare
