#include "policy/live_manifest.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "suite/read_document.h"
#include "suite/tool_list.h"

namespace tare {
namespace {

constexpr std::size_t kMaxManifestBytes = std::size_t{64} << 20;

struct ManifestDocument {
  Manifest manifest;
  bool is_answer = false;  // of a server to tools/list
};

// Members that only a server's answer has, in the revisions up to 2026-07-28.
bool has_marks_of_an_answer(json::Value root) {
  constexpr std::array<std::string_view, 5> kMarks = {"nextCursor", "_meta", "resultType", "ttlMs",
                                                      "cacheScope"};
  return root.is_object() && std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return root.find(mark).valid();
         });
}

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
    out.is_answer = out.is_answer || has_marks_of_an_answer(root);
    ValueReader reader(document->source(), faults);
    out.manifest = read_tools_document(reader, root);
  }
  if (faults.any()) return faults.to_error(files);
  return out;
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
  LiveManifest live;
  live.origin = path;
  live.manifest = std::move(read->manifest);
  if (read->is_answer) live.tells_approval = live.tells_agent = live.tells_server = false;
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
