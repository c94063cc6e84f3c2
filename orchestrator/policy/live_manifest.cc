#include "policy/live_manifest.h"

#include <algorithm>
#include <utility>

#include "base/file.h"
#include "suite/read_document.h"
#include "suite/tool_list.h"

namespace tare {
namespace {

constexpr std::size_t kMaxManifestBytes = std::size_t{64} << 20;

struct ManifestDocument {
  Manifest manifest;
  bool is_answer = false;  // of a server, in its envelope
};

Result<ManifestDocument> read_document(std::string_view text, const std::string& shown) {
  const std::vector<std::string> files = {shown};
  FaultList faults;
  ManifestDocument out;
  if (const auto document = TextDocument::parse(text, is_yaml_name(shown), 0, faults)) {
    json::Value root = document->root();
    if (root.is_object() && !root.find("tools").valid()) {
      const json::Value result = root.find("result");
      if (result.valid() && result.is_object()) {
        root = result;
        out.is_answer = true;
      }
    }
    ValueReader reader(document->source(), faults);
    out.manifest = read_tools_document(reader, root);
  }
  if (faults.any()) return faults.to_error(files);
  return out;
}

bool says_agents_part(const ToolSpec& tool) {
  return tool.approval || tool.server || tool.wire_name || tool.builtin;
}

void silence(LiveManifest& live) {
  live.tells_approval = live.tells_agent = live.tells_server = false;
}

}  // namespace

std::string untold(const LiveManifest& live) {
  std::string out;
  const auto add = [&](bool tells, std::string_view what) {
    if (!tells) out += (out.empty() ? "" : ", ") + std::string(what);
  };
  add(live.tells_approval, "approval");
  add(live.tells_agent, "limits, filters");
  add(live.tells_server, "servers");
  add(live.tells_annotations, "annotations");
  return out;
}

LiveManifest live_of_list(Manifest manifest, std::string origin) {
  LiveManifest live;
  live.origin = std::move(origin);
  live.manifest = std::move(manifest);
  const Manifest& all = live.manifest;
  const bool agents = all.instructions || all.max_turns || all.max_calls || !all.servers.empty() ||
                      std::ranges::any_of(all.tools, says_agents_part);
  if (!agents) silence(live);
  return live;
}

Result<Manifest> read_manifest_file(std::string_view text, const std::string& shown) {
  auto read = read_document(text, shown);
  if (!read) return read.error();
  return std::move(read->manifest);
}

Result<LiveManifest> load_live_file(const std::string& path) {
  auto text = read_file(path, kMaxManifestBytes);
  if (!text) return text.error();
  auto read = read_document(*text, path);
  if (!read) return read.error();
  LiveManifest live = live_of_list(std::move(read->manifest), path);
  if (read->is_answer) silence(live);
  return live;
}

void add_offer(LiveManifest& agent, const std::string& server, Manifest offered) {
  std::vector<std::string> names;
  for (const ToolSpec& tool : offered.tools) names.push_back(tool.name);
  agent.offers.push_back({server, std::move(offered)});
  for (McpServer& known : agent.manifest.servers) {
    if (known.name != server) continue;
    known.offered_tools = std::move(names);
    return;
  }
  agent.manifest.servers.push_back({server, std::nullopt, std::move(names)});
}

}  // namespace tare
