// SARIF 2.1.0, which code hosts show beside the changed line.
//
// A subject (a tool, a case) is a logical location, a file a physical one; a waived violation is
// one that is suppressed outside. The fingerprint leaves the line out: moving a case within its
// file does not make its violation a new one.
#include <map>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "report/json_text.h"
#include "report/violations.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

// A path as a relative or file reference: what is not plain is percent-encoded.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

Json text_json(std::string_view text) {
  Json out = Json::object();
  out["text"] = readable_utf8(text);
  return out;
}

Json rule_json(const RuleInfo& rule) {
  Json out = Json::object();
  out["id"] = std::string(rule.id);
  out["shortDescription"] = text_json(rule.why);
  out["help"] = text_json(std::string(rule.why) + " See " + std::string(rule.page) + ".");
  return out;
}

Json location_json(const Violation& violation, const std::string& what) {
  Json out = Json::object();
  if (!violation.file.empty()) {
    Json& physical = out["physicalLocation"] = Json::object();
    physical["artifactLocation"]["uri"] = uri_of(violation.file);
    if (violation.line > 0) {
      physical["region"]["startLine"] = violation.line;
      if (violation.column > 0) physical["region"]["startColumn"] = violation.column;
    }
  }
  if (!violation.subject.empty()) {
    Json logical = Json::object();
    logical["name"] = readable_utf8(violation.subject);
    logical["fullyQualifiedName"] = readable_utf8(what + " " + violation.subject);
    out["logicalLocations"] = Json::array({std::move(logical)});
  }
  return out;
}

std::string fingerprint_of(const Violation& violation) {
  std::string whole;
  for (const std::string* part : {&violation.rule, &violation.subject, &violation.text}) {
    whole += std::to_string(part->size()) + ":" + *part;
  }
  return sha256_hex(whole);
}

Json result_json(const Violation& violation, const ViolationReport& report,
                 const std::map<std::string_view, std::size_t>& indexes) {
  Json out = Json::object();
  out["ruleId"] = readable_utf8(violation.rule);
  if (const auto found = indexes.find(violation.rule); found != indexes.end()) {
    out["ruleIndex"] = found->second;
  }
  out["level"] = violation_level_name(violation.level);
  std::string text = violation.subject.empty() ? "" : violation.subject + ": ";
  text += violation.text;
  if (!violation.mend.empty()) text += "; " + violation.mend;
  out["message"] = text_json(text);
  Json location = location_json(violation, report.what);
  if (!location.empty()) out["locations"] = Json::array({std::move(location)});
  out["partialFingerprints"]["tareViolation/v1"] = fingerprint_of(violation);
  if (violation.waived_because) {
    Json suppression = Json::object();
    suppression["kind"] = "external";
    suppression["justification"] = readable_utf8(*violation.waived_because);
    out["suppressions"] = Json::array({std::move(suppression)});
  }
  return out;
}

}  // namespace

std::string violations_sarif(const ViolationReport& report, std::span<const RuleInfo> rules,
                             std::string_view version) {
  std::map<std::string_view, std::size_t> indexes;
  Json driver = Json::object();
  driver["name"] = "tare";
  driver["version"] = std::string(version);
  driver["rules"] = Json::array();
  for (const RuleInfo& rule : rules) {
    indexes.emplace(rule.id, driver["rules"].size());
    driver["rules"].push_back(rule_json(rule));
  }
  Json run = Json::object();
  run["tool"]["driver"] = std::move(driver);
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Violation& violation : report.violations) {
    run["results"].push_back(result_json(violation, report, indexes));
  }
  run["properties"]["what"] = readable_utf8(report.what);
  for (const auto& [label, text] : report.facts) {
    run["properties"]["facts"][readable_utf8(label)] = readable_utf8(text);
  }
  Json out = Json::object();
  out["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  out["version"] = "2.1.0";
  out["runs"] = Json::array({std::move(run)});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tare
