// Deadlines, stopping, and who ended the process in the end.
#include <signal.h>

#include <fstream>

#include "driver.h"

namespace tare {
namespace {

using Kind = Termination::Kind;

class Clocks : public ProcessTest {};

Launch with_total(Launch launch, std::uint32_t ms) {
  launch.deadlines.total_ms = ms;
  return launch;
}

TEST_F(Clocks, a_silent_adapter_meets_its_deadline) {
  const Outcome run = run_one(with_total(sh("exec sleep 1000"), 100));
  EXPECT_FALSE(run.serve.answered);
  EXPECT_EQ(run.serve.stop, StopCause::deadline);
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
  EXPECT_EQ(run.ending.termination.value, SIGTERM);
  EXPECT_FALSE(run.ending.termination.stop_exited);
  EXPECT_NE(run.serve.process_state.find("sleeping"), std::string::npos);
}

TEST_F(Clocks, a_dripping_adapter_does_not_push_its_deadline) {
  const Outcome run = run_one(with_total(sh("while :; do echo drip; sleep 0.02; done"), 300));
  EXPECT_EQ(run.serve.stop, StopCause::deadline);
  EXPECT_NE(run.output.find("drip"), std::string::npos);
}

TEST_F(Clocks, an_answer_without_an_exit_still_meets_the_deadline) {
  const Outcome run = run_one(with_total(sh("echo finished; exec sleep 1000"), 300));
  EXPECT_TRUE(run.serve.answered);
  EXPECT_EQ(run.serve.stop, StopCause::deadline);
}

TEST_F(Clocks, sigterm_ignored_is_followed_by_sigkill) {
  Launch launch = with_total(sh("trap '' TERM; echo ready; while :; do sleep 0.05; done"), 10000);
  launch.deadlines.kill_grace_ms = 100;
  launch.when_seen = "ready";
  launch.then = [](AdapterProcess& process) { process.stop(StopCause::interrupted, SIGTERM); };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.stop, StopCause::interrupted);
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
  EXPECT_EQ(run.ending.termination.value, SIGKILL);
  EXPECT_GE(run.seconds, 0.1);
}

TEST_F(Clocks, an_exit_after_sigterm_keeps_its_exit_code) {
  Launch launch = sh("trap 'exit 42' TERM; echo ready; while :; do sleep 0.01; done");
  launch.when_seen = "ready";
  launch.then = [](AdapterProcess& process) { process.stop(StopCause::interrupted, SIGTERM); };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
  EXPECT_TRUE(run.ending.termination.stop_exited);
  EXPECT_EQ(run.ending.termination.value, 42);
}

TEST_F(Clocks, kill_now_does_not_wait_for_the_grace) {
  Launch launch = sh("trap '' TERM; echo ready; while :; do sleep 0.01; done");
  launch.deadlines.kill_grace_ms = 60000;
  launch.when_seen = "ready";
  launch.then = [](AdapterProcess& process) {
    process.stop(StopCause::interrupted, SIGTERM);
    process.stop(StopCause::deadline, SIGKILL, true);
  };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.ending.stop, StopCause::interrupted);
  EXPECT_EQ(run.ending.termination.value, SIGKILL);
}

TEST_F(Clocks, a_process_that_stopped_itself_is_named_so_and_ended) {
  Launch launch = with_total(sh("echo ready; kill -STOP $$; echo finished"), 300);
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.serve.stop, StopCause::deadline);
  EXPECT_EQ(run.serve.process_state, "stopped: it may be waiting for a terminal");
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
}

TEST_F(Clocks, a_stopped_process_hears_sigterm) {
  Launch launch =
      with_total(sh("trap 'exit 9' TERM; kill -STOP $$; while :; do sleep 0.01; done"), 200);
  launch.deadlines.kill_grace_ms = 60000;
  const Outcome run = run_one(launch);
  EXPECT_TRUE(run.ending.termination.stop_exited);
  EXPECT_EQ(run.ending.termination.value, 9);
}

TEST_F(Clocks, the_start_clock_ends_with_the_first_byte) {
  Launch silent = sh("exec sleep 1000");
  silent.deadlines.startup_ms = 100;
  EXPECT_EQ(run_one(silent).serve.stop, StopCause::startup_timeout);
  Launch speaks = sh("printf x; sleep 0.6; echo finished");
  speaks.deadlines.startup_ms = 400;
  const Outcome run = run_one(speaks);
  EXPECT_EQ(run.serve.stop, StopCause::none);
  EXPECT_EQ(run.output, "xfinished\n");
}

TEST_F(Clocks, the_idle_clock_starts_anew_with_each_byte) {
  Launch falls_silent = sh("echo a; exec sleep 1000");
  falls_silent.deadlines.idle_ms = 150;
  const Outcome silent = run_one(falls_silent);
  EXPECT_EQ(silent.serve.stop, StopCause::idle_timeout);
  EXPECT_EQ(silent.output, "a\n");
  Launch keeps_talking = sh("for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.1; done; echo finished");
  keeps_talking.deadlines.idle_ms = 600;
  const Outcome talks = run_one(keeps_talking);
  EXPECT_EQ(talks.serve.stop, StopCause::none);
  EXPECT_GE(talks.seconds, 0.75);
}

TEST_F(Clocks, the_idle_clock_rests_after_the_answer) {
  Launch launch = sh("echo finished; sleep 0.4");
  launch.deadlines.idle_ms = 100;
  EXPECT_EQ(run_one(launch).serve.stop, StopCause::none);
}

TEST_F(Clocks, exit_nine_and_signal_nine_differ) {
  const Outcome exited = run_one(sh("exit 9"));
  EXPECT_EQ(exited.ending.termination.kind, Kind::exited);
  EXPECT_EQ(exited.ending.termination.value, 9);
  const Outcome killed = run_one(sh("kill -KILL $$"));
  EXPECT_EQ(killed.ending.termination.kind, Kind::signalled);
  EXPECT_EQ(killed.ending.termination.value, SIGKILL);
  EXPECT_EQ(killed.ending.stop, StopCause::none);
}

TEST(RunClockTest, a_pause_shifts_deadlines_by_its_length) {
  RunClock clock;
  const auto before = clock.now();
  const auto when = before + std::chrono::seconds(5);
  const auto steady = clock.to_steady(when);
  clock.add_pause(std::chrono::seconds(60));
  EXPECT_LT(clock.now(), before);
  EXPECT_EQ(clock.to_steady(when) - steady, std::chrono::seconds(60));
}

// ---- one process, several requests

TEST_F(Clocks, a_kept_process_answers_in_turn_and_ends_when_stdin_closes) {
  const Launch launch = sh("while read line; do echo \"finished $line\"; done; exit 4");
  const Served served = serve_in_turn(launch, 3);
  ASSERT_EQ(served.outputs.size(), 3U);
  for (const std::string& output : served.outputs) EXPECT_EQ(output, "finished {}\n");
  EXPECT_FALSE(served.serves[0].exited);
  EXPECT_FALSE(served.disturbed[0]);
  EXPECT_FALSE(served.disturbed[1]);
  EXPECT_TRUE(served.disturbed[2]);
  EXPECT_EQ(served.ending.termination.kind, Kind::exited);
  EXPECT_EQ(served.ending.termination.value, 4);
}

TEST_F(Clocks, a_kept_process_that_speaks_unasked_is_disturbed) {
  const std::string go = folder_ + "/go";
  const Launch launch = sh("read line; echo finished; while [ ! -e " + go +
                           " ]; do sleep 0.01; done; echo unasked; read line; echo finished");
  const Served served = serve_in_turn(launch, 2, [&go](AdapterProcess& process) {
    EXPECT_EQ(process.disturbed(), std::ifstream(go).good());
    std::ofstream{go};
    EXPECT_TRUE(eventually([&process] { return process.disturbed(); }));
  });
  EXPECT_TRUE(served.disturbed[0]);
  EXPECT_EQ(served.outputs[1], "unasked\nfinished\n");
}

// The event loop may be late: the process is gone, and the loop has not been told when it asks.
TEST_F(Clocks, a_kept_process_whose_end_is_heard_of_late_is_waited_for) {
  Launch launch = sh("read line; echo finished");
  launch.deadlines.leak_ms = 0;
  launch.close_after_last = false;
  const Served served = serve_in_turn(launch, 1, [](AdapterProcess& process) {
    const int pid = process.pid();
    EXPECT_TRUE(eventually([pid] { return !is_alive(pid); }));
  });
  EXPECT_TRUE(served.serves[0].answered);
  EXPECT_EQ(served.ending.stop, StopCause::none);
  EXPECT_EQ(served.ending.termination.kind, Kind::exited);
}

TEST_F(Clocks, a_kept_process_that_died_between_requests_is_disturbed) {
  const Launch launch = sh("while read line; do echo finished; done");
  const Served served = serve_in_turn(launch, 2, [](AdapterProcess& process) {
    const int pid = process.pid();
    ::kill(pid, SIGKILL);
    EXPECT_TRUE(eventually([pid] { return !is_alive(pid); }));
  });
  EXPECT_TRUE(served.disturbed[0]);
  EXPECT_FALSE(served.serves[1].answered);
  EXPECT_TRUE(served.serves[1].exited);
  EXPECT_TRUE(served.serves[1].stdin_unread);
  EXPECT_EQ(served.ending.termination.kind, Kind::signalled);
}

}  // namespace
}  // namespace tare
