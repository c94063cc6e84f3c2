// What a run was: identity decides whether two runs may be compared, circumstance is worth knowing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/answer.h"

namespace tare {

struct Provenance {
  std::string run_id, started, ended;
  std::string model, variant;
  std::vector<Layer> layers;
  std::string adapter_name, adapter_version;
  std::optional<std::string> tool_manifest_sha256, instructions_sha256, policy_sha256;
  // What is not as the policy has it, where the policy lets a run go on in spite of it.
  std::vector<std::string> policy_drift;
  std::string dataset_sha256, gates_sha256, suite_sha256;
  std::optional<std::string> judge_sha256;  // of the suite's judge; nullopt: it has none
  std::optional<std::string> dataset_git_sha;
  std::vector<std::pair<std::string, std::string>> adapter_files;  // path as given, sha256
  std::string tare_version, tare_sha256;
  std::uint32_t trials_per_case = 1;
  std::string os, locale;
  std::vector<std::string> command_line;
  std::vector<std::string> adapter_command;
  // Of the journal's last line, which through the chain stands for all of it. Known once the run
  // has ended: results.json has it, the journal's own header does not.
  std::optional<std::string> journal_chain_sha256;
};

}  // namespace tare
