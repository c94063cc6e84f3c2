#include "report/finding_text.h"

#include "base/escape.h"
#include "report/display_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxValue = 60;
constexpr std::size_t kMaxWhy = 300;  // prose of the suite

std::string value_text(const std::optional<std::string>& value) {
  return value ? shown_text(*value, kMaxValue) : "nothing";
}

// The type is said where it helps: a word such as `string` before a value whose quotes may be lost.
std::string typed(std::string_view type, const std::optional<std::string>& value) {
  if (!value) return "nothing";
  if (type.empty() || type == "absent" || type == "text" || type == "null")
    return value_text(value);
  return std::string(type) + " " + value_text(value);
}

std::string change_text(const Finding& finding) {
  if (finding.on == FindingOn::call && !finding.raw && !finding.normalized) {
    if (finding.kind == "callDropped") return "the call never reached a tool";
    if (finding.kind == "callInjected") return "the call was made by no model";
    if (finding.kind == "callDuplicated") return "the call was made twice";
    if (finding.kind == "callsReordered") return "the calls changed places";
    return "";
  }
  if (!finding.raw && !finding.normalized) return "";
  if (!finding.raw) return typed(finding.normalized_type, finding.normalized) + " was added";
  if (!finding.normalized) return typed(finding.raw_type, finding.raw) + " was dropped";
  if (!finding.value_changed)
    return value_text(finding.raw) + " is spelled " + value_text(finding.normalized);
  if (finding.raw_type == finding.normalized_type)
    return value_text(finding.raw) + " became " + value_text(finding.normalized);
  return typed(finding.raw_type, finding.raw) + " became " +
         typed(finding.normalized_type, finding.normalized);
}

std::string place_text(const Finding& finding) {
  switch (finding.on) {
    case FindingOn::arguments:
      if (!finding.path) return "";
      if (finding.path->empty()) return " (whole arguments)";
      return " at " + shown_text(*finding.path, kMaxValue);
    case FindingOn::name:
      return " in the name";
    case FindingOn::id:
      return " in the id";
    case FindingOn::call:
      return "";
    case FindingOn::text:
      return " in the text";
  }
  return "";
}

}  // namespace

std::string finding_sentence(const Finding& finding) {
  std::string out = escape_for_terminal(finding.kind) + place_text(finding);
  std::string change = change_text(finding);
  if (!change.empty()) out += ": " + change;
  out += " (" + std::string(severity_name(finding.severity));
  if (finding.effect != Effect::neutral) out += ", " + std::string(effect_name(finding.effect));
  return out + ")";
}

std::string limit_sentence(const LimitHit& hit) {
  std::string out = shown_text(hit.tool, kMaxValue);
  out += hit.level == Never::Level::called ? " was called" : " was executed";
  out += " at " + std::string(at_name(hit.at));
  out += hit.from_forbid ? ", forbidden here by \"" : ", never \"";
  out += shown_text(hit.glob, kMaxValue) + "\"";
  std::string why;
  if (!hit.control.empty()) why = "control " + shown_text(hit.control, kMaxWhy);
  if (!hit.why.empty()) why += (why.empty() ? "" : ": ") + shown_text(hit.why, kMaxWhy);
  if (!why.empty()) out += " (" + why + ")";
  if (hit.raw_side != hit.normalized_side)
    out += hit.raw_side ? "; only the model's side shows it" : "; only the tool's side shows it";
  if (hit.attempt > 1) out += "; attempt " + std::to_string(hit.attempt);
  return out;
}

}  // namespace tare
