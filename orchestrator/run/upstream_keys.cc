#include "run/upstream_keys.h"

#include <algorithm>

#include "process/hidden_secrets.h"
#include "suite/sections.h"

namespace tare {

void hide_upstream_keys(const Suite& suite, const std::vector<std::string>& keys) {
  if (std::ranges::all_of(keys, [](const std::string& key) { return key.empty(); })) return;
  std::vector<std::string> variables;
  for (const UpstreamSpec& upstream : suite.proxy.upstreams) {
    for (const EnvPart& part : split_env_value(upstream.key).value_or(std::vector<EnvPart>())) {
      if (part.variable) variables.push_back(part.text);
    }
  }
  hide_from_other_processes(variables);
}

}  // namespace tare
