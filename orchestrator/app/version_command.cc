// `tare version`.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/console.h"
#include "base/file.h"
#include "run/version.h"

namespace tare {

void add_version_command(CLI::App& app, CommandLine& line) {
  auto console = std::make_shared<Console>();
  CLI::App& command = *app.add_subcommand("version", "Print the versions of tare and its formats");
  add_console_options(command, *console, true);
  command.callback([console, &line] {
    const std::string text =
        console->format == OutputFormat::json
            ? fmt::format("{{\"tare\":\"{}\",\"protocol\":1,\"results\":\"tare-results/1\"}}\n",
                          kVersion)
            : fmt::format("tare {} (adapter protocol 1, tare-results/1)\n", kVersion);
    line.exit_code = write_all(STDOUT_FILENO, text) ? 0 : 110;
  });
}

}  // namespace tare
