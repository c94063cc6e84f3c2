#include "coercion/finding_json.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/escape.h"

namespace tare {
namespace {

void append_text_or_null(std::string& out, const std::optional<std::string>& text) {
  if (text) {
    append_json_quoted(out, *text);
  } else {
    out += "null";
  }
}

void append_index_or_null(std::string& out, std::optional<std::uint32_t> index) {
  if (!index) {
    out += "null";
    return;
  }
  char digits[10];
  const auto end = std::to_chars(digits, digits + sizeof digits, *index).ptr;
  out.append(digits, static_cast<std::size_t>(end - digits));
}

void append_finding(std::string& out, const Finding& finding) {
  // Words of closed lists need no escaping.
  out.append("{\"on\":\"").append(finding_on_name(finding.on));
  out.append("\",\"kind\":\"").append(finding.kind).append("\",\"path\":");
  append_text_or_null(out, finding.path);
  out.append(",\"severity\":\"").append(severity_name(finding.severity));
  out.append("\",\"effect\":\"").append(effect_name(finding.effect));
  out.append(finding.lossless ? "\",\"lossless\":true" : "\",\"lossless\":false");
  // Two lists have no points on a way between them.
  out.append(",\"hop\":null,\"rawCall\":");
  append_index_or_null(out, finding.raw_call);
  out.append(",\"normalizedCall\":");
  append_index_or_null(out, finding.normalized_call);
  out.append(",\"raw\":");
  append_text_or_null(out, finding.raw);
  out.append(",\"normalized\":");
  append_text_or_null(out, finding.normalized);
  if (!finding.remark.empty()) {
    out.append(",\"remark\":");
    append_json_quoted(out, finding.remark);
  }
  out += '}';
}

}  // namespace

void append_findings(std::string& out, std::span<const Finding> findings) {
  Severity worst = Severity::none;
  out += "\"findings\":[";
  for (const Finding& finding : findings) {
    if (&finding != findings.data()) out += ',';
    append_finding(out, finding);
    worst = std::max(worst, finding.severity);
  }
  out.append("],\"worst\":\"").append(severity_name(worst)).append("\"");
}

}  // namespace tare
