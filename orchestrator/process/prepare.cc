// What Tare may have inherited from whoever started it, put right before anything else happens.
//
// A shell's `&`, nohup, cron and some build servers start programs with closed standard
// descriptors, ignored SIGCHLD or blocked signals. Each of these breaks the launching of children
// in a way that looks like a fault of the adapter, so none is left to chance.
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "process/process_table.h"

namespace tare {

namespace {

// Without this, the first pipe or file would become descriptor 1 and receive what is printed.
void fill_standard_descriptors() {
  for (int fd = 0; fd <= 2; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1 || errno != EBADF) continue;
    // For reading, 1 and 2 too: a report to a closed stdout must fail, not vanish. The lowest free
    // number is taken, which is `fd`.
    if (::open("/dev/null", O_RDONLY) != fd) return;
  }
}

}  // namespace

void prepare_process_for_children() {
  fill_standard_descriptors();
  // A write to an adapter that does not read is an error code, not our death. Children get the
  // default back.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file that may not grow is an error of write(2), as a full disk is
  // Ignored, the kernel would reap children itself and their exit status would be lost.
  std::signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Daemons that an adapter leaves behind become our children instead of init's.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

}  // namespace tare
