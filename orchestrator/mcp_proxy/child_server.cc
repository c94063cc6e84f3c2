#include "mcp_proxy/child_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "base/escape.h"
#include "process/launch_spec.h"

namespace tare {
namespace {

struct Pipe {
  UniqueFd read, write;
};

bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read.reset(ends[0]);
  pipe.write.reset(ends[1]);
  return true;
}

// In the child, between fork and exec: calls to the system alone. Returns where one failed.
void become(const char* program, char* const* argv, int in, int out, pid_t parent) {
  if (::setpgid(0, 0) != 0) return;
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
  if (::getppid() != parent) ::_exit(0);  // it went before the kernel was asked
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) return;
  if (::dup2(in, STDIN_FILENO) < 0 || ::dup2(out, STDOUT_FILENO) < 0) return;
  ::execv(program, argv);
}

}  // namespace

Result<ChildServer> ChildServer::start(const std::vector<std::string>& command) {
  const char* path = std::getenv("PATH");
  const auto program = resolve_program(command.at(0), ".", path != nullptr ? path : "");
  if (!program) return program.error();
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  Pipe in, out, trouble;
  if (!open_pipe(in) || !open_pipe(out) || !open_pipe(trouble)) {
    return system_error("cannot make pipes for the server", errno);
  }
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return system_error("cannot start the server", errno);
  if (pid == 0) {
    become(program->c_str(), argv.data(), in.read.get(), out.write.get(), parent);
    const int error = errno;
    (void)!::write(trouble.write.get(), &error, sizeof error);
    ::_exit(127);
  }
  (void)::setpgid(pid, pid);  // as the child does: whoever comes first
  trouble.write.reset();
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(trouble.read.get(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  const int watch_error = errno;
  ChildServer child(pid, std::move(in.write), std::move(out.read), std::move(pidfd));
  if (got == sizeof error) return system_error("cannot start " + quote_json(*program), error);
  if (child.exited() < 0) return system_error("cannot watch the server", watch_error);
  return child;
}

ChildServer::ChildServer(ChildServer&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      pidfd_(std::move(other.pidfd_)) {}

ChildServer::~ChildServer() {
  if (pid_ < 0) return;
  signal_group(SIGKILL);
  (void)reap();
}

void ChildServer::signal_group(int number) const {
  if (pid_ > 0) ::kill(-pid_, number);
}

std::string ChildServer::reap() {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  // As long as it is not reaped its number is nobody else's, so this reaches no stranger.
  signal_group(SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (info.si_code == CLD_EXITED) return fmt::format("ended with exit code {}", info.si_status);
  return fmt::format("was ended by signal {}", info.si_status);
}

}  // namespace tare
