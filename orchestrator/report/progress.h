// The live line: done/total, rate, time left, failures so far. On a terminal it is redrawn in
// place; elsewhere a plain line is printed now and then. Fed by the scheduler while the run goes
// on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "report/reporters.h"

namespace tare {

class Progress {
 public:
  // `fd`: stderr. Nothing is printed where style.quiet.
  Progress(int fd, bool is_tty, TerminalStyle style, std::uint64_t total_trials);

  // A trial is done. `elapsed_ms`: since the run began, pauses left out.
  void trial_done(std::string_view case_id, bool incomplete, std::uint64_t elapsed_ms,
                  std::uint32_t running);
  // Redraws a terminal's line; call it a few times a second.
  void tick(std::uint64_t elapsed_ms, std::uint32_t running);
  // A message that must not be lost under the live line.
  void message(std::string_view text);
  void clear();

 private:
  void draw(std::uint64_t elapsed_ms, std::uint32_t running);
  int fd_;
  bool tty_;
  TerminalStyle style_;
  std::uint64_t total_, done_ = 0, incomplete_ = 0, last_plain_ms_ = 0, last_draw_ms_ = 0;
  bool drawn_ = false;
};

}  // namespace tare
