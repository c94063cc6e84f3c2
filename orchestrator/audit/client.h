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

// `argument`: a folder or a suite file. `wanted`: globs over variant names; empty: all. An error
// where its packages are not installed, or a glob is for no variant.
Result<AuditTarget> target_of(const std::string& argument, const std::vector<std::string>& wanted,
                              const std::string& today);
AuditTarget target_of_command(std::vector<std::string> command);

// The corpus through that adapter: in replay, with the MCP server offered where the adapter is a
// command or asks for it. `corpus`: a suite file whose cases have `reply`.
Result<Suite> suite_of(const AuditTarget& target, const std::string& corpus,
                       const std::string& today);

}  // namespace tare
