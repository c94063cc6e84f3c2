// The suite file itself, wired section by section.
#pragma once

#include <string>

#include "json/value.h"
#include "suite/case_files.h"
#include "suite/suite.h"
#include "suite/value_reader.h"

namespace tare {

// Paths that the suite names and that load_suite reads next, with where they were named.
struct SuiteReferences {
  json::Value cases;                      // globs; invalid where absent or no array
  std::optional<std::string> tools_path;  // absolute
  std::string tools_shown;
  json::Value tools_at;
  std::optional<std::string> instructions_path;
  json::Value instructions_at;
  std::optional<std::string> calibration_path;
  std::string calibration_shown;
  json::Value calibration_at;
  std::optional<std::string> retired_path;
  std::string retired_shown;
  json::Value retired_at;
  json::Value profiles;  // read last: profiles name variants, which a local file may replace
};

// REQUIRES: suite.directory is set. `shown_prefix` stands before names of files in messages.
SuiteReferences read_suite_members(ValueReader& reader, json::Value root, const std::string& today,
                                   const std::string& shown_prefix, Suite& suite);

// tare.local.json: jobs, timeouts, variants.
void read_local_members(ValueReader& reader, json::Value root, Suite& suite);

}  // namespace tare
