// The environment that an adapter gets: an allow-list, what adapter.env names, and TARE_*.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/suite.h"

namespace tare {

// What does not change over a run, as "NAME=value", sorted by name, no name twice. `resolved_env`
// is adapter.env with its values put in; it stands over the allow-list.
std::vector<std::string> base_environment(
    const std::vector<std::pair<std::string, std::string>>& resolved_env);

struct AttemptIdentity {
  std::string_view case_id;
  std::uint32_t trial, attempt, deadline_ms;
  std::string_view scratch;
};
std::vector<std::string> attempt_environment(const std::vector<std::string>& base,
                                             const AttemptIdentity& identity);

// Sets variables that point a client at Tare's recorders, over what stands there. A key that the
// suite itself gives stays: it opens nothing here.
void set_recorder_variables(std::vector<std::string>& environment, const Suite& suite,
                            const std::vector<std::pair<std::string, std::string>>& variables);
// The value of a variable, "" where it is not set.
std::string_view environment_value(const std::vector<std::string>& environment,
                                   std::string_view name);

// Values to mask: of variables that look secret or are `listed` (adapter.secrets), in the adapter's
// environment and in ours. What a glob of the suite means is a tool and no secret.
std::vector<std::string> secret_values(const std::vector<std::string>& base, const Suite& suite,
                                       const std::vector<std::string>& listed);

}  // namespace tare
