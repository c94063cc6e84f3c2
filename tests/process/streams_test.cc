// Feeding and draining: no order of reading and writing may block anything.
#include "driver.h"

namespace tare {
namespace {

using Kind = Termination::Kind;

class Streams : public ProcessTest {};

const std::string kMebibyte(std::size_t{1} << 20, 'x');

TEST_F(Streams, answer_and_exit_code_arrive) {
  const Outcome run = run_one(sh("read line; echo \"got $line\"; echo finished; exit 3"));
  EXPECT_EQ(run.output, "got {}\nfinished\n");
  EXPECT_TRUE(run.serve.answered);
  EXPECT_TRUE(run.serve.exited);
  EXPECT_TRUE(run.serve.stdout_closed);
  EXPECT_FALSE(run.serve.stdin_unread);
  EXPECT_EQ(run.ending.termination.kind, Kind::exited);
  EXPECT_EQ(run.ending.termination.value, 3);
  EXPECT_EQ(run.ending.stop, StopCause::none);
  EXPECT_FALSE(run.ending.leaked_pipe);
  EXPECT_EQ(run.ending.descendants_left, 0U);
  EXPECT_EQ(run.ending.stdout_bytes, run.output.size());
}

TEST_F(Streams, a_clean_end_does_not_sit_out_the_leak_window) {
  Launch launch = sh("echo finished");
  launch.deadlines.leak_ms = 30000;
  const Outcome run = run_one(launch);
  EXPECT_FALSE(run.ending.leaked_pipe);
}

TEST_F(Streams, an_adapter_that_never_reads_a_mebibyte_ends_as_stdin_unread) {
  Launch launch = sh("echo finished");
  launch.request = kMebibyte;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "finished\n");
  EXPECT_TRUE(run.serve.stdin_unread);
  EXPECT_EQ(run.ending.termination.value, 0);
}

TEST_F(Streams, stdin_can_be_the_null_device) {
  Launch launch = sh("readlink /proc/self/fd/0; cat; echo finished");
  launch.request = "";
  launch.stdin_is_null = true;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "/dev/null\nfinished\n");
  EXPECT_FALSE(run.serve.stdin_unread);
  EXPECT_EQ(run.ending.termination.value, 0);
}

TEST_F(Streams, an_adapter_that_closes_stdin_and_goes_on_is_not_a_failure) {
  Launch launch = sh("exec 0<&-; echo closed; echo finished");
  launch.request = kMebibyte;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "closed\nfinished\n");
  EXPECT_TRUE(run.serve.stdin_unread);
  EXPECT_EQ(run.ending.termination.kind, Kind::exited);
}

TEST_F(Streams, a_mebibyte_written_before_reading_blocks_nothing) {
  Launch launch = python(
      "import sys\n"
      "sys.stdout.write('y' * 1048576); sys.stdout.flush()\n"
      "n = len(sys.stdin.read())\n"
      "print(n, 'finished')\n");
  launch.request = kMebibyte;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output.size(), 1048576U + std::string("1048576 finished\n").size());
  EXPECT_FALSE(run.serve.stdin_unread);
}

TEST_F(Streams, a_mebibyte_both_ways_comes_back_unchanged) {
  Launch launch = sh("cat");
  launch.request.clear();
  for (std::size_t i = 0; i < kMebibyte.size(); ++i) {
    launch.request.push_back(static_cast<char>('a' + i * i % 23));
  }
  const Outcome run = run_one(launch);
  EXPECT_TRUE(run.output == launch.request);
  EXPECT_EQ(run.ending.stdout_bytes, launch.request.size());
}

TEST_F(Streams, bytes_in_the_pipe_at_exit_are_still_read) {
  // As many bytes as a pipe holds, written at once just before the exit.
  const Outcome run = run_one(sh("head -c 65536 /dev/zero; exit 0"));
  EXPECT_EQ(run.output.size(), 65536U);
}

TEST_F(Streams, stdout_closed_early_is_told_apart_from_the_exit) {
  const Outcome run = run_one(sh("echo finished; exec 1>&-; read line; exit 5"));
  EXPECT_TRUE(run.serve.stdout_closed);
  EXPECT_EQ(run.ending.termination.value, 5);
}

TEST_F(Streams, a_flood_on_stdout_is_stopped_at_its_cap) {
  Launch launch = sh("exec cat /dev/zero");
  launch.stdout_cap = 200000;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output.size(), 200000U);
  EXPECT_EQ(run.serve.stop, StopCause::output_overflow);
  EXPECT_EQ(run.ending.stop, StopCause::output_overflow);
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
  EXPECT_EQ(run.ending.termination.value, SIGTERM);
  EXPECT_GT(run.ending.stdout_bytes, 200000U);
}

TEST_F(Streams, exactly_the_cap_is_no_flood) {
  Launch launch = sh("head -c 200000 /dev/zero");
  launch.stdout_cap = 200000;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output.size(), 200000U);
  EXPECT_EQ(run.serve.stop, StopCause::none);
  EXPECT_EQ(run.ending.termination.kind, Kind::exited);
}

TEST_F(Streams, a_flood_that_ends_before_it_is_stopped_is_a_flood_of_a_process_that_exited) {
  // Larger than the cap, smaller than a pipe: it has exited before we look.
  Launch launch = sh("head -c 60000 /dev/zero; exit 7");
  launch.stdout_cap = 1000;
  launch.sink = [](const std::string&) { return SinkState::more; };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output.size(), 1000U);
  EXPECT_EQ(run.serve.stop, StopCause::output_overflow);
  if (run.ending.termination.kind == Kind::exited) {
    EXPECT_EQ(run.ending.termination.value, 7);
  }
}

TEST_F(Streams, a_flood_on_stderr_is_drained_and_its_head_and_tail_kept) {
  Launch launch = sh(
      "echo first >&2; head -c 5000000 /dev/zero | tr '\\0' z >&2; echo last >&2; echo finished");
  launch.stderr_cap = 1000;
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "finished\n");
  EXPECT_EQ(run.ending.termination.kind, Kind::exited);
  EXPECT_EQ(run.ending.stderr_bytes, 5000011U);
  EXPECT_EQ(run.ending.stderr_head.substr(0, 7), "first\nz");
  EXPECT_EQ(run.ending.stderr_head.size(), 500U);
  EXPECT_EQ(run.ending.stderr_tail.size(), 500U);
  EXPECT_EQ(run.ending.stderr_tail.substr(494), "zlast\n");
}

TEST_F(Streams, stderr_within_its_cap_is_kept_whole) {
  const Outcome run = run_one(sh("echo trouble >&2; echo finished"));
  EXPECT_EQ(run.ending.stderr_head, "trouble\n");
  EXPECT_EQ(run.ending.stderr_tail, "");
}

TEST_F(Streams, a_violation_stops_the_process_and_the_sink_hears_no_more) {
  Launch launch =
      sh("trap 'echo more; echo dying >&2; exit 0' TERM; echo garbage; "
         "while :; do sleep 0.01; done");
  launch.sink = [](const std::string& output) {
    return output == "garbage\n" ? SinkState::violation : SinkState::more;
  };
  const Outcome run = run_one(launch);
  EXPECT_EQ(run.output, "garbage\n");
  EXPECT_EQ(run.serve.stop, StopCause::violation);
  EXPECT_EQ(run.ending.termination.kind, Kind::stopped);
  EXPECT_TRUE(run.ending.termination.stop_exited);
  EXPECT_NE(run.ending.stderr_head.find("dying\n"), std::string::npos);
  EXPECT_EQ(run.ending.stdout_bytes, 13U);
}

TEST_F(Streams, two_adapters_at_once_do_not_hold_each_others_pipes) {
  // The second is born while the first lives; the first's EOF must not wait for the second.
  Launch quick = sh("echo finished");
  Launch slow = sh("read line; echo $line; exec 1>&-; exec sleep 0.5");
  const auto runs = run_together({slow, quick});
  EXPECT_FALSE(runs[1].ending.leaked_pipe);
  EXPECT_TRUE(runs[1].serve.stdout_closed);
}

}  // namespace
}  // namespace tare
