// From policy.json to a Policy: closed lists of members, all faults of a file at once.
#include <algorithm>
#include <array>
#include <string>

#include "base/escape.h"
#include "base/file.h"
#include "json/reader.h"
#include "policy/name_words.h"
#include "policy/policy.h"
#include "suite/read_document.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::size_t kMaxPolicyBytes = std::size_t{64} << 20;
constexpr std::uint64_t kMost = 1'000'000'000;
constexpr std::array<std::string_view, 3> kApprovals = {"never", "always", "conditional"};
constexpr std::array<std::string_view, 2> kOnDrift = {"refuse", "warn"};
constexpr std::array<std::string_view, 10> kMembers = {
    "$schema", "format", "reviewedBy",   "reviewedOn", "tools",
    "writes",  "mcp",    "descriptions", "limits",     "onDrift"};
constexpr std::array<std::string_view, 6> kToolMembers = {
    "approval", "server", "descriptionSha256", "description", "inputSchema", "annotations"};
constexpr std::array<std::string_view, 4> kHints = {"readOnlyHint", "destructiveHint",
                                                    "idempotentHint", "openWorldHint"};
constexpr std::array<std::string_view, 2> kWriteMembers = {"verbs", "approval"};
constexpr std::array<std::string_view, 2> kServerMembers = {"allowedTools", "offeredTools"};
constexpr std::array<std::string_view, 1> kDescriptionMembers = {"leastLength"};
constexpr std::array<std::string_view, 3> kLimitMembers = {"maxTurns", "maxCalls",
                                                           "mayRunWithoutApproval"};

PolicyPlace place_of(const ValueReader& reader, json::Value value) {
  const SourcePosition at = reader.position(value);
  return {at.line, at.column};
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool is_date_or_empty(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.empty()) return true;
  if (text.size() != kShape.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !digit : text[i] != '-') return false;
  }
  return true;
}

std::string approval_of(ValueReader& reader, json::Value value) {
  const auto which = reader.choice(value, "approval", kApprovals);
  return which ? std::string(kApprovals[*which]) : "";
}

ToolHints read_hints(ValueReader& reader, json::Value value) {
  ToolHints hints;
  if (!reader.object(value, "annotations")) return hints;
  MemberSet members(reader, "annotations", kHints);
  members.read(value);
  hints.read_only = reader.flag(members["readOnlyHint"], "readOnlyHint");
  hints.destructive = reader.flag(members["destructiveHint"], "destructiveHint");
  hints.idempotent = reader.flag(members["idempotentHint"], "idempotentHint");
  hints.open_world = reader.flag(members["openWorldHint"], "openWorldHint");
  return hints;
}

void read_tool(ValueReader& reader, MemberSet& members, json::Value value, ReviewedTool& tool) {
  members.read(value);
  members.require({"approval"});
  tool.approval = approval_of(reader, members["approval"]);
  const json::Value server = members["server"];
  if (server.valid() && !server.is_null()) tool.server = reader.word(server, "server");
  tool.description_sha256 = reader.text(members["descriptionSha256"], "descriptionSha256");
  if (tool.description_sha256 && !is_sha256(*tool.description_sha256)) {
    reader.misfit(members["descriptionSha256"], "descriptionSha256",
                  "64 lower-case hexadecimal digits");
  }
  tool.description = reader.text(members["description"], "description");
  const json::Value schema = members["inputSchema"];
  if (schema.valid()) {
    if (schema.is_object() || schema.is_boolean()) {
      tool.input_schema = json_text(schema);
    } else {
      reader.misfit(schema, "inputSchema", "a JSON Schema (an object, true or false)");
    }
  }
  if (const json::Value hints = members["annotations"]; hints.valid()) {
    tool.annotations = read_hints(reader, hints);
  }
}

void read_tools(ValueReader& reader, json::Value value, Policy& policy) {
  if (!reader.object(value, "tools")) return;
  MemberSet members(reader, "a tool", kToolMembers);
  for (const json::Member member : value.members()) {
    ReviewedTool tool;
    tool.name = member.name.decoded();
    tool.place = place_of(reader, member.name);
    if (tool.name.empty()) reader.fault(member.name, "a tool has an empty name");
    if (!reader.object(member.value, tool.name)) continue;
    read_tool(reader, members, member.value, tool);
    policy.tools.push_back(std::move(tool));
  }
}

void read_writes(ValueReader& reader, json::Value value, Policy& policy) {
  if (!value.valid() || !reader.object(value, "writes")) return;
  MemberSet members(reader, "\"writes\"", kWriteMembers);
  members.read(value);
  members.require({"verbs", "approval"});
  WriteRule rule;
  rule.verbs = reader.words(members["verbs"], "verbs").value_or(std::vector<std::string>());
  for (const std::string& verb : rule.verbs) {
    if (!name_words(verb).empty()) continue;
    reader.fault(members["verbs"], "the verb " + quote_json(verb) + " holds no letter",
                 "write a word, such as \"delete\"");
  }
  rule.approval = approval_of(reader, members["approval"]);
  rule.place = place_of(reader, value);
  policy.writes = std::move(rule);
}

void read_servers(ValueReader& reader, json::Value value, Policy& policy) {
  if (!value.valid() || !reader.object(value, "mcp")) return;
  MemberSet members(reader, "a server", kServerMembers);
  for (const json::Member member : value.members()) {
    ReviewedServer server;
    server.name = member.name.decoded();
    server.place = place_of(reader, member.name);
    if (!reader.object(member.value, server.name)) continue;
    members.read(member.value);
    members.require({"allowedTools"});
    auto allowed = reader.words(members["allowedTools"], "allowedTools");
    if (allowed) server.allowed_tools = std::move(*allowed);
    server.offered_tools = reader.words(members["offeredTools"], "offeredTools");
    policy.servers.push_back(std::move(server));
  }
}

void read_limits(ValueReader& reader, json::Value value, Policy& policy) {
  if (!value.valid() || !reader.object(value, "limits")) return;
  MemberSet members(reader, "\"limits\"", kLimitMembers);
  members.read(value);
  policy.limits_place = place_of(reader, value);
  policy.max_turns = reader.whole(members["maxTurns"], "maxTurns", 1, kMost);
  policy.max_calls = reader.whole(members["maxCalls"], "maxCalls", 1, kMost);
  policy.may_run_without_approval =
      reader.words(members["mayRunWithoutApproval"], "mayRunWithoutApproval");
}

// A name that stands twice would leave it open which of the two was reviewed.
void refuse_repeated_names(ValueReader& reader, json::Value object, std::string_view what) {
  if (!object.valid() || !object.is_object()) return;
  std::vector<std::pair<std::string, json::Value>> names;
  for (const json::Member member : object.members()) {
    names.emplace_back(member.name.decoded(), member.name);
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (names[i].first != names[i - 1].first) continue;
    reader.fault(names[i].second,
                 std::string(what) + " " + shown(names[i].second) + " stands twice");
  }
}

void read_root(ValueReader& reader, json::Value root, Policy& policy) {
  if (!reader.object(root, "a policy")) return;
  MemberSet members(reader, "a policy", kMembers);
  members.read(root);
  members.require({"format", "reviewedBy", "reviewedOn", "tools"});
  const auto format = reader.text(members["format"], "format");
  if (format && *format != "tare-policy/1") {
    reader.misfit(members["format"], "format", "\"tare-policy/1\"");
  }
  const json::Value by = members["reviewedBy"];
  policy.reviewed_by = reader.text(by, "reviewedBy").value_or("");
  policy.review_place = place_of(reader, by.valid() ? by : root);
  policy.reviewed_on = reader.text(members["reviewedOn"], "reviewedOn").value_or("");
  if (!is_date_or_empty(policy.reviewed_on)) {
    reader.misfit(members["reviewedOn"], "reviewedOn", "a date, YYYY-MM-DD, or empty");
  }
  refuse_repeated_names(reader, members["tools"], "the tool");
  refuse_repeated_names(reader, members["mcp"], "the server");
  read_tools(reader, members["tools"], policy);
  read_writes(reader, members["writes"], policy);
  read_servers(reader, members["mcp"], policy);
  if (const json::Value texts = members["descriptions"];
      texts.valid() && reader.object(texts, "descriptions")) {
    MemberSet inner(reader, "\"descriptions\"", kDescriptionMembers);
    inner.read(texts);
    policy.least_description = reader.whole(inner["leastLength"], "leastLength", 0, kMost)
                                   .value_or(policy.least_description);
  }
  read_limits(reader, members["limits"], policy);
  if (const auto which = reader.choice(members["onDrift"], "onDrift", kOnDrift)) {
    policy.on_drift = *which == 0 ? OnDrift::refuse : OnDrift::warn;
  }
}

}  // namespace

const ReviewedTool* Policy::find(std::string_view name) const {
  for (const ReviewedTool& tool : tools) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

const ReviewedServer* Policy::find_server(std::string_view name) const {
  for (const ReviewedServer& server : servers) {
    if (server.name == name) return &server;
  }
  return nullptr;
}

Result<Policy> read_policy(std::string_view text, const std::string& shown) {
  const std::vector<std::string> files = {shown};
  Policy policy;
  policy.file = shown;
  FaultList faults;
  const auto document = TextDocument::parse(text, is_yaml_name(shown), 0, faults);
  if (document) {
    ValueReader reader(document->source(), faults);
    read_root(reader, document->root(), policy);
  }
  if (faults.any()) return faults.to_error(files);
  return policy;
}

Result<Policy> load_policy(const std::string& path) {
  auto text = read_file(path, kMaxPolicyBytes);
  if (!text) return text.error();
  return read_policy(*text, path);
}

}  // namespace tare
