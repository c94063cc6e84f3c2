// Launching by posix_spawn rather than fork: the cost does not grow with the memory of Tare, no
// code of ours runs in the child, and a failed exec comes back as an errno with nothing to clean
// up.
#include "process/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "process/descriptor_limit.h"

namespace tare {

namespace {

struct Pipe {
  UniqueFd read, write;
};

// A pipe end numbered 0, 1 or 2 would be overwritten by the child's dup2 before its turn.
bool lift(UniqueFd& fd) {
  if (fd.get() > 2) return true;
  fd.reset(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
  return bool(fd);
}

bool open_pipe(Pipe& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe.read.reset(ends[0]);
  pipe.write.reset(ends[1]);
  return lift(pipe.read) && lift(pipe.write);
}

// Only our end: the flag belongs to an end of a pipe, and the child expects a blocking one.
bool set_nonblocking(const UniqueFd& fd) {
  return ::fcntl(fd.get(), F_SETFL, O_WRONLY | O_NONBLOCK) == 0;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (const std::string& s : strings) out.push_back(const_cast<char*>(s.c_str()));
  out.push_back(nullptr);
  return out;
}

// What posix_spawn is to do in the child. The objects allocate, so they are freed on every way out.
class Plan {
 public:
  Plan() {
    error_ = ::posix_spawn_file_actions_init(&actions_);
    if (int e = ::posix_spawnattr_init(&attributes_); error_ == 0) error_ = e;
  }
  ~Plan() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void to(int fd, int standard) {
    step(::posix_spawn_file_actions_adddup2(&actions_, fd, standard));
  }
  void nothing_on_stdin() {
    step(::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0));
  }
  void close_the_rest() { step(::posix_spawn_file_actions_addclosefrom_np(&actions_, 3)); }
  void in_folder(const std::string& path) {
    if (!path.empty()) step(::posix_spawn_file_actions_addchdir_np(&actions_, path.c_str()));
  }
  // An own group, no blocked signal, none ignored: as a program expects to be started.
  void as_group_with_default_signals() {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    step(::posix_spawnattr_setpgroup(&attributes_, 0));
    step(::posix_spawnattr_setsigmask(&attributes_, &none));
    step(::posix_spawnattr_setsigdefault(&attributes_, &all));
    step(::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  }
  int run(pid_t& pid, const char* program, char* const* argv, char* const* environment) {
    if (error_ != 0) return error_;
    return ::posix_spawn(&pid, program, &actions_, &attributes_, argv, environment);
  }

 private:
  void step(int error) {
    if (error_ == 0) error_ = error;
  }
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
  int error_ = 0;
};

// A Ctrl-Z that stopped the child between its birth and its exec would leave us waiting in
// posix_spawn for a process that nobody continues. Blocked, it reaches us after the launch.
class NoTerminalStop {
 public:
  NoTerminalStop() {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    ::sigprocmask(SIG_BLOCK, &stop, &before_);
  }
  ~NoTerminalStop() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  NoTerminalStop(const NoTerminalStop&) = delete;
  NoTerminalStop& operator=(const NoTerminalStop&) = delete;

 private:
  sigset_t before_;
};

std::vector<std::string> shim_arguments(const LaunchSpec& spec) {
  const auto text = [](const std::optional<std::uint64_t>& limit) {
    return limit ? std::to_string(*limit) : std::string("-");
  };
  std::vector<std::string> out{spec.shim, kShimMarker, text(spec.memory_bytes),
                               text(spec.processes), spec.program};
  out.insert(out.end(), spec.argv.begin(), spec.argv.end());
  return out;
}

Error launch_error(const LaunchSpec& spec, int error_number) {
  Error error = system_error("cannot start \"" + spec.program + "\"", error_number);
  switch (error_number) {
    case ENOENT:
      error.mend = "check that it, its interpreter and the folder \"" + spec.cwd + "\" exist";
      break;
    case ENOEXEC:
      error.mend =
          "it is no program for this machine; a script needs a first line such as "
          "\"#!/bin/sh\"";
      break;
    case EACCES:
      error.mend =
          "make it executable (chmod +x), and check that its file system is not "
          "mounted noexec";
      break;
    case E2BIG:
      error.mend = "its arguments and environment are too large together; pass large input by file";
      break;
    case EAGAIN:
    case ENOMEM:
      error.mend = "too many processes or too little memory; lower --jobs or raise ulimit -u";
      break;
    default:
      break;
  }
  return error;
}

// For a child that runs although we cannot watch it.
void undo(pid_t pid) {
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<Spawned> spawn(const LaunchSpec& spec) {
  Pipe in, out, err;
  if (!open_pipe(in) || !open_pipe(out) || !open_pipe(err) || !set_nonblocking(in.write)) {
    return system_error("cannot make pipes for \"" + spec.program + "\"", errno);
  }
  const bool limited = spec.memory_bytes || spec.processes;
  const std::vector<std::string> with_shim =
      limited ? shim_arguments(spec) : std::vector<std::string>();
  const std::vector<char*> argv = pointers(limited ? with_shim : spec.argv);
  const std::vector<char*> environment = pointers(spec.environment);

  Plan plan;
  if (spec.stdin_is_null) {
    plan.nothing_on_stdin();
  } else {
    plan.to(in.read.get(), 0);
  }
  plan.to(out.write.get(), 1);
  plan.to(err.write.get(), 2);
  plan.close_the_rest();
  plan.in_folder(spec.cwd);
  plan.as_group_with_default_signals();

  Spawned child;
  int error_number = 0;
  {
    const NoTerminalStop no_stop;
    const OriginalDescriptorLimit limit;
    error_number = plan.run(child.pid, limited ? spec.shim.c_str() : spec.program.c_str(),
                            argv.data(), environment.data());
  }
  if (error_number != 0) return launch_error(spec, error_number);
  child.pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0)));
  if (!child.pidfd) {
    const int pidfd_error = errno;
    undo(child.pid);
    return system_error("cannot watch \"" + spec.program + "\"", pidfd_error);
  }
  child.in = std::move(in.write);
  child.out = std::move(out.read);
  child.err = std::move(err.read);
  return child;
}

}  // namespace tare
