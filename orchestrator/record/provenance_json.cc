// One member after the other, both ways.
#include "record/provenance_json.h"

#include <optional>
#include <string>

#include "base/escape.h"
#include "base/utf8.h"
#include "record/json_fields.h"

namespace tare {

namespace {

Json text_json(const std::string& text) {
  return is_valid_utf8(text) ? Json(text) : Json(escape_for_terminal(text, true));
}
Json known_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : text_json(text);
}
Json known_or_null(const std::optional<std::string>& text) {
  return text ? text_json(*text) : Json(nullptr);
}
Json texts_json(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& text : texts) out.push_back(text_json(text));
  return out;
}

}  // namespace

Json provenance_to_json(const Provenance& p) {
  Json layers = Json::array();
  for (const Layer& layer : p.layers) {
    layers.push_back({{"role", text_json(layer.role)},
                      {"name", text_json(layer.name)},
                      {"version", known_or_null(layer.version)}});
  }
  Json files = Json::array();
  for (const auto& [path, sha256] : p.adapter_files) {
    files.push_back({{"path", text_json(path)}, {"sha256", text_json(sha256)}});
  }
  Json out = Json::object();
  out["runId"] = text_json(p.run_id);
  out["started"] = known_or_null(p.started);
  out["ended"] = known_or_null(p.ended);
  out["model"] = known_or_null(p.model);
  out["variant"] = known_or_null(p.variant);
  out["layers"] = std::move(layers);
  out["toolManifestSha256"] = known_or_null(p.tool_manifest_sha256);
  out["instructionsSha256"] = known_or_null(p.instructions_sha256);
  out["datasetSha256"] = known_or_null(p.dataset_sha256);
  out["datasetGitSha"] = known_or_null(p.dataset_git_sha);
  out["gatesSha256"] = known_or_null(p.gates_sha256);
  out["suiteSha256"] = known_or_null(p.suite_sha256);
  out["policySha256"] = known_or_null(p.policy_sha256);
  if (!p.policy_drift.empty()) out["policyDrift"] = texts_json(p.policy_drift);
  if (p.judge_sha256) out["judgeSha256"] = text_json(*p.judge_sha256);
  out["adapterFiles"] = std::move(files);
  out["tareSha256"] = known_or_null(p.tare_sha256);
  out["trialsPerCase"] = p.trials_per_case;
  out["adapterName"] = known_or_null(p.adapter_name);
  out["adapterVersion"] = known_or_null(p.adapter_version);
  out["tareVersion"] = known_or_null(p.tare_version);
  out["os"] = known_or_null(p.os);
  out["locale"] = known_or_null(p.locale);
  out["commandLine"] = texts_json(p.command_line);
  out["adapterCommand"] = texts_json(p.adapter_command);
  if (p.journal_chain_sha256) out["journalChainSha256"] = text_json(*p.journal_chain_sha256);
  return out;
}

Result<Provenance> provenance_from_json(const Json& json) {
  JsonFields f(json, "the provenance");
  Provenance p;
  p.run_id = f.text("runId");
  p.started = f.text_or_empty("started");
  p.ended = f.text_or_empty("ended");
  p.model = f.text_or_empty("model");
  p.variant = f.text_or_empty("variant");
  for (const Json& layer_json : f.array("layers")) {
    JsonFields layer(layer_json, "a layer");
    p.layers.push_back({layer.text("role"), layer.text("name"), layer.text_or_empty("version")});
    layer.expect_no_others();
    f.absorb(layer);
  }
  p.tool_manifest_sha256 = f.optional_text("toolManifestSha256");
  p.instructions_sha256 = f.optional_text("instructionsSha256");
  p.dataset_sha256 = f.text_or_empty("datasetSha256");
  p.dataset_git_sha = f.optional_text("datasetGitSha");
  p.gates_sha256 = f.text_or_empty("gatesSha256");
  p.suite_sha256 = f.text_or_empty("suiteSha256");
  p.policy_sha256 = f.optional_text("policySha256");
  if (f.has("policyDrift")) p.policy_drift = f.texts("policyDrift");
  if (f.has("judgeSha256")) p.judge_sha256 = f.optional_text("judgeSha256");
  for (const Json& file_json : f.array("adapterFiles")) {
    JsonFields file(file_json, "an adapter file");
    p.adapter_files.emplace_back(file.text("path"), file.text("sha256"));
    file.expect_no_others();
    f.absorb(file);
  }
  p.tare_sha256 = f.text_or_empty("tareSha256");
  p.trials_per_case = f.number32("trialsPerCase");
  p.adapter_name = f.text_or_empty("adapterName");
  p.adapter_version = f.text_or_empty("adapterVersion");
  p.tare_version = f.text_or_empty("tareVersion");
  p.os = f.text_or_empty("os");
  p.locale = f.text_or_empty("locale");
  p.command_line = f.texts("commandLine");
  p.adapter_command = f.texts("adapterCommand");
  if (f.has("journalChainSha256")) {
    p.journal_chain_sha256 = f.optional_text("journalChainSha256");
  }
  f.expect_no_others();
  if (f.error()) return *f.error();
  return p;
}

}  // namespace tare
