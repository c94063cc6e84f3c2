// What every command shares: how it prints, how it fails.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/reporters.h"

namespace CLI {
class App;
}

namespace tare {

enum class OutputFormat : std::uint8_t { text, json };

struct Console {
  std::string color = "auto";  // auto, always, never
  bool quiet = false, verbose = false;
  OutputFormat format = OutputFormat::text;

  // `fd`: where it will be printed; decides what "auto" means (with NO_COLOR and TERM=dumb).
  TerminalStyle style(int fd) const;

  // "tare: cannot {what}: {reason} ({where})" and one line on how to mend it, for the error and
  // those with it. Returns the exit code.
  int fail(std::string_view what, const Error& error) const;

  // "tare: warning: {text}", made safe for a terminal.
  void warn(std::string_view text) const;
};

// Adds --color, --quiet, --verbose to a command, and --format where `formats`.
void add_console_options(CLI::App& command, Console& console, bool formats);

}  // namespace tare
