// Who changed a file last, by git: for a policy, whose review is worth as much as its history.
#pragma once

#include <optional>
#include <string>

namespace tare {

// "Ada, 2026-11-30, 3f9a2c1b", with "changed since" where the file is not as it was committed.
// nullopt: there is no git, no repository, or the file was never committed.
std::optional<std::string> last_change_of(const std::string& path);

}  // namespace tare
