#include "run/launch_inputs.h"

#include <filesystem>

#include "process/launch_spec.h"
#include "run/child_environment.h"

namespace tare {

Result<void> prepare_launch(const Suite& suite, AttemptSetting& setting) {
  auto env = resolve_adapter_env(suite);
  if (!env) return env.error();
  setting.environment = base_environment(*env);
  std::error_code no_folder;
  if (!std::filesystem::is_directory(suite.adapter.cwd, no_folder)) {
    return Error{.kind = ErrorKind::input,
                 .reason = "adapter.cwd " + suite.adapter.cwd + " is no folder",
                 .mend = "name a folder that exists, relative to the suite file"};
  }
  auto program = resolve_program(suite.adapter.command.front(), suite.adapter.cwd,
                                 std::string(environment_value(setting.environment, "PATH")));
  if (!program) return program.error();
  setting.program = *program;
  setting.shim = "/proc/self/exe";
  return {};
}

}  // namespace tare
