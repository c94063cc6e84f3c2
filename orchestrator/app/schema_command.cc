// `tare schema NAME`: the JSON Schemas, for editors and for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "app/commands.h"
#include "app/console.h"
#include "app/embedded.h"
#include "app/exit_code.h"
#include "app/schema_bundle.h"
#include "base/file.h"
#include "base/nearest_name.h"

namespace tare {
namespace {

constexpr std::string_view kFolder = "schema/";

std::vector<std::string_view> schema_names() {
  std::vector<std::string_view> names;
  for (const auto& file : embedded_files()) {
    if (file.name.starts_with(kFolder)) names.push_back(file.name.substr(kFolder.size()));
  }
  return names;
}

int print_schema(const Console& console, const std::string& name) {
  for (const auto& file : embedded_files()) {
    if (!file.name.starts_with(kFolder) || file.name.substr(kFolder.size()) != name) continue;
    return write_all(STDOUT_FILENO, bundled_schema(name)) ? kExitGood : kExitReport;
  }
  const std::vector<std::string_view> known = schema_names();
  if (name.empty()) {
    std::string text;
    for (const auto& each : known) text += fmt::format("{}\n", each);
    return write_all(STDOUT_FILENO, text) ? kExitGood : kExitReport;
  }
  return console.fail("print a schema", {.kind = ErrorKind::usage,
                                         .reason = fmt::format("there is no schema \"{}\"", name),
                                         .mend = nearest_name_hint(name, known)});
}

}  // namespace

void add_schema_command(CLI::App& app, CommandLine& line) {
  auto console = std::make_shared<Console>();
  auto name = std::make_shared<std::string>();
  CLI::App& command = *app.add_subcommand("schema", "Print a JSON Schema, or the names of all");
  command.add_option("NAME", *name, fmt::format("{}", fmt::join(schema_names(), ", ")));
  add_console_options(command, *console, false);
  command.callback([console, name, &line] { line.exit_code = print_schema(*console, *name); });
}

}  // namespace tare
