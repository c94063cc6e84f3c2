// The driver's own half with the event loop, so that the other tests compile without it; and the
// plainest run of all.
#include "driver.h"

#include <signal.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "process/proc_info.h"

namespace tare {

namespace asio = boost::asio;

namespace {

LaunchSpec spec_of(const Launch& launch) {
  LaunchSpec spec;
  spec.argv = launch.command;
  const char* path = std::getenv("PATH");
  const auto resolved = resolve_program(launch.command.at(0), "/", path ? path : "/usr/bin:/bin");
  spec.program = resolved.ok() ? resolved.value() : launch.command.at(0);
  spec.cwd = "/";
  spec.environment = {std::string("PATH=") + (path ? path : "/usr/bin:/bin")};
  for (const std::string& entry : launch.environment) spec.environment.push_back(entry);
  spec.stdin_is_null = launch.stdin_is_null;
  spec.scratch = launch.scratch;
  if (!launch.scratch.empty()) spec.environment.push_back("TARE_SCRATCH=" + launch.scratch);
  spec.stdout_cap = launch.stdout_cap;
  spec.stderr_cap = launch.stderr_cap;
  spec.memory_bytes = launch.memory_bytes;
  spec.processes = launch.processes;
  spec.shim = launch.shim;
  return spec;
}

std::function<SinkState(std::string_view)> sink_of(const Launch& launch, std::string& output,
                                                   AdapterProcess& process) {
  return [&launch, &output, &process, told = false](std::string_view bytes) mutable {
    output.append(bytes);
    if (!told && launch.then && output.find(launch.when_seen) != std::string::npos) {
      told = true;
      launch.then(process);
    }
    if (launch.sink) return launch.sink(output);
    return output.find("finished") != std::string::npos ? SinkState::answered : SinkState::more;
  };
}

asio::awaitable<void> run_launch(asio::any_io_executor executor, const Launch& launch,
                                 RunClock& clock, ProcessTable& table, Outcome& outcome) {
  const auto begin = std::chrono::steady_clock::now();
  auto started = AdapterProcess::start(executor, spec_of(launch), clock, table);
  if (!started.ok()) {
    outcome.start_error = started.error().reason + "; " + started.error().mend;
    co_return;
  }
  std::unique_ptr<AdapterProcess> process = std::move(started.value());
  outcome.pid = process->pid();
  outcome.serve = co_await process->serve(launch.request, true, launch.deadlines,
                                          sink_of(launch, outcome.output, *process));
  outcome.ending = co_await process->end(launch.deadlines);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

asio::awaitable<void> run_served(asio::any_io_executor executor, const Launch& launch, int requests,
                                 const std::function<void(AdapterProcess&)>& between,
                                 RunClock& clock, ProcessTable& table, Served& served) {
  auto started = AdapterProcess::start(executor, spec_of(launch), clock, table);
  if (!started.ok()) co_return;
  std::unique_ptr<AdapterProcess> process = std::move(started.value());
  for (int i = 0; i < requests; ++i) {
    std::string output;
    served.serves.push_back(
        co_await process->serve(launch.request, launch.close_after_last && i + 1 == requests,
                                launch.deadlines, sink_of(launch, output, *process)));
    served.outputs.push_back(output);
    if (between) between(*process);
    served.disturbed.push_back(process->disturbed());
  }
  served.ending = co_await process->end(launch.deadlines);
}

void prepare_once() {
  static const bool done = [] {
    prepare_process_for_children();
    return true;
  }();
  (void)done;
}

}  // namespace

Launch sh(const std::string& script) { return Launch{.command = {"/bin/sh", "-c", script}}; }

Launch python(const std::string& script) {
  const bool system = std::filesystem::exists("/usr/bin/python3");
  return Launch{.command = {system ? "/usr/bin/python3" : "python3", "-S", "-c", script}};
}

std::vector<Outcome> run_together(std::vector<Launch> launches) {
  prepare_once();
  RunClock clock;
  ProcessTable table;
  std::vector<Outcome> outcomes(launches.size());
  {
    asio::io_context io(1);
    for (std::size_t i = 0; i < launches.size(); ++i) {
      asio::co_spawn(io, run_launch(io.get_executor(), launches[i], clock, table, outcomes[i]),
                     asio::detached);
    }
    io.run();
  }
  EXPECT_EQ(table.size(), 0U);
  return outcomes;
}

Outcome run_one(Launch launch) {
  std::vector<Launch> one;
  one.push_back(std::move(launch));
  return run_together(std::move(one)).at(0);
}

Served serve_in_turn(Launch launch, int requests,
                     const std::function<void(AdapterProcess&)>& between) {
  prepare_once();
  RunClock clock;
  ProcessTable table;
  Served served;
  asio::io_context io(1);
  asio::co_spawn(io, run_served(io.get_executor(), launch, requests, between, clock, table, served),
                 asio::detached);
  io.run();
  return served;
}

bool eventually(const std::function<bool()>& condition) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::yield();
  }
  return true;
}

bool is_alive(int pid) {
  const auto stat = read_proc_stat(pid);
  return stat && stat->state != 'Z' && stat->state != 'X';
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

std::vector<int> own_children() {
  OwnChildren children;
  std::vector<pid_t> out;
  children.read(out);
  return out;
}

void ProcessTest::SetUp() {
  prepare_once();
  std::string pattern = (std::filesystem::temp_directory_path() / "tare-process-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
  descriptors_ = open_descriptors();
}

void ProcessTest::TearDown() {
  EXPECT_EQ(open_descriptors(), descriptors_);
  EXPECT_EQ(own_children(), std::vector<int>());
  std::filesystem::remove_all(folder_);
}

class Destruction : public ProcessTest {};

TEST_F(Destruction, of_a_process_that_was_never_ended_leaves_nothing) {
  RunClock clock;
  ProcessTable table;
  int pid = 0;
  {
    asio::io_context io(1);
    auto started = AdapterProcess::start(
        io.get_executor(), spec_of(sh("trap '' TERM; (setsid sleep 1000 &) ; sleep 1000")), clock,
        table);
    ASSERT_TRUE(started.ok());
    pid = started.value()->pid();
    EXPECT_TRUE(is_alive(pid));
  }
  EXPECT_FALSE(is_alive(pid));
  EXPECT_EQ(table.size(), 0U);
  table.sweep("");
}

TEST_F(Destruction, in_the_middle_of_serving_leaves_nothing) {
  RunClock clock;
  ProcessTable table;
  int pid = 0;
  {
    asio::io_context io(1);
    std::unique_ptr<AdapterProcess> process;
    auto started = AdapterProcess::start(io.get_executor(), spec_of(sh("echo ready; sleep 1000")),
                                         clock, table);
    ASSERT_TRUE(started.ok());
    process = std::move(started.value());
    pid = process->pid();
    bool ready = false;
    asio::co_spawn(io,
                   process->serve(std::string(1 << 20, 'x'), true, Deadlines{},
                                  [&ready](std::string_view) {
                                    ready = true;
                                    return SinkState::more;
                                  }),
                   asio::detached);
    while (!ready) io.run_one();
    process.reset();
    io.poll();
  }
  EXPECT_FALSE(is_alive(pid));
  EXPECT_EQ(table.size(), 0U);
}

// Five hundred launches on one loop: a leak of one descriptor or zombie a launch would show.
TEST_F(Destruction, of_five_hundred_attempts_leaves_no_descriptor_and_no_zombie) {
  RunClock clock;
  ProcessTable table;
  const std::size_t before = open_descriptors();
  asio::io_context io(1);
  // Created once per loop, and not to be counted as a leak.
  const Launch launch = sh("echo finished");
  std::size_t after_first = 0;
  int complete = 0;
  for (int i = 0; i < 250; ++i) {
    std::vector<Outcome> outcomes(2);
    for (Outcome& outcome : outcomes) {
      asio::co_spawn(io, run_launch(io.get_executor(), launch, clock, table, outcome),
                     asio::detached);
    }
    io.restart();
    io.run();
    for (const Outcome& outcome : outcomes) complete += outcome.output == "finished\n" ? 1 : 0;
    if (i == 0) after_first = open_descriptors();
  }
  EXPECT_EQ(complete, 500);
  EXPECT_EQ(open_descriptors(), after_first);
  EXPECT_LE(after_first, before + 5);
  EXPECT_EQ(own_children(), std::vector<int>());
}

}  // namespace tare

// The test program is its own exec shim, as tare is.
int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == tare::kShimMarker) {
    return tare::run_exec_shim(argc, argv);
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
