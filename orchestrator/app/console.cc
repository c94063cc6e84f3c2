#include "app/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/exit_code.h"
#include "base/escape.h"
#include "base/file.h"

namespace tare {
namespace {

constexpr std::uint32_t kDefaultWidth = 80, kNarrowest = 40, kWidest = 160;

bool wants_color(const std::string& choice, int fd) {
  if (choice != "auto") return choice == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color && *no_color) return false;
  return ::isatty(fd) != 0 && !(term && std::string_view(term) == "dumb");
}

std::string one_error(std::string_view what, const Error& error) {
  std::string out = what.empty() ? fmt::format("  {}", escape_for_terminal(error.reason, true))
                                 : fmt::format("tare: cannot {}: {}", what,
                                               escape_for_terminal(error.reason, true));
  if (!error.where.empty()) out += fmt::format(" ({})", escape_for_terminal(error.where));
  out += '\n';
  if (!error.mend.empty()) {
    out += fmt::format("{}{}\n", what.empty() ? "    " : "  ", escape_for_terminal(error.mend));
  }
  return out;
}

}  // namespace

TerminalStyle Console::style(int fd) const {
  TerminalStyle style;
  style.color = wants_color(color, fd);
  style.quiet = quiet;
  style.verbose = verbose;
  winsize size{};
  style.width = kDefaultWidth;
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::uint32_t>(size.ws_col, kNarrowest, kWidest);
  }
  return style;
}

int Console::fail(std::string_view what, const Error& error) const {
  std::string text = one_error(what, error);
  for (const auto& further : error.more) text += one_error("", further);
  (void)write_all(STDERR_FILENO, text);
  return exit_code_of(error);
}

void Console::warn(std::string_view text) const {
  (void)write_all(STDERR_FILENO, "tare: warning: " + escape_for_terminal(text) + "\n");
}

void add_console_options(CLI::App& command, Console& console, bool formats) {
  command.add_option("--color", console.color, "Colours: auto, always or never (NO_COLOR counts)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  command.add_flag("-q,--quiet", console.quiet, "Say only what went wrong");
  command.add_flag("-v,--verbose", console.verbose, "Say more");
  if (formats) {
    static const std::map<std::string, OutputFormat> names{{"text", OutputFormat::text},
                                                           {"json", OutputFormat::json}};
    command
        .add_option_function<std::string>(
            "--format", [&console](const std::string& name) { console.format = names.at(name); },
            "text, or json: exactly one JSON document on stdout")
        ->check(CLI::IsMember({"text", "json"}))
        ->type_name("FORMAT");
  }
}

}  // namespace tare
