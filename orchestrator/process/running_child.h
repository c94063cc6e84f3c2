// The inside of AdapterProcess: a child's descriptors on the event loop, and what is known of it.
//
// Small handlers move bytes and note facts; the two coroutines in adapter_process.cc alone decide
// what follows from the facts. A handler that notes something decisive wakes the waiting coroutine.
#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>

#include "process/adapter_process.h"
#include "process/head_tail.h"
#include "process/spawn.h"

namespace tare {

// Handlers share ownership: one that is still queued when the AdapterProcess is destroyed finds
// closed descriptors, not freed memory.
struct AdapterProcess::Impl : std::enable_shared_from_this<AdapterProcess::Impl> {
  using Nanoseconds = std::chrono::nanoseconds;
  using Stream = boost::asio::posix::stream_descriptor;

  Impl(boost::asio::any_io_executor executor, const LaunchSpec& spec, RunClock& run_clock,
       ProcessTable& process_table);

  // Takes the descriptors over; false (and nothing taken) if the event loop refuses.
  bool adopt(Spawned& child);

  // Facts, in the order they usually come true.
  void begin_request(std::string bytes, bool close_after);
  void watch();  // arms what is not armed yet: stdout, stderr, exit
  void stop(StopCause why, int signal, bool kill_now);
  void send_kill();

  // Reads what is in the pipes now, without waiting; bounded, so that a flood does not hold us.
  void drain_now();
  bool exited_already() const;  // asks the kernel, not the event loop
  void close_stdin();
  void close_all();

  // The coroutine's half of waking: returns at `when` or as soon as a handler has news.
  boost::asio::awaitable<void> wait_until(std::optional<Nanoseconds> when);
  void wake();

  RunClock& clock;
  ProcessTable& table;
  pid_t pid = -1;
  bool reaped = false;
  std::string scratch;
  std::uint64_t stdout_cap;

  UniqueFd in_fd;  // stdin, until a request does not fit into the pipe: then `in` owns it
  Stream in, out, err, exit;
  boost::asio::steady_timer timer;
  bool waiting = false;
  bool out_armed = false, err_armed = false, exit_armed = false;

  std::string request;
  std::size_t written = 0;
  bool close_after_request = false;

  std::function<SinkState(std::string_view)> sink;  // set while serve() runs
  Deadlines deadlines;
  bool serving = false, ending = false;
  bool answered = false, stdin_unread = false;
  bool unasked = false;  // bytes came between two requests; they are still in the pipe
  bool out_eof = false, err_eof = false;
  bool exited = false;  // not reaped yet
  Nanoseconds exited_at{0}, started_at{0};
  std::optional<Nanoseconds> last_byte_at;  // since started_at

  StopCause cause = StopCause::none;
  bool signalled = false;  // we sent a signal before the leader had exited
  bool killed = false;
  std::optional<Nanoseconds> kill_at, give_up_at;

  std::uint64_t stdout_bytes = 0, served_bytes = 0;
  HeadTail stderr_kept;

 private:
  int stdin_number() { return in.is_open() ? in.native_handle() : in_fd.get(); }
  void feed();
  void feed_when_there_is_room();
  void on_exit();
  void on_stdout();
  void on_stderr();
  void take_stdout(std::string_view bytes);
  // One turn of reading; false at end of file.
  template <class Take>
  bool read_some(Stream& stream, std::size_t at_most, Take take);
};

}  // namespace tare
