// One running adapter process: launched, fed, drained, timed, ended, reaped, swept.
//
// A mechanism without opinions: it knows bytes, clocks and processes, and nothing of what an
// adapter's output means. The order of events is the point; docs/processes.md tells why each step
// stands where it does. One thread, one io_context.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/attempt.h"
#include "process/launch_spec.h"
#include "process/process_table.h"
#include "process/run_clock.h"

namespace tare {

// What the sink makes of the bytes so far.
enum class SinkState : std::uint8_t {
  more,       // go on reading
  answered,   // the answer to this request is whole
  violation,  // stop the process: nothing it says can be used
};

// Why Tare stopped the process; set before the first signal is sent.
enum class StopCause : std::uint8_t {
  none,
  startup_timeout,
  idle_timeout,
  deadline,
  violation,
  output_overflow,
  interrupted
};

struct Deadlines {
  std::optional<std::uint32_t> startup_ms, idle_ms;  // any byte on stdout satisfies them
  std::uint32_t total_ms = 60000;                    // absolute, from the start of serve()
  std::uint32_t kill_grace_ms = 2000;
  std::uint32_t leak_ms = 100;
};

struct ServeResult {
  bool answered = false;  // the sink said so
  bool exited = false;    // the leader has exited (not reaped yet)
  bool stdout_closed = false;
  // EPIPE, or the answer or the exit came with bytes unwritten: do not send it another request.
  bool stdin_unread = false;
  StopCause stop = StopCause::none;
  std::string process_state;  // on a timeout: what /proc said, such as "stopped (SIGSTOP)"; else ""
};

struct Ending {
  // `stopped` with the cause `none`: it did not end by itself when its stdin was closed.
  Termination termination;
  StopCause stop = StopCause::none;
  bool leaked_pipe = false;
  std::uint32_t descendants_left = 0;
  std::vector<std::string> descendant_names;  // "sleep (pid 4711)", at most 8
  std::string stderr_head, stderr_tail;       // within the cap; tail empty if head holds all
  std::uint64_t stderr_bytes = 0, stdout_bytes = 0;
};

class AdapterProcess {
 public:
  // Spawns. A failure of the system is an error that names the program and how to mend it.
  // REQUIRES: `clock` and `table` outlive the io_context's last handler;
  // prepare_process_for_children has run. `spec.environment` holds TARE_SCRATCH if `spec.scratch`
  // is set.
  static Result<std::unique_ptr<AdapterProcess>> start(boost::asio::any_io_executor executor,
                                                       const LaunchSpec& spec, RunClock& clock,
                                                       ProcessTable& table);
  // REQUIRES: end() has completed, else the process is killed and reaped here, blocking.
  ~AdapterProcess();

  int pid() const;

  // Feeds one request while draining stdout into `sink` and stderr into a bounded store, all under
  // one absolute deadline. `close_stdin`: this is the last request. Returns when the sink has
  // answered and (close_stdin) the leader has exited and stdout has closed or the leak window has
  // passed; or (not close_stdin) as soon as the sink has answered; or when the process is gone, or
  // was stopped. The sink is called only from here.
  boost::asio::awaitable<ServeResult> serve(std::string request, bool close_stdin,
                                            Deadlines deadlines,
                                            std::function<SinkState(std::string_view)> sink);

  // True if a byte is waiting on stdout or the process is gone: a kept process that spoke unasked
  // or died between two requests.
  bool disturbed();

  // Ends what is left: closes stdin, waits (leak window) for exit and EOF, SIGTERM then SIGKILL to
  // the group, reaps, sweeps descendants. Always leaves nothing behind.
  boost::asio::awaitable<Ending> end(Deadlines deadlines);

  // Asks a serve() in progress to stop the process: `signal` to the group now, SIGKILL after the
  // grace. Idempotent; SIGKILL at once if `kill_now`.
  void stop(StopCause cause, int signal, bool kill_now = false);

  // What has been kept of stderr so far: at most the last `max_bytes`. For a kept process, whose
  // Ending comes only after its last request.
  std::string stderr_so_far(std::size_t max_bytes) const;
  std::uint64_t stderr_bytes() const;

  struct Impl;  // process/running_child.h

 private:
  explicit AdapterProcess(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;  // shared with handlers that are still queued
};

}  // namespace tare
