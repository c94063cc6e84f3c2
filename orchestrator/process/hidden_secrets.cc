// Two locks, since neither is enough. A process that is not "dumpable" belongs to root under /proc,
// which stops all of its own user but no adapter that runs as root (in a container most do). The
// wiped block stops that one at the easy door, the environment; the memory stays open to root.
//
// What Tare itself reads of its own under /proc (exe, fd, task/…/children) stays readable: the
// kernel lets a process look at itself. A child is dumpable again from its exec on. The check for
// leaks in a build with sanitizers lifts the lock for its own moment.
#include "process/hidden_secrets.h"

#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace tare {

namespace {

// Every value that stands under the name: nothing forbids to start a program with two.
std::vector<char*> values_of(const std::string& name) {
  std::vector<char*> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.size() > name.size() && text.starts_with(name) && text[name.size()] == '=') {
      out.push_back(*entry + name.size() + 1);
    }
  }
  return out;
}

}  // namespace

void hide_from_other_processes(const std::vector<std::string>& variables) {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  for (const std::string& name : variables) {
    const std::vector<char*> values = values_of(name);
    if (values.empty()) continue;
    // The first one counts. Set anew, the variable has memory of its own outside the block.
    const std::string kept = values.front();
    if (::setenv(name.c_str(), kept.c_str(), 1) != 0) continue;
    const char* const now = std::getenv(name.c_str());
    for (char* const value : values) {
      if (value != now) ::explicit_bzero(value, ::strlen(value));
    }
  }
}

}  // namespace tare
