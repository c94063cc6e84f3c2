// `tare demo`: the worked example from the binary alone: no network, no key, no other program.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/console.h"
#include "app/demo_agent.h"
#include "app/demo_client.h"
#include "app/embedded.h"
#include "app/exit_code.h"
#include "app/report_options.h"
#include "app/suite_argument.h"
#include "base/file.h"
#include "run/run_suite.h"

namespace tare {
namespace {

constexpr std::string_view kFolder = "demo/";

class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make() {
    const char* tmp = std::getenv("TMPDIR");
    std::string path = fmt::format("{}/tare-demo-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!::mkdtemp(path.data())) return system_error("cannot make a temporary folder", errno);
    return TemporaryFolder(std::move(path));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

Result<std::string> write_suite(const std::string& folder) {
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  for (const auto& file : embedded_files()) {
    if (!file.name.starts_with(kFolder)) continue;
    const std::string path = folder + "/" + std::string(file.name.substr(kFolder.size()));
    if (auto written = write_file_atomically(path, file.text); !written) return written.error();
  }
  const nlohmann::ordered_json suite = {
      {"adapter", {{"command", {self, std::string(kDemoAgentMarker), "replies.jsonl"}}}},
      {"cases", {"cases.json"}},
      {"tools", "tools.json"},
      {"gates",
       {{"exactAccuracy", 0.85}, {"noToolAccuracy", 0.95}, {"riskWeightedAccuracy", 0.9}}}};
  const std::string path = folder + "/tare.json";
  if (auto written = write_file_atomically(path, suite.dump(2)); !written) return written.error();
  return path;
}

int demo(const Console& console, const std::string& given) {
  auto folder = TemporaryFolder::make();
  if (!folder) return console.fail("run the demonstration", folder.error());
  auto path = write_suite(folder->path());
  if (!path) return console.fail("run the demonstration", path.error());
  auto suite = load_suite_argument(*path);
  if (!suite) return console.fail("run the demonstration", suite.error());

  const bool json = console.format == OutputFormat::json;
  const int out = json ? STDERR_FILENO : STDOUT_FILENO;
  const TerminalStyle style = console.style(out);
  RunOptions options;
  options.out = folder->path() + "/run";
  options.folder_is_temporary = true;
  TerminalStyle no_live_line = style;
  no_live_line.quiet = true;
  if (!console.quiet) {
    (void)write_all(
        out,
        "Seven recorded replies of a model, played through a client layer. No network, no "
        "key.\n\n");
  }
  auto outcome = run_suite(*suite, options, no_live_line, [&](const std::string&) {
    std::vector<std::unique_ptr<Reporter>> reporters;
    reporters.push_back(make_terminal_reporter(out, style));
    if (json) reporters.push_back(make_results_json_reporter("-"));
    return reporters;
  });
  if (!outcome) return console.fail("run the demonstration", outcome.error());
  if (!console.quiet) {
    const std::string text = fmt::format(
        "\nticket-update-01 passes, and yet its call changed on the way: a test that looks only at "
        "what\n"
        "reached the tool cannot see that. `tare run` would exit {} here and stop the build; the\n"
        "demonstration exits 0.\n",
        outcome->exit_code);
    (void)write_all(out, text);
  }
  const std::string client = given.empty() ? find_demo_client() : given;
  if (client.empty() || console.quiet) return kExitGood;
  return demo_client(console, client, folder->path(), out);
}

}  // namespace

void add_demo_command(CLI::App& app, CommandLine& line) {
  auto console = std::make_shared<Console>();
  CLI::App& command =
      *app.add_subcommand("demo", "A demonstration from the binary alone: no network, no key");
  auto client = std::make_shared<std::string>();
  command
      .add_option(
          "--client", *client,
          "Then audit this client adapter on a few cases (default: adapters/clients/openai, "
          "where its packages are installed)")
      ->type_name("DIR");
  add_console_options(command, *console, true);
  command.callback([console, client, &line] { line.exit_code = demo(*console, *client); });
}

}  // namespace tare
