// What a child is born with: three descriptors, default signals, its limits, its folder; and what
// Tare itself puts right when it starts.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "process/proc_info.h"

namespace tare {
namespace {

using ::testing::HasSubstr;

class Inheritance : public ProcessTest {};

// Runs the body in a forked copy of this process, whose state it may ruin; returns its exit code.
int in_a_copy(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST_F(Inheritance, the_child_has_descriptors_zero_one_and_two_and_no_other) {
  const int without_cloexec = ::open("/dev/null", O_RDONLY);
  const int high = ::fcntl(without_cloexec, F_DUPFD, 300);
  const Outcome run = run_one(sh("for f in /proc/$$/fd/*; do [ -e $f ] && echo ${f##*/}; done"));
  EXPECT_EQ(run.output, "0\n1\n2\n");
  ::close(without_cloexec);
  ::close(high);
}

TEST_F(Inheritance, no_signal_is_blocked_or_ignored_in_the_child) {
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGINT, &ignore, &before);
  sigset_t blocked, old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  ::sigprocmask(SIG_BLOCK, &blocked, &old);
  const Outcome run =
      run_one(Launch{.command = {"/bin/grep", "-E", "SigBlk|SigIgn", "/proc/self/status"}});
  ::sigprocmask(SIG_SETMASK, &old, nullptr);
  ::sigaction(SIGINT, &before, nullptr);
  // The two that remain, 32 and 33, are the C library's own; posix_spawn ignores them in every
  // child.
  EXPECT_EQ(run.output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n");
}

TEST_F(Inheritance, the_child_leads_a_group_of_its_own) {
  const Outcome run = run_one(sh("cut -d' ' -f5 /proc/$$/stat"));
  EXPECT_EQ(run.output, std::to_string(run.pid) + "\n");
}

TEST_F(Inheritance, the_child_runs_in_its_folder) { EXPECT_EQ(run_one(sh("pwd")).output, "/\n"); }

TEST_F(Inheritance, programs_that_cannot_start_are_errors_that_leave_nothing) {
  EXPECT_THAT(run_one(Launch{.command = {"/no/such/program"}}).start_error,
              HasSubstr("No such file or directory"));
  EXPECT_THAT(run_one(Launch{.command = {"/etc/passwd"}}).start_error,
              HasSubstr("Permission denied"));
  EXPECT_THAT(run_one(Launch{.command = {"/"}}).start_error, HasSubstr("Permission denied"));
}

TEST_F(Inheritance, a_memory_limit_holds_in_the_adapter) {
  Launch launch = sh("ulimit -v; ulimit -Hv; echo finished");
  launch.memory_bytes = std::uint64_t{512} << 20;
  launch.shim = "/proc/self/exe";
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "524288\n524288\nfinished\n");
  EXPECT_EQ(run.ending.termination.value, 0);
}

TEST_F(Inheritance, a_process_limit_holds_in_the_adapter) {
  Launch launch{.command = {"/bin/grep", "Max processes", "/proc/self/limits"}};
  launch.processes = 77;
  launch.shim = "/proc/self/exe";
  EXPECT_THAT(run_one(launch).output, HasSubstr(" 77 "));
}

TEST_F(Inheritance, a_program_that_the_shim_cannot_start_exits_as_a_shell_would) {
  Launch launch{.command = {"/no/such/program"}};
  launch.processes = 100000;
  launch.shim = "/proc/self/exe";
  const Outcome missing = run_one(launch);
  EXPECT_EQ(missing.ending.termination.value, 127);
  EXPECT_EQ(missing.output, "");
  EXPECT_THAT(missing.ending.stderr_head,
              HasSubstr("tare: cannot start /no/such/program: No such file or directory"));
  launch.command = {"/etc/passwd"};
  EXPECT_EQ(run_one(launch).ending.termination.value, 126);
}

TEST_F(Inheritance, missing_standard_descriptors_are_filled_at_the_start) {
  EXPECT_EQ(in_a_copy([] {
              for (int fd = 0; fd <= 2; ++fd) ::close(fd);
              prepare_process_for_children();
              for (int fd = 0; fd <= 2; ++fd) {
                if (::fcntl(fd, F_GETFD) < 0) return 10 + fd;
              }
              char byte = 'x';
              if (::read(0, &byte, 1) != 0) return 20;
              // A report that goes nowhere must not pass for written.
              if (::write(1, &byte, 1) >= 0) return 21;
              return 0;
            }),
            0);
}

TEST_F(Inheritance, ignored_sigchld_and_blocked_signals_are_put_right_at_the_start) {
  EXPECT_EQ(in_a_copy([] {
              ::signal(SIGCHLD, SIG_IGN);
              sigset_t all;
              sigfillset(&all);
              ::sigprocmask(SIG_BLOCK, &all, nullptr);
              prepare_process_for_children();
              sigset_t now;
              ::sigprocmask(SIG_BLOCK, nullptr, &now);
              if (sigismember(&now, SIGTERM) || sigismember(&now, SIGCHLD)) return 1;
              struct sigaction action {};
              ::sigaction(SIGCHLD, nullptr, &action);
              if (action.sa_handler != SIG_DFL) return 2;
              ::sigaction(SIGPIPE, nullptr, &action);
              return action.sa_handler == SIG_IGN ? 0 : 3;
            }),
            0);
}

void set_descriptor_limit(rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

TEST_F(Inheritance, a_small_hard_limit_of_descriptors_bounds_the_jobs_and_says_so) {
  EXPECT_EQ(
      in_a_copy([] {
        set_descriptor_limit(64, 64);
        std::string note;
        const auto jobs = bounded_jobs(200, &note);
        if (jobs < 1 || jobs > 4) return 1;
        if (note.find("64") == std::string::npos || note.find("ulimit -n") == std::string::npos)
          return 2;
        set_descriptor_limit(8, 8);
        return bounded_jobs(200, &note) == 1 ? 0 : 3;
      }),
      0);
}

TEST_F(Inheritance, a_soft_limit_is_raised_and_the_child_gets_the_original) {
  EXPECT_EQ(in_a_copy([] {
              set_descriptor_limit(64, 4096);
              std::string note = "old";
              if (bounded_jobs(200, &note) != 200 || !note.empty()) return 1;
              rlimit now{};
              ::getrlimit(RLIMIT_NOFILE, &now);
              if (now.rlim_cur < 800) return 2;
              // Descriptors beyond the child's limit are no obstacle to launching it.
              for (int i = 0; i < 100; ++i) (void)::open("/dev/null", O_RDONLY | O_CLOEXEC);
              if (run_one(sh("ulimit -n; ulimit -Hn")).output != "64\n4096\n") return 3;
              ::getrlimit(RLIMIT_NOFILE, &now);
              return now.rlim_cur >= 800 ? 0 : 4;
            }),
            0);
}

TEST_F(Inheritance, as_many_jobs_as_fit_do_run_at_once) {
  EXPECT_EQ(in_a_copy([] {
              set_descriptor_limit(80, 80);
              std::string note;
              const auto jobs = bounded_jobs(200, &note);
              std::vector<Launch> launches(jobs, sh("read line; echo finished"));
              for (const Outcome& run : run_together(launches)) {
                if (!run.start_error.empty() || run.output != "finished\n") return 1;
              }
              return 0;
            }),
            0);
}

TEST(ProcInfo, reads_a_name_full_of_parentheses) {
  const auto own = read_proc_stat(::getpid());
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(own->parent, ::getppid());
  const pid_t pid = ::fork();
  if (pid == 0) {
    std::FILE* comm = std::fopen("/proc/self/comm", "w");
    std::fputs(") Z 1 (\x1b", comm);
    std::fclose(comm);
    const auto stat = read_proc_stat(::getpid());
    ::_exit(stat && stat->name == ") Z 1 (?" && stat->state == 'R' ? 0 : 1);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(ProcInfo, finds_a_whole_entry_of_an_environment_and_nothing_less) {
  // The environment this program was started with, not what setenv made of it.
  const char* path = std::getenv("PATH");
  if (!path) GTEST_SKIP() << "no PATH in the environment";
  const std::string entry = std::string("PATH=") + path;
  EXPECT_EQ(environment_has(::getpid(), entry), EnvironmentMatch::same);
  EXPECT_EQ(environment_has(::getpid(), entry.substr(0, entry.size() - 1)),
            EnvironmentMatch::other);
  EXPECT_EQ(environment_has(::getpid(), entry.substr(1)), EnvironmentMatch::other);
  EXPECT_EQ(environment_has(2'000'000'000, entry), EnvironmentMatch::unknown);
}

}  // namespace
}  // namespace tare
