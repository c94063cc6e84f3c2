// The yardstick for launching: N processes, J at once, by a bare loop over posix_spawn, with the
// same three pipes and the same process group that Tare gives an adapter. Nothing else: no event
// library, no deadline, no sweep. With --asio the same work goes through AdapterProcess, so that
// the price of all that is the ratio of the two.
//
//   bench_spawn [--asio] N J -- command…
#include <fcntl.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "process/adapter_process.h"

extern char** environ;

namespace {

constexpr std::string_view kRequest = "{\"protocol\":1,\"request\":\"run\"}\n";

struct Job {
  long launches = 0;
  long at_once = 1;
  std::vector<char*> argv;
};

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

// ---- the bare loop

struct Child {
  pid_t pid = 0;
  int in = -1, out = -1, err = -1, exit = -1;
  int open_ends = 0;  // of stdout, stderr and the pidfd: at zero it is over
};

enum class End : std::uint64_t { out, err, exit };

class BareLoop {
 public:
  explicit BareLoop(const Job& job)
      : job_(job),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        children_(static_cast<std::size_t>(job.at_once)) {}

  long run() {
    for (std::size_t slot = 0; slot < children_.size() && started_ < job_.launches; ++slot) {
      launch(slot);
    }
    while (finished_ < started_) {
      epoll_event events[64];
      const int n = ::epoll_wait(epoll_, events, 64, -1);
      for (int i = 0; i < n; ++i) handle(events[i].data.u64);
    }
    return answered_;
  }

 private:
  void launch(std::size_t slot) {
    ++started_;
    int in[2], out[2], err[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 ||
        ::pipe2(err, O_CLOEXEC) != 0) {
      die("pipe2");
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    ::posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    // Not for tidiness: posix_spawn returns a moment before exec has closed what is O_CLOEXEC, and
    // while the child holds a copy of a descriptor that we close, epoll goes on reporting it.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    Child& child = children_[slot];
    if (::posix_spawn(&child.pid, job_.argv[0], &actions, &attributes, job_.argv.data(), environ) !=
        0) {
      die("posix_spawn");
    }
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    ::close(err[1]);
    (void)!::write(in[1], kRequest.data(), kRequest.size());
    ::close(in[1]);
    child.out = out[0];
    child.err = err[0];
    child.exit = static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0));
    child.open_ends = 3;
    watch(child.out, slot, End::out);
    watch(child.err, slot, End::err);
    watch(child.exit, slot, End::exit);
  }

  void watch(int fd, std::size_t slot, End end) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = slot * 4 + static_cast<std::uint64_t>(end);
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) != 0) die("epoll_ctl");
  }

  void handle(std::uint64_t tag) {
    const std::size_t slot = tag / 4;
    Child& child = children_[slot];
    char buffer[65536];
    switch (static_cast<End>(tag % 4)) {
      case End::out: {
        const ssize_t n = ::read(child.out, buffer, sizeof buffer);
        if (n > 0) {
          ++answered_;
          return;
        }
        ::close(child.out);
        break;
      }
      case End::err:
        if (::read(child.err, buffer, sizeof buffer) > 0) return;
        ::close(child.err);
        break;
      case End::exit:
        if (::waitpid(child.pid, nullptr, 0) != child.pid) die("waitpid");
        ::close(child.exit);
        break;
    }
    if (--child.open_ends > 0) return;
    ++finished_;
    if (started_ < job_.launches) launch(slot);
  }

  const Job& job_;
  int epoll_;
  std::vector<Child> children_;
  long started_ = 0, finished_ = 0, answered_ = 0;
};

// ---- the same through AdapterProcess

namespace asio = boost::asio;

struct Counts {
  long started = 0, answered = 0;
};

asio::awaitable<void> slot(asio::any_io_executor executor, const Job& job,
                           const tare::LaunchSpec& spec, tare::RunClock& clock,
                           tare::ProcessTable& table, Counts& counts) {
  while (counts.started < job.launches) {
    ++counts.started;
    auto process = tare::AdapterProcess::start(executor, spec, clock, table);
    if (!process.ok()) {
      std::fprintf(stderr, "%s\n", process.error().reason.c_str());
      std::exit(1);
    }
    bool answered = false;
    const tare::Deadlines deadlines;
    co_await process.value()->serve(std::string(kRequest), true, deadlines,
                                    [&answered](std::string_view) {
                                      answered = true;
                                      return tare::SinkState::answered;
                                    });
    co_await process.value()->end(deadlines);
    counts.answered += answered ? 1 : 0;
  }
}

long run_through_tare(const Job& job) {
  tare::prepare_process_for_children();
  tare::LaunchSpec spec;
  for (char* const argument : job.argv) {
    if (argument) spec.argv.emplace_back(argument);
  }
  spec.program = spec.argv[0];
  for (char** entry = environ; *entry; ++entry) spec.environment.emplace_back(*entry);
  tare::RunClock clock;
  tare::ProcessTable table;
  Counts counts;
  asio::io_context io(1);
  for (long i = 0; i < job.at_once; ++i) {
    asio::co_spawn(io, slot(io.get_executor(), job, spec, clock, table, counts), asio::detached);
  }
  io.run();
  return counts.answered;
}

}  // namespace

int main(int argc, char** argv) {
  int next = 1;
  const bool through_tare = argc > 1 && std::string_view(argv[1]) == "--asio";
  if (through_tare) ++next;
  if (argc < next + 4 || std::string_view(argv[next + 2]) != "--") {
    std::fprintf(stderr, "usage: bench_spawn [--asio] N J -- command...\n");
    return 2;
  }
  Job job;
  job.launches = std::atol(argv[next]);
  job.at_once = std::atol(argv[next + 1]);
  if (job.launches < 1 || job.at_once < 1) return 2;
  for (int i = next + 3; i < argc; ++i) job.argv.push_back(argv[i]);
  job.argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  const auto begin = std::chrono::steady_clock::now();
  const long answered = through_tare ? run_through_tare(job) : BareLoop(job).run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  rusage own{};
  ::getrusage(RUSAGE_SELF, &own);
  const auto microseconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_usec);
  };
  std::printf(
      "%s: %ld processes, %ld at once, %ld answered: %.3f s, %.0f per second, own %.1f us each\n",
      through_tare ? "tare" : "bare", job.launches, job.at_once, answered, seconds,
      static_cast<double>(job.launches) / seconds,
      (microseconds(own.ru_utime) + microseconds(own.ru_stime)) /
          static_cast<double>(job.launches));
  return answered >= job.launches ? 0 : 1;
}
