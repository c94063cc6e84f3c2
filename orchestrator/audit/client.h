// Who is audited: adapters, each with its variants, as suites that lack only the cases.
//
// An adapter is a folder with a suite file (or that file), of which adapter, proxy, clocks, limits
// and variants count; its cases and tools are the corpus's. Or it is a command alone.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace tare {

struct AuditTarget {
  std::string name;        // "openai": of the folder, or of the program
  std::string suite_path;  // "" for a command alone
  std::vector<std::string> command;
  std::vector<std::string> variants;  // to be audited; one "" where there are none
};

// `argument`: a folder or a suite file. An error where its packages are not installed.
Result<AuditTarget> target_of(const std::string& argument, const std::string& today);
// Leaves the variants that one of the globs is for, and the targets that have any. An error where a
// glob is for no variant of all of them.
Result<void> keep_variants(std::vector<AuditTarget>& targets,
                           const std::vector<std::string>& globs);
AuditTarget target_of_command(std::vector<std::string> command);

// The corpus through that adapter: in replay, with the MCP server offered where the adapter is a
// command or asks for it. `corpus`: a suite file whose cases have `reply`.
Result<Suite> suite_of(const AuditTarget& target, const std::string& corpus,
                       const std::string& today);

}  // namespace tare
