// Runs adapters through AdapterProcess for the tests, and sees to it that nothing is left behind.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "process/adapter_process.h"

namespace tare {

struct Launch {
  std::vector<std::string> command;
  std::string request = "{}\n";
  bool stdin_is_null = false;
  Deadlines deadlines = {};
  std::uint64_t stdout_cap = 8388608, stderr_cap = 1048576;
  std::string scratch = {};
  std::optional<std::uint64_t> memory_bytes = {}, processes = {};
  std::string shim = {};
  std::vector<std::string> environment = {};
  // Called with all bytes so far; by default the answer is whole once "finished" was seen.
  std::function<SinkState(const std::string&)> sink = {};
  // Called from the event loop once output holds `when_seen`.
  std::string when_seen = {};
  std::function<void(AdapterProcess&)> then = {};
  // serve_in_turn: stdin is closed behind the last request, as the last of a run has it; else the
  // process is ended while it could serve more.
  bool close_after_last = true;
};

struct Outcome {
  std::string start_error;  // "" if it started
  ServeResult serve;
  Ending ending;
  std::string output;
  int pid = 0;
  double seconds = 0;
};

// A shell script as a command.
Launch sh(const std::string& script);
Launch python(const std::string& script);

Outcome run_one(Launch launch);
// All at once on one event loop, as a run has them.
std::vector<Outcome> run_together(std::vector<Launch> launches);

// One process that serves several requests; between them `between` is called.
struct Served {
  std::vector<ServeResult> serves;
  std::vector<bool> disturbed;
  std::vector<std::string> outputs;
  Ending ending;
};
Served serve_in_turn(Launch launch, int requests,
                     const std::function<void(AdapterProcess&)>& between = {});

// Waits for a condition that the kernel brings about, by looking; fails the test after ten seconds.
bool eventually(const std::function<bool()>& condition);
bool is_alive(int pid);
std::size_t open_descriptors();
std::vector<int> own_children();

// Every test of this kind ends with no child and no descriptor more than before.
class ProcessTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  std::string folder_;  // empty, removed afterwards

 private:
  std::size_t descriptors_ = 0;
};

}  // namespace tare
