#include "run/command_launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/file.h"
#include "protocol/request.h"
#include "suite/command_cases.h"

namespace tare {
namespace {

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;

struct HomeFolder {
  std::string_view variable;  // "" where the folder only leads to others
  std::string_view path;      // within the scratch folder; parents stand first
};
constexpr std::array<HomeFolder, 9> kFolders = {{
    {"HOME", "home"},
    {"XDG_CONFIG_HOME", "home/.config"},
    {"XDG_CACHE_HOME", "home/.cache"},
    {"", "home/.local"},
    {"XDG_DATA_HOME", "home/.local/share"},
    {"XDG_STATE_HOME", "home/.local/state"},
    {"XDG_RUNTIME_DIR", "runtime"},
    {"TMPDIR", "tmp"},
    {"", "case"},
}};
constexpr std::string_view kMessagesFile = "case/messages.json";

bool names(std::string_view entry, std::string_view variable) {
  return entry.size() > variable.size() && entry.starts_with(variable) &&
         entry[variable.size()] == '=';
}

// What adapter.env names stands: whoever writes "HOME": "${HOME}" there wants the user's own.
void set_variables(const Suite& suite, const std::string& scratch,
                   std::vector<std::string>& environment) {
  const auto set_by_suite = [&](std::string_view variable) {
    return std::any_of(suite.adapter.env.begin(), suite.adapter.env.end(),
                       [&](const auto& entry) { return entry.first == variable; });
  };
  std::erase_if(environment,
                [](const std::string& entry) { return names(entry, "TARE_PROTOCOL"); });
  for (const HomeFolder& folder : kFolders) {
    if (folder.variable.empty() || set_by_suite(folder.variable)) continue;
    std::erase_if(environment,
                  [&](const std::string& entry) { return names(entry, folder.variable); });
    environment.push_back(fmt::format("{}={}/{}", folder.variable, scratch, folder.path));
  }
}

Result<void> make_folders(const std::string& scratch) {
  for (const HomeFolder& folder : kFolders) {
    const std::string path = fmt::format("{}/{}", scratch, folder.path);
    if (::mkdir(path.c_str(), kFolderMode) != 0) {
      return system_error("cannot make the folder " + path, errno);
    }
  }
  return {};
}

Result<void> write_new_file(const std::string& path, std::string_view text) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode));
  if (!fd) return system_error("cannot make the file " + path, errno);
  return write_all(fd.get(), text);
}

PlaceholderValues values_for(const RunPlan& plan, const CommandTask& task,
                             const std::string& scratch) {
  const Suite& suite = *plan.suite;
  PlaceholderValues values = text_values(suite, task.test_case.input, plan.variant);
  value_of(values, Placeholder::messages) = fmt::format("{}/{}", scratch, kMessagesFile);
  value_of(values, Placeholder::trial) = std::to_string(task.trial);
  value_of(values, Placeholder::attempt) = std::to_string(task.attempt);
  value_of(values, Placeholder::max_turns) =
      std::to_string(task.test_case.input.max_turns.value_or(suite.max_turns.value_or(8)));
  value_of(values, Placeholder::deadline_ms) = std::to_string(task.deadline_ms);
  value_of(values, Placeholder::scratch) = scratch;
  value_of(values, Placeholder::home) = scratch + "/home";
  if (task.recorders != nullptr) {
    value_of(values, Placeholder::model_url) = task.recorders->model_url();
    value_of(values, Placeholder::mcp_url) = task.recorders->mcp_url();
    value_of(values, Placeholder::tare) = task.recorders->tare();
  }
  return values;
}

}  // namespace

Result<std::string> prepare_command(const RunPlan& plan, const CommandTask& task,
                                    LaunchSpec& spec) {
  const Suite& suite = *plan.suite;
  const PlaceholderValues values = values_for(plan, task, spec.scratch);
  auto words = fill_command(suite.adapter.command, values);
  if (!words) return words.error();
  spec.argv = std::move(words).value();
  if (auto made = make_folders(spec.scratch); !made) return made.error();
  const std::string messages = messages_json(task.test_case.input) + "\n";
  if (uses(suite.adapter.command, Placeholder::messages)) {
    auto written = write_new_file(fmt::format("{}/{}", spec.scratch, kMessagesFile), messages);
    if (!written) return written.error();
  }
  for (const CommandFile& file : suite.adapter.files) {
    const std::string path = fmt::format("{}/{}", spec.scratch, file.path);
    if (auto made = make_directories(path.substr(0, path.rfind('/'))); !made) return made.error();
    auto written = write_new_file(path, fill_file(file.text, file.json, values));
    if (!written) return written.error();
  }
  set_variables(suite, spec.scratch, spec.environment);
  switch (suite.adapter.command_stdin) {
    case CommandStdin::none:
      spec.stdin_is_null = true;
      return std::string();
    case CommandStdin::request:
      return request_text(task.test_case.input).value_or("");
    case CommandStdin::messages:
      return messages;
  }
  return std::string();
}

}  // namespace tare
