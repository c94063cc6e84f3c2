#include <nlohmann/json.hpp>

#include "report/json_text.h"
#include "report/violations.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(readable_utf8(text));
}

Json number_or_null(std::uint32_t number) { return number == 0 ? Json(nullptr) : Json(number); }

Json violation_json(const Violation& violation) {
  Json out = Json::object();
  out["rule"] = readable_utf8(violation.rule);
  out["level"] = violation_level_name(violation.level);
  out["subject"] = text_or_null(violation.subject);
  out["text"] = readable_utf8(violation.text);
  out["mend"] = text_or_null(violation.mend);
  out["file"] = text_or_null(violation.file);
  out["line"] = number_or_null(violation.line);
  out["column"] = number_or_null(violation.column);
  out["waivedBecause"] =
      violation.waived_because ? Json(readable_utf8(*violation.waived_because)) : Json(nullptr);
  return out;
}

}  // namespace

std::string violations_json(const ViolationReport& report) {
  Json out = Json::object();
  out["format"] = "tare-violations/1";
  out["what"] = readable_utf8(report.what);
  out["facts"] = Json::array();
  for (const auto& [label, text] : report.facts) {
    Json fact = Json::object();
    fact["label"] = readable_utf8(label);
    fact["text"] = readable_utf8(text);
    out["facts"].push_back(std::move(fact));
  }
  const ViolationCounts counts = violation_counts(report);
  out["counts"] = Json::object();
  out["counts"]["errors"] = counts.errors;
  out["counts"]["warnings"] = counts.warnings;
  out["counts"]["notes"] = counts.notes;
  out["counts"]["waived"] = counts.waived;
  out["strict"] = report.strict;
  out["violations"] = Json::array();
  for (const Violation& violation : report.violations) {
    out["violations"].push_back(violation_json(violation));
  }
  out["exitCode"] = exit_code_of(report);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare
