// What an adapter leaves behind is found, told, ended and reaped, and never another adapter's.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "driver.h"

namespace tare {
namespace {

class Descendants : public ProcessTest {
 protected:
  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  int pid_in(const std::string& name) const {
    int pid = 0;
    std::ifstream(file(name)) >> pid;
    return pid;
  }
};

// In each script the descendant writes its pid and only then the leader goes on: no race.
std::string wait_for(const std::string& path) {
  return "while [ ! -s " + path + " ]; do sleep 0.01; done; ";
}

TEST_F(Descendants, a_grandchild_that_holds_stdout_is_a_leak_and_is_ended) {
  const Outcome run = run_one(sh("sleep 1000 & echo $!; echo finished"));
  EXPECT_TRUE(run.serve.answered);
  EXPECT_FALSE(run.serve.stdout_closed);
  EXPECT_TRUE(run.ending.leaked_pipe);
  EXPECT_EQ(run.ending.termination.kind, Termination::Kind::exited);
  EXPECT_EQ(run.ending.descendants_left, 1U);
  ASSERT_EQ(run.ending.descendant_names.size(), 1U);
  EXPECT_EQ(run.ending.descendant_names[0].substr(0, 11), "sleep (pid ");
  EXPECT_FALSE(is_alive(std::atoi(run.output.c_str())));
  EXPECT_GE(run.seconds, 0.1);
}

TEST_F(Descendants, output_of_a_grandchild_within_the_leak_window_is_kept) {
  Launch launch = sh("(sleep 0.1; echo late) & echo finished");
  launch.deadlines.leak_ms = 5000;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "finished\nlate\n");
  EXPECT_FALSE(run.ending.leaked_pipe);
}

TEST_F(Descendants, a_silent_one_in_the_group_is_found) {
  const Outcome run = run_one(sh("sleep 1000 >/dev/null 2>&1 </dev/null & echo $!; echo finished"));
  EXPECT_FALSE(run.ending.leaked_pipe);
  EXPECT_TRUE(run.serve.stdout_closed);
  EXPECT_EQ(run.ending.descendants_left, 1U);
  EXPECT_FALSE(is_alive(std::atoi(run.output.c_str())));
}

TEST_F(Descendants, a_daemon_that_left_the_group_is_found_with_the_pipe_and_without) {
  for (const std::string redirect : {"", ">/dev/null 2>&1 </dev/null"}) {
    const std::string note = file(redirect.empty() ? "a" : "b");
    Launch launch = sh("setsid sh -c 'echo $$ > " + note + "; exec sleep 1000' " + redirect +
                       " & " + wait_for(note) + "echo finished");
    launch.scratch = folder_ + "/scratch";
    const Outcome run = run_one(launch);
    EXPECT_EQ(run.ending.leaked_pipe, redirect.empty());
    EXPECT_EQ(run.ending.descendants_left, 1U);
    EXPECT_FALSE(is_alive(pid_in(redirect.empty() ? "a" : "b")));
  }
}

TEST_F(Descendants, a_tree_is_ended_to_the_last_leaf) {
  const std::string note = file("pids");
  Launch launch = sh("setsid sh -c 'for i in 1 2 3; do sleep 1000 & echo $! >> " + note +
                     "; done; (sleep 1000 & echo $! >> " + note +
                     "; wait) & wait' >/dev/null 2>&1 & "
                     "while [ \"$(wc -l < " +
                     note +
                     " 2>/dev/null || echo 0)\" -lt 4 ]; do sleep 0.01; done; "
                     "echo finished");
  launch.scratch = folder_ + "/scratch";
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.descendants_left, 6U);
  EXPECT_LE(run.ending.descendant_names.size(), 8U);
  std::ifstream pids(note);
  int pid = 0, count = 0;
  while (pids >> pid) {
    EXPECT_FALSE(is_alive(pid));
    ++count;
  }
  EXPECT_EQ(count, 4);
}

TEST_F(Descendants, two_at_once_do_not_take_each_others_daemons) {
  // The first leaves its daemon and ends; the second keeps an orphan that left its group and wants
  // it alive until the first is over.
  Launch leaver = sh("setsid sh -c 'echo $$ > " + file("theirs") +
                     "; exec sleep 1000' "
                     ">/dev/null 2>&1 & " +
                     wait_for(file("theirs")) + wait_for(file("mine")) + "echo finished");
  leaver.scratch = folder_ + "/scratch-1";
  Launch keeper = sh("(setsid sh -c 'echo $$ > " + file("mine") +
                     "; exec sleep 1000' "
                     ">/dev/null 2>&1 &); " +
                     wait_for(file("mine")) + wait_for(file("theirs")) + "while kill -0 $(cat " +
                     file("theirs") +
                     ") 2>/dev/null; do sleep 0.01; done; "
                     "kill -0 $(cat " +
                     file("mine") + ") && echo still there; echo finished");
  keeper.scratch = folder_ + "/scratch-2";
  keeper.deadlines.total_ms = 20000;
  const auto runs = run_together({leaver, keeper});
  EXPECT_EQ(runs[0].ending.descendants_left, 1U);
  EXPECT_EQ(runs[1].ending.descendants_left, 1U);
  EXPECT_EQ(runs[1].output, "still there\nfinished\n");
  EXPECT_FALSE(is_alive(pid_in("mine")));
  EXPECT_FALSE(is_alive(pid_in("theirs")));
}

TEST_F(Descendants, a_scratch_that_is_a_prefix_of_another_is_not_it) {
  Launch one =
      sh("setsid sh -c 'echo $$ > " + file("one") + "; exec sleep 1000' >/dev/null 2>&1 & " +
         wait_for(file("one")) + wait_for(file("ten")) + "echo finished");
  one.scratch = folder_ + "/s1";
  Launch ten =
      sh("(setsid sh -c 'echo $$ > " + file("ten") + "; exec sleep 1000' >/dev/null 2>&1 &); " +
         wait_for(file("ten")) + wait_for(file("one")) + "while kill -0 $(cat " + file("one") +
         ") 2>/dev/null; do sleep 0.01; done; "
         "kill -0 $(cat " +
         file("ten") + ") && echo still there; echo finished");
  ten.scratch = folder_ + "/s10";
  ten.deadlines.total_ms = 20000;
  const auto runs = run_together({one, ten});
  EXPECT_EQ(runs[1].output, "still there\nfinished\n");
}

TEST_F(Descendants,
       an_orphan_without_a_scratch_in_its_environment_is_ended_when_nobody_else_lives) {
  Launch launch = sh("env -i setsid sh -c 'echo $$ > " + file("pid") +
                     "; exec sleep 1000' "
                     ">/dev/null 2>&1 & " +
                     wait_for(file("pid")) + "echo finished");
  launch.scratch = folder_ + "/scratch";
  run_one(launch);
  EXPECT_FALSE(is_alive(pid_in("pid")));
}

TEST_F(Descendants, of_a_stopped_adapter_are_ended_too) {
  Launch launch = sh("trap '' TERM; sleep 1000 & sleep 1000 & echo ready; wait; wait");
  launch.deadlines.total_ms = 100;
  launch.deadlines.kill_grace_ms = 50;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.termination.kind, Termination::Kind::stopped);
}

TEST_F(Descendants, children_from_before_are_left_alone) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t bystander = ::fork();
  ASSERT_GE(bystander, 0);
  if (bystander == 0) {
    char byte;
    ::close(ends[1]);
    (void)!::read(ends[0], &byte, 1);
    ::_exit(0);
  }
  ::close(ends[0]);
  run_one(sh("sleep 1000 >/dev/null 2>&1 & echo finished"));
  EXPECT_TRUE(is_alive(bystander));
  ::close(ends[1]);
  int status = 0;
  EXPECT_EQ(::waitpid(bystander, &status, 0), bystander);
  EXPECT_TRUE(WIFEXITED(status));
}

TEST_F(Descendants, a_leader_that_joined_another_group_is_still_stopped) {
  Launch launch = python(
      "import os, signal, time\n"
      "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
      "os.setpgid(0, os.getpgid(os.getppid()))\n"
      "print('ready', flush=True)\n"
      "time.sleep(1000)\n");
  launch.deadlines.kill_grace_ms = 50;
  launch.when_seen = "ready";
  launch.then = [](AdapterProcess& process) { process.stop(StopCause::interrupted, SIGTERM); };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.termination.value, SIGKILL);
}

}  // namespace
}  // namespace tare
