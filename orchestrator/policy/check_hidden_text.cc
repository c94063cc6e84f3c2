// What stands in a tool's texts for the model and not for the reviewer.
#include <fmt/format.h>

#include "base/escape.h"
#include "json/reader.h"
#include "policy/hidden_text.h"
#include "policy/policy_check.h"

namespace tare {
namespace {

PolicyRule rule_of(HiddenKind kind) {
  switch (kind) {
    case HiddenKind::invisible:
    case HiddenKind::bidirectional:
      return PolicyRule::invisible_text;
    case HiddenKind::instruction:
    case HiddenKind::encoded:
      return PolicyRule::hidden_instruction;
  }
  return PolicyRule::invisible_text;
}

// A phrase is told by what it does ("takes back earlier instructions"), the rest by what is there.
std::string_view verb_of(HiddenKind kind) {
  return kind == HiddenKind::instruction ? "its text" : "holds";
}

void report(PolicyCheck& check, const std::string& subject, const HiddenText& hidden,
            PolicyPlace place) {
  const std::string where = hidden.where.empty() ? "" : " at " + hidden.where;
  const bool character =
      hidden.kind == HiddenKind::invisible || hidden.kind == HiddenKind::bidirectional;
  check.add(rule_of(hidden.kind), subject,
            fmt::format("{} {}{}: {}", verb_of(hidden.kind), hidden.what, where,
                        quote_json(hidden.excerpt)),
            character ? "take it out" : "take it out, and look at who wrote it", place);
}

}  // namespace

void check_hidden_text(PolicyCheck& check) {
  for (const auto& [tool, reviewed] : check.pairs) {
    const PolicyPlace place = reviewed != nullptr ? reviewed->place : PolicyPlace();
    json::Document document;
    if (json::read_strict(tool->json, document)) continue;
    for (const HiddenText& hidden : hidden_in_value(document.root())) {
      report(check, tool->name, hidden, place);
    }
  }
}

// Of an agent's own, only what no screen shows is looked for.
void check_instructions(PolicyCheck& check, const std::string& text, InstructionsOf whose) {
  for (const HiddenText& hidden : hidden_in_text(text)) {
    if (hidden.kind == HiddenKind::instruction && whose == InstructionsOf::agent) continue;
    report(check, "instructions", hidden, {});
  }
}

}  // namespace tare
