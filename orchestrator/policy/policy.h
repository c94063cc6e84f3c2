// The reviewed tool policy, as a file says it (`tare-policy/1`, docs/policy.md).
//
// A policy is what a person looked at and found good: which tools an agent offers, under which
// approval, with which texts and arguments. Everything that is checked here is held against that
// and not against a notion of our own, so that drift has a name and a date.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/manifest.h"

namespace tare {

// Where something stands in the policy file; 0 where it does not.
struct PolicyPlace {
  std::uint32_t line = 0, column = 0;
};

struct ReviewedTool {
  std::string name;
  std::string approval;  // never, always, conditional
  std::optional<std::string> server;
  std::optional<std::string> description_sha256;  // nullopt: not held
  std::optional<std::string> description;         // the text itself, for a word diff
  std::optional<std::string> input_schema;        // JSON text; nullopt: not held
  std::optional<ToolHints> annotations;           // nullopt: not held
  PolicyPlace place;                              // of its name
};

// A naming rule: a name that holds one of these words is of a tool that changes something.
struct WriteRule {
  std::vector<std::string> verbs;
  std::string approval;
  PolicyPlace place;
};

struct ReviewedServer {
  std::string name;
  std::vector<std::string> allowed_tools;
  // All that the server itself offered, whatever the filter lets through; nullopt: not held.
  std::optional<std::vector<std::string>> offered_tools;
  PolicyPlace place;
  bool has_filter = true;  // false only of a manifest that another is compared with
};

enum class OnDrift : std::uint8_t { refuse, warn };

struct Policy {
  std::string file;  // as shown to a person
  std::string reviewed_by, reviewed_on;
  PolicyPlace review_place;
  std::vector<ReviewedTool> tools;  // names are unique
  std::optional<WriteRule> writes;
  std::vector<ReviewedServer> servers;
  std::optional<std::uint64_t> max_turns, max_calls;
  // Globs; nullopt: not held.
  std::optional<std::vector<std::string>> may_run_without_approval;
  PolicyPlace limits_place;
  std::uint64_t least_description = 1;  // code points
  OnDrift on_drift = OnDrift::refuse;

  const ReviewedTool* find(std::string_view name) const;
  const ReviewedServer* find_server(std::string_view name) const;
};

// All faults at once, each with file:line:column. `shown`: the file's name in messages.
Result<Policy> read_policy(std::string_view text, const std::string& shown);
Result<Policy> load_policy(const std::string& path);

}  // namespace tare
