// One attempt: the only place where process and protocol meet.
//
// A Seat is one of the `jobs` places at which adapters run. With adapter.reuse it keeps its process
// from one attempt to the next; otherwise each attempt has a process of its own. An attempt ends as
// an AttemptRecord whatever happens: nothing here throws, and nothing is left running that the seat
// does not own.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/mask.h"
#include "model/attempt.h"
#include "process/adapter_process.h"
#include "protocol/answer_reader.h"
#include "protocol/request.h"
#include "run/launch_turns.h"
#include "run/plan.h"
#include "run/recorders.h"
#include "run/run_control.h"
#include "run/scratch.h"

namespace tare {

// What all attempts of a run share.
struct AttemptSetting {
  const RunPlan* plan = nullptr;
  const Manifest* manifest = nullptr;  // null: the suite gives no tools
  const Masker* masker = nullptr;
  std::string program;  // resolved
  std::vector<std::string> environment;
  std::string scratch_root;
  std::string shim;
  RunClock* clock = nullptr;
  ProcessTable* table = nullptr;
  RunControl* control = nullptr;
  RunRecorders* recorders = nullptr;  // null: nothing stands between client, model and tools
  LaunchTurns* turns = nullptr;       // null: this one launch waits for no other
};

struct AttemptTask {
  RequestKind request = RequestKind::run;
  const TestCase* test_case = nullptr;  // null for `describe`
  std::uint32_t trial = 1, attempt = 1;
  std::string request_line = {};        // `judge`: what it reads
  std::function<void()> on_first_byte;  // may be empty
};

// The record, and what is too large to keep in it.
struct AttemptResult {
  AttemptRecord record;
  std::string stdout_bytes;  // up to the cap, masked
  std::string stderr_bytes;  // head and tail, masked
  std::string wire_lines;    // each exchange with the model, a line each (docs/proxy.md)
  std::string mcp_lines;     // each MCP frame, a line each (docs/mcp-proxy.md)
  bool cannot_start =
      false;                 // the system could not start the program (exit 126/127 in silence too)
  bool not_started = false;  // the run was stopped before its turn came: there is no record
};

class Seat {
 public:
  explicit Seat(std::uint32_t number) : number_(number) {}

  boost::asio::awaitable<AttemptResult> run(const AttemptSetting& setting, AttemptTask task);

  // Ends a process that is kept for reuse.
  boost::asio::awaitable<void> close(const AttemptSetting& setting);

 private:
  boost::asio::awaitable<Ending> end_process(const AttemptSetting& setting, Deadlines deadlines);

  std::uint32_t number_;
  std::uint32_t launches_ = 0;
  std::unique_ptr<AdapterProcess> process_;
  std::uint32_t served_ = 0;  // requests that process_ has had
  ScratchFolder scratch_;     // of process_
};

}  // namespace tare
