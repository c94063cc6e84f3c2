// What a suite covers: tools × arguments × values of enums × cases.
//
// Counted is what cases expect, not what a model once did: a suite covers an argument where some
// case would notice that it is wrong. A case counts for the tool that it expects (for each tool of
// a trajectory, for the tool that an `invoke` case calls); what is merely acceptable counts apart.
// A case of kind `observe` expects nothing and is diffed: there the calls of its recorded `reply`
// count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/lint_findings.h"
#include "model/manifest.h"
#include "suite/suite.h"

namespace tare {

struct ValueCoverage {
  std::string text;  // JSON, as the schema writes it
  std::uint64_t cases = 0;
};

// An argument with all that is below it is one group; a line below another only lists an enum.
struct ArgumentCoverage {
  std::string path;  // "address/zip"; items of a list as "stops/*"
  bool top = true, required = false;
  std::uint64_t cases = 0;
  std::vector<ValueCoverage> values;
};

struct ToolCoverage {
  std::string name;
  std::string write_because;  // why it counts as one that writes; "": it does not
  std::uint64_t cases = 0, accepted = 0, near_neighbours = 0;
  bool has_schema = false;  // one that can be read
  std::vector<ArgumentCoverage> arguments;
};

struct Coverage {
  std::uint64_t cases = 0, no_tool_cases = 0;
  std::vector<ToolCoverage> tools;  // in the order of the manifest
  std::uint64_t min_cases = 20;
  bool min_cases_is_gate = false;
  std::vector<Violation> gaps;  // in the order of the tools
};

struct CoverageOptions {
  std::uint64_t min_cases = 20;
  bool min_cases_is_gate = false;  // fewer is an error, and not a note
};

Result<Coverage> coverage_of(const Suite& suite, const Manifest& manifest,
                             const std::vector<const TestCase*>& cases,
                             const CoverageOptions& options);

// What is missing, with waivers held against it.
Result<std::vector<Violation>> coverage_gaps(const Suite& suite, const Coverage& coverage,
                                             bool whole_suite);

// Why a tool counts as one that writes; "" where it does not. What sideEffects names does, what
// says that it only reads does not, what asks for approval or says that it destroys or writes does,
// and else a name that begins with a verb of writing.
std::string write_reason(const ToolSpec& tool, const std::vector<std::string>& side_effects);

}  // namespace tare
