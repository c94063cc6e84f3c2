// What the families of checks share. Not for use from outside: check_policy.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/violation.h"
#include "policy/live_manifest.h"
#include "policy/policy.h"
#include "policy/policy_rules.h"

namespace tare {

struct PolicyCheck {
  const Policy& policy;
  const LiveManifest& live;
  // Each tool of the manifest with its reviewed one (null: there is none).
  std::vector<std::pair<const ToolSpec*, const ReviewedTool*>> pairs = {};
  std::vector<Violation> found = {};

  // Two manifests are compared, and nobody reviewed either: other words, and no rules beside.
  bool comparing = false;

  const Manifest& manifest() const { return live.manifest; }
  std::string_view was() const { return comparing ? "before" : "reviewed as"; }
  void add(PolicyRule rule, std::string subject, std::string text, std::string mend,
           PolicyPlace place = {}) {
    found.push_back({.rule = std::string(rule_id(rule)),
                     .subject = std::move(subject),
                     .text = std::move(text),
                     .mend = comparing ? std::string() : std::move(mend),
                     .file = comparing ? std::string() : policy.file,
                     .line = place.line,
                     .column = place.column});
  }
};

void check_tools(PolicyCheck& check);
void check_approval(PolicyCheck& check);
void check_annotations(PolicyCheck& check);
void check_descriptions(PolicyCheck& check);
void check_parameters(PolicyCheck& check);
void check_servers(PolicyCheck& check);
void check_names(PolicyCheck& check);
void check_hidden_text(PolicyCheck& check);
// An agent's instructions speak to the model by right; a server's do not.
enum class InstructionsOf { agent, server };
void check_instructions(PolicyCheck& check, const std::string& text, InstructionsOf whose);
void check_limits(PolicyCheck& check);
// Of a diff alone: what no policy holds (tool_changes.cc).
void check_tool_changes(PolicyCheck& check, const LiveManifest& before);
// After the others: what they said of the agent's own manifest is not said twice.
void check_live_servers(PolicyCheck& check);

}  // namespace tare
