// Answers in a line, for the tests of pairing, groups, texts and histories.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coercion/call_trace.h"

namespace tare {

inline View view_at(At at, std::optional<std::string> name,
                    std::optional<std::string> arguments = "{}",
                    std::optional<std::string> id = std::nullopt) {
  View out;
  out.at = at;
  out.name = std::move(name);
  out.arguments = std::move(arguments);
  out.id = std::move(id);
  out.evidence = Evidence::verbatim;
  return out;
}

inline View wire(std::optional<std::string> name, std::optional<std::string> arguments = "{}",
                 std::optional<std::string> id = std::nullopt) {
  return view_at(At::wire, std::move(name), std::move(arguments), std::move(id));
}

inline View tool(std::optional<std::string> name, std::optional<std::string> arguments = "{}",
                 std::optional<std::string> id = std::nullopt) {
  return view_at(At::tool, std::move(name), std::move(arguments), std::move(id));
}

inline View model_text(std::string text, std::optional<std::string> name = std::nullopt,
                       std::optional<std::string> format = std::nullopt) {
  View out = view_at(At::text, std::move(name), std::nullopt);
  out.text = std::move(text);
  out.format = std::move(format);
  return out;
}

// Both ends are on record, be it with no call.
inline Answer both_ends(std::vector<View> views) {
  Answer answer;
  answer.views = std::move(views);
  answer.short_form = answer.raw_given = answer.normalized_given = true;
  return answer;
}

inline std::vector<Finding> all_findings(const Answer& answer, const TraceContext& context = {}) {
  std::vector<Finding> out;
  for (CallTrace& trace : trace_calls(answer, context)) {
    for (Finding& finding : trace.findings) out.push_back(std::move(finding));
  }
  return out;
}

inline std::vector<std::string> kinds(const Answer& answer, const TraceContext& context = {}) {
  std::vector<std::string> out;
  for (const Finding& finding : all_findings(answer, context)) out.emplace_back(finding.kind);
  return out;
}

inline Manifest offering(std::vector<std::string> names) {
  Manifest manifest;
  for (std::string& name : names) manifest.tools.emplace_back().name = std::move(name);
  return manifest;
}

}  // namespace tare
