// Where a side has counts for every trial, the short form says all of it; a baseline is read by
// people.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/utf8.h"
#include "record/baseline.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json text_json(const std::string& text) {
  return is_valid_utf8(text) ? Json(text) : Json(escape_for_terminal(text, true));
}

void put_text(Json& object, const char* name, const std::string& text) {
  if (!text.empty()) object[name] = text_json(text);
}
void put_text(Json& object, const char* name, const std::optional<std::string>& text) {
  if (text) object[name] = text_json(*text);
}

// A whole number without ".0"; JSON has no NaN and no infinity.
Json number(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (*value == std::trunc(*value) && std::fabs(*value) < 9007199254740992.0) {
    return static_cast<std::int64_t>(*value);
  }
  return *value;
}

Json identity_json(const Provenance& p) {
  Json out = Json::object();
  put_text(out, "model", p.model);
  put_text(out, "variant", p.variant);
  put_text(out, "adapterName", p.adapter_name);
  put_text(out, "adapterVersion", p.adapter_version);
  if (!p.layers.empty()) {
    Json& layers = out["layers"] = Json::array();
    for (const Layer& layer : p.layers) {
      Json entry = Json::object();
      entry["role"] = text_json(layer.role);
      entry["name"] = text_json(layer.name);
      put_text(entry, "version", layer.version);
      layers.push_back(std::move(entry));
    }
  }
  put_text(out, "toolManifestSha256", p.tool_manifest_sha256);
  put_text(out, "instructionsSha256", p.instructions_sha256);
  put_text(out, "datasetSha256", p.dataset_sha256);
  put_text(out, "gatesSha256", p.gates_sha256);
  put_text(out, "policySha256", p.policy_sha256);
  out["trialsPerCase"] = p.trials_per_case;
  return out;
}

Json circumstance_json(const Provenance& p) {
  Json out = Json::object();
  put_text(out, "runId", p.run_id);
  put_text(out, "started", p.started);
  put_text(out, "os", p.os);
  put_text(out, "locale", p.locale);
  if (!p.command_line.empty()) {
    Json& words = out["commandLine"] = Json::array();
    for (const std::string& word : p.command_line) words.push_back(text_json(word));
  }
  if (!p.adapter_files.empty()) {
    Json& files = out["adapterFiles"] = Json::array();
    for (const auto& [path, sha256] : p.adapter_files) {
      Json entry = Json::object();
      entry["path"] = text_json(path);
      entry["sha256"] = text_json(sha256);
      files.push_back(std::move(entry));
    }
  }
  put_text(out, "suiteSha256", p.suite_sha256);
  put_text(out, "datasetGitSha", p.dataset_git_sha);
  put_text(out, "tareVersion", p.tare_version);
  put_text(out, "tareSha256", p.tare_sha256);
  return out;
}

Json gates_json(const std::vector<Threshold>& gates) {
  Json out = Json::array();
  for (const Threshold& gate : gates) {
    Json entry = Json::object();
    entry["figure"] = text_json(gate.figure);
    put_text(entry, "view", gate.view);
    put_text(entry, "detail", gate.detail);
    if (gate.min) entry["min"] = number(gate.min);
    if (gate.max) entry["max"] = number(gate.max);
    out.push_back(std::move(entry));
  }
  return out;
}

Json figures_json(const RunFacts& facts) {
  Json out = Json::object();
  for (const auto& [name, sides] : facts.figures) {
    if (!sides.first && !sides.second) continue;
    Json& entry = out[name] = Json::object();
    if (sides.first) entry["raw"] = number(sides.first);
    if (sides.second) entry["normalized"] = number(sides.second);
  }
  return out;
}

Json counts_json(const std::map<std::string, std::uint32_t>& counts) {
  Json out = Json::object();
  for (const auto& [name, count] : counts) {
    out[is_valid_utf8(name) ? name : escape_for_terminal(name, true)] = count;
  }
  return out;
}

template <class Of>
void put_sides(Json& object, const char* name, const CaseFacts& facts, Of of) {
  const Json raw = of(facts.raw);
  const Json normalized = of(facts.normalized);
  if (raw.empty() && normalized.empty()) return;
  Json& entry = object[name] = Json::object();
  if (!raw.empty()) entry["raw"] = raw;
  if (!normalized.empty()) entry["normalized"] = normalized;
}

Json count_json(const Count& count) {
  return count.of == 0 ? Json::array() : Json::array({count.right, count.of});
}

Json passes_json(const Count& passed) {
  return passed.of == 0 ? Json(nullptr) : Json(passed.right);
}

std::string case_text(const CaseFacts& facts) {
  Json out = Json::object();
  out["id"] = text_json(facts.id);
  out["trials"] = facts.trials;
  out["passes"]["raw"] = passes_json(facts.raw.passed);
  out["passes"]["normalized"] = passes_json(facts.normalized.passed);
  const auto all = [&](const Count& passed) { return passed.of == 0 || passed.of == facts.trials; };
  if (!all(facts.raw.passed) || !all(facts.normalized.passed)) {
    out["judged"]["raw"] = facts.raw.passed.of;
    out["judged"]["normalized"] = facts.normalized.passed.of;
  }
  if (!facts.detailed) return compact(out);
  if (facts.tool) out["tool"] = facts.tool->empty() ? Json(nullptr) : text_json(*facts.tool);
  for (const std::string& tag : facts.tags) out["tags"].push_back(text_json(tag));
  if (facts.risk != 1) out["risk"] = facts.risk;
  put_sides(out, "choice", facts, [](const SideFacts& side) {
    return side.exact.of == 0
               ? Json::array()
               : Json::array({side.exact.right, side.acceptable.right, side.exact.of});
  });
  put_sides(out, "args", facts, [](const SideFacts& side) { return count_json(side.args); });
  put_sides(out, "schema", facts, [](const SideFacts& side) { return count_json(side.schema); });
  put_sides(out, "confusions", facts,
            [](const SideFacts& side) { return counts_json(side.confusions); });
  if (!facts.coercions.empty()) out["coercions"] = counts_json(facts.coercions);
  return compact(out);
}

}  // namespace

std::string baseline_document(const RunFacts& facts) {
  bool detailed = !facts.cases.empty();
  for (const CaseFacts& one : facts.cases) detailed = detailed && one.detailed;
  std::string out = "{\"format\":\"tare-baseline/1\",\n\"identity\":";
  out += compact(identity_json(facts.provenance));
  out += ",\n\"circumstance\":" + compact(circumstance_json(facts.provenance));
  out += ",\n\"gates\":" + compact(gates_json(facts.gates));
  out += ",\n\"figures\":" + compact(figures_json(facts));
  if (detailed) out += ",\n\"details\":true";
  out += ",\n\"cases\":[";
  const char* separator = "\n";
  for (const CaseFacts& one : facts.cases) {
    out += separator + case_text(one);
    separator = ",\n";
  }
  return out + "\n]}\n";
}

}  // namespace tare
