#include "audit/audit_json.h"

#include <nlohmann/json.hpp>

#include "base/names.h"
#include "base/utf8.h"
#include "report/json_text.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view kFormat = "tare-audit/1";

void put_bytes(Json& object, const std::string& name, const std::optional<std::string>& bytes) {
  if (bytes) {
    EvidenceMember member = evidence_member(name, *bytes);
    object[member.name] = std::move(member.text);
  } else {
    object[name] = nullptr;
  }
}

std::optional<std::string> take_bytes(const Json& object, const std::string& name) {
  if (const auto text = object.find(name); text != object.end() && text->is_string()) {
    return text->get<std::string>();
  }
  const auto encoded = object.find(name + "Base64");
  if (encoded == object.end() || !encoded->is_string()) return std::nullopt;
  auto bytes = base64_decode(encoded->get<std::string>());
  return bytes ? std::optional<std::string>(std::move(*bytes)) : std::nullopt;
}

std::string text_in(const Json& object, const char* name) {
  const auto text = object.find(name);
  return text != object.end() && text->is_string() ? text->get<std::string>() : std::string();
}

Json side(const std::optional<std::string>& name, const std::optional<std::string>& arguments) {
  if (!name && !arguments) return nullptr;
  Json out = Json::object();
  put_bytes(out, "name", name);
  put_bytes(out, "arguments", arguments);
  return out;
}

Json finding_json(const Finding& finding) {
  Json out = Json::object();
  out["kind"] = finding.kind;
  out["on"] = finding_on_name(finding.on);
  put_bytes(out, "path", finding.path);
  out["severity"] = severity_name(finding.severity);
  out["effect"] = effect_name(finding.effect);
  out["lossless"] = finding.lossless;
  put_bytes(out, "raw", finding.raw);
  put_bytes(out, "normalized", finding.normalized);
  if (!finding.remark.empty()) out["remark"] = readable_utf8(finding.remark);
  return out;
}

Json cell_json(const AuditCell& cell) {
  Json out = Json::object();
  out["case"] = readable_utf8(cell.case_id);
  out["aim"] = readable_utf8(cell.aim);
  out["outcome"] = cell_outcome_name(cell.outcome);
  out["severity"] = severity_name(cell.severity);
  out["effect"] = effect_name(cell.effect);
  out["kinds"] = cell.kinds;
  out["finished"] = cell.finished.empty() ? Json(nullptr) : Json(cell.finished);
  out["modelRequests"] = cell.model_requests;
  if (!cell.told.empty()) out["told"] = readable_utf8(cell.told);
  Json calls = Json::array();
  for (const CellCall& call : cell.calls) {
    Json one = Json::object();
    one["outcome"] = cell_outcome_name(call.outcome);
    one["raw"] = side(call.raw_name, call.raw_arguments);
    one["normalized"] = side(call.normalized_name, call.normalized_arguments);
    Json findings = Json::array();
    for (const Finding& finding : call.findings) findings.push_back(finding_json(finding));
    one["findings"] = std::move(findings);
    calls.push_back(std::move(one));
  }
  out["calls"] = std::move(calls);
  return out;
}

Json client_json(const AuditedClient& client) {
  Json out = Json::object();
  out["client"] = readable_utf8(client.name);
  out["variant"] = client.variant.empty() ? Json(nullptr) : Json(readable_utf8(client.variant));
  const Json settings = Json::parse(client.settings_json, nullptr, false);
  out["settings"] = settings.is_discarded() ? Json::object() : settings;
  Json layers = Json::array();
  for (const Layer& layer : client.layers) {
    layers.push_back({{"role", readable_utf8(layer.role)},
                      {"name", readable_utf8(layer.name)},
                      {"version", readable_utf8(layer.version)}});
  }
  out["layers"] = std::move(layers);
  Json outcomes = Json::object();
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    const auto outcome = static_cast<CellOutcome>(i);
    outcomes[std::string(cell_outcome_name(outcome))] =
        std::count_if(client.cells.begin(), client.cells.end(),
                      [&](const AuditCell& cell) { return cell.outcome == outcome; });
  }
  out["outcomes"] = std::move(outcomes);
  Json cells = Json::array();
  for (const AuditCell& cell : client.cells) cells.push_back(cell_json(cell));
  out["cells"] = std::move(cells);
  return out;
}

CellCall call_from(const Json& json) {
  CellCall out;
  out.outcome = cell_outcome_from_name(text_in(json, "outcome")).value_or(CellOutcome::verbatim);
  if (const auto raw = json.find("raw"); raw != json.end() && raw->is_object()) {
    out.raw_name = take_bytes(*raw, "name");
    out.raw_arguments = take_bytes(*raw, "arguments");
  }
  if (const auto got = json.find("normalized"); got != json.end() && got->is_object()) {
    out.normalized_name = take_bytes(*got, "name");
    out.normalized_arguments = take_bytes(*got, "arguments");
  }
  return out;
}

std::optional<AuditCell> cell_from(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  AuditCell out;
  out.case_id = text_in(json, "case");
  out.aim = text_in(json, "aim");
  const auto outcome = cell_outcome_from_name(text_in(json, "outcome"));
  const auto severity = severity_from_name(text_in(json, "severity"));
  const auto effect = effect_from_name(text_in(json, "effect"));
  if (out.case_id.empty() || !outcome || !severity || !effect) return std::nullopt;
  out.outcome = *outcome;
  out.severity = *severity;
  out.effect = *effect;
  if (const auto kinds = json.find("kinds"); kinds != json.end() && kinds->is_array()) {
    for (const Json& kind : *kinds) {
      if (kind.is_string()) out.kinds.push_back(kind.get<std::string>());
    }
  }
  out.finished = text_in(json, "finished");
  out.told = text_in(json, "told");
  if (const auto calls = json.find("calls"); calls != json.end() && calls->is_array()) {
    for (const Json& call : *calls) {
      if (call.is_object()) out.calls.push_back(call_from(call));
    }
  }
  return out;
}

}  // namespace

std::string audit_to_json(const Audit& audit) {
  Json out = Json::object();
  out["format"] = kFormat;
  out["tare"] = audit.tare_version;
  out["corpusSha256"] = audit.corpus_sha256;
  Json clients = Json::array();
  for (const AuditedClient& client : audit.clients) clients.push_back(client_json(client));
  out["clients"] = std::move(clients);
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Audit> audit_from_json(std::string_view text, const std::string& path) {
  const auto refuse = [&](std::string reason) {
    return Error{.kind = ErrorKind::input,
                 .reason = std::move(reason),
                 .where = path,
                 .mend = "name the audit.json that an earlier `tare audit` wrote"};
  };
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return refuse("it is no JSON object");
  if (text_in(json, "format") != kFormat) return refuse("its format is not tare-audit/1");
  Audit out;
  out.tare_version = text_in(json, "tare");
  out.corpus_sha256 = text_in(json, "corpusSha256");
  const auto clients = json.find("clients");
  if (clients == json.end() || !clients->is_array()) return refuse("it has no clients");
  for (const Json& one : *clients) {
    if (!one.is_object()) return refuse("a client is no object");
    AuditedClient client;
    client.name = text_in(one, "client");
    client.variant = text_in(one, "variant");
    if (const auto layers = one.find("layers"); layers != one.end() && layers->is_array()) {
      for (const Json& layer : *layers) {
        if (!layer.is_object()) continue;
        client.layers.push_back(
            {text_in(layer, "role"), text_in(layer, "name"), text_in(layer, "version")});
      }
    }
    const auto cells = one.find("cells");
    if (cells == one.end() || !cells->is_array()) return refuse("a client has no cells");
    for (const Json& cell : *cells) {
      auto read = cell_from(cell);
      if (!read) return refuse("a cell of " + client.id() + " cannot be read");
      client.cells.push_back(std::move(*read));
    }
    out.clients.push_back(std::move(client));
  }
  return out;
}

}  // namespace tare
