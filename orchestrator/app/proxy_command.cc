// `tare proxy`: the recording proxies alone, for hand use.
#include <CLI/CLI.hpp>

#include "app/commands.h"

namespace tare {

void add_proxy_command(CLI::App& app, CommandLine& line) {
  CLI::App& command = *app.add_subcommand("proxy", "The recording proxies alone, for hand use");
  command.require_subcommand(1);
  add_proxy_model_command(command, line);
  add_proxy_mcp_command(command, line);
}

}  // namespace tare
