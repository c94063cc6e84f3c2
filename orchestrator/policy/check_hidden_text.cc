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

void report(PolicyCheck& check, const std::string& subject, const HiddenText& hidden,
            PolicyPlace place) {
  const std::string where = hidden.where.empty() ? "" : " at " + hidden.where;
  const bool character =
      hidden.kind == HiddenKind::invisible || hidden.kind == HiddenKind::bidirectional;
  check.add(rule_of(hidden.kind), subject,
            fmt::format("{}{}{}: {}", character ? "holds " : "its text ", hidden.what, where,
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
  if (!check.manifest().instructions) return;
  // Instructions speak to the model by right: only what no screen shows is looked for there.
  for (const HiddenText& hidden : hidden_in_text(*check.manifest().instructions)) {
    if (hidden.kind == HiddenKind::instruction) continue;
    report(check, "instructions", hidden, {});
  }
}

}  // namespace tare
