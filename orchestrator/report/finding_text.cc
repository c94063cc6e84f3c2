#include "report/finding_text.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "diff/kind.h"
#include "report/changed_bytes.h"
#include "report/display_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxValue = 60;
constexpr std::size_t kMaxRemark = 200;
constexpr std::size_t kMaxWhy = 300;  // prose of the suite

std::string value_text(std::string_view value) { return shown_text(value, kMaxValue); }

// The type is said where it helps: a word such as `string` before a value whose quotes may be lost.
std::string typed(std::string_view type, std::string value) {
  if (type.empty() || type == "absent" || type == "text" || type == "null") return value;
  return std::string(type) + " " + value;
}

struct Shown {
  std::string raw, normalized;
};

// Two values that are long are cut around what differs: their beginnings are mostly the same.
Shown both_sides(const std::string& raw, const std::string& normalized) {
  if (std::max(raw.size(), normalized.size()) <= kMaxValue)
    return {value_text(raw), value_text(normalized)};
  ChangedBytes changed = changed_bytes(raw, normalized);
  return {excerpt(raw, changed.raw, kMaxValue, false, Ink::plain).text,
          excerpt(normalized, changed.normalized, kMaxValue, false, Ink::plain).text};
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
  if (!finding.raw)
    return typed(finding.normalized_type, value_text(*finding.normalized)) + " was added";
  if (!finding.normalized)
    return typed(finding.raw_type, value_text(*finding.raw)) + " was dropped";
  Shown shown = both_sides(*finding.raw, *finding.normalized);
  if (!finding.value_changed) return shown.raw + " is spelled " + shown.normalized;
  if (finding.raw_type == finding.normalized_type) return shown.raw + " became " + shown.normalized;
  return typed(finding.raw_type, std::move(shown.raw)) + " became " +
         typed(finding.normalized_type, std::move(shown.normalized));
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
  out += " (" + std::string(severity_name(finding.severity)) + ", ";
  out += std::string(effect_name(finding.effect)) + ", ";
  out += finding.lossless ? "lossless" : "lossy";
  if (finding.waiver) out += ", waived";
  if (!finding.remark.empty()) out += "; " + shown_text(finding.remark, kMaxRemark);
  return out + ")";
}

std::string finding_remedy(const Finding& finding) {
  return is_kind(finding.kind) ? std::string(kind_info(finding.kind).remedy) : "";
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
  if (hit.one_sided)
    out += hit.raw_side ? "; only the model's side shows it" : "; only the tool's side shows it";
  if (hit.status)
    out += "; " + std::string(status_name(*hit.status)) +
           (hit.status_recorded ? " (recorded)" : " (claimed)");
  if (hit.attempt > 1) out += "; attempt " + std::to_string(hit.attempt);
  return out;
}

}  // namespace tare
