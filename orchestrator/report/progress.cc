#include "report/progress.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/file.h"
#include "report/display_text.h"
#include "report/figure_text.h"

namespace tare {
namespace {

constexpr std::uint64_t kRedrawMs = 100;
constexpr std::uint64_t kPlainMs = 10'000;

// The mean rate since the start: steady, and honest about the time left when trials differ.
std::string pace_text(std::uint64_t done, std::uint64_t total, std::uint64_t elapsed_ms) {
  if (done == 0 || elapsed_ms < 200) return "";
  double rate = static_cast<double>(done) * 1000 / static_cast<double>(elapsed_ms);
  std::string out = rate >= 10  ? fmt::format("{:.0f}/s", rate)
                    : rate >= 1 ? fmt::format("{:.1f}/s", rate)
                                : fmt::format("{:.1f}/min", rate * 60);
  if (total > done) {
    double left_ms = static_cast<double>(total - done) * 1000 / rate;
    // Tenths of a second would flicker.
    auto seconds = static_cast<std::uint64_t>(left_ms / 1000) + 1;
    out += seconds < 60 ? fmt::format("  {} s left", seconds)
                        : "  " + duration_text(seconds * 1000) + " left";
  }
  return out;
}

}  // namespace

Progress::Progress(int fd, bool is_tty, TerminalStyle style, std::uint64_t total_trials)
    : fd_(fd), tty_(is_tty), style_(style), total_(total_trials) {}

void Progress::trial_done(std::string_view case_id, bool incomplete, std::uint64_t elapsed_ms,
                          std::uint32_t running) {
  ++done_;
  if (incomplete) ++incomplete_;
  if (style_.quiet) return;
  if (incomplete && style_.verbose) message("incomplete: " + shown_text(case_id, 200));
  if (tty_ && (elapsed_ms >= last_draw_ms_ + kRedrawMs || done_ == total_ || !drawn_))
    draw(elapsed_ms, running);
  if (!tty_) tick(elapsed_ms, running);
}

void Progress::tick(std::uint64_t elapsed_ms, std::uint32_t running) {
  if (style_.quiet) return;
  if (tty_) {
    draw(elapsed_ms, running);
  } else if (elapsed_ms >= last_plain_ms_ + kPlainMs && done_ < total_) {
    last_plain_ms_ = elapsed_ms;
    draw(elapsed_ms, running);
  }
}

void Progress::draw(std::uint64_t elapsed_ms, std::uint32_t running) {
  last_draw_ms_ = elapsed_ms;
  std::string text = count_text(done_) + " of " + counted(total_, "trial");
  if (total_ > 0) text += fmt::format("  {} %", done_ * 100 / total_);
  std::string pace = pace_text(done_, total_, elapsed_ms);
  if (!pace.empty()) text += "  " + pace;
  if (incomplete_ > 0) text += "  " + count_text(incomplete_) + " incomplete";
  if (running > 0) text += "  " + count_text(running) + " running";
  std::string line;
  if (tty_) {
    // One column is left free: a full line would wrap on some terminals and leave a trail.
    line = "\r\x1b[K" +
           paint(style_.color, Ink::dim, fit(text, style_.width > 1 ? style_.width - 1 : 1));
    drawn_ = true;
  } else {
    line = "tare: " + text + "\n";
  }
  // A live line that cannot be written is no reason to stop a run.
  (void)write_all(fd_, line);
}

void Progress::message(std::string_view text) {
  clear();
  (void)write_all(fd_, escape_for_terminal(text, true) + "\n");
}

void Progress::clear() {
  if (!drawn_) return;
  drawn_ = false;
  (void)write_all(fd_, "\r\x1b[K");
}

}  // namespace tare
