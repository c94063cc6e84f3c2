#include "policy/live_manifest.h"

#include "base/file.h"
#include "suite/read_document.h"
#include "suite/tool_list.h"

namespace tare {

namespace {

constexpr std::size_t kMaxManifestBytes = std::size_t{64} << 20;

}  // namespace

Result<Manifest> read_manifest_file(std::string_view text, const std::string& shown) {
  const std::vector<std::string> files = {shown};
  FaultList faults;
  Manifest manifest;
  if (const auto document = TextDocument::parse(text, is_yaml_name(shown), 0, faults)) {
    json::Value root = document->root();
    if (root.is_object() && !root.find("tools").valid()) {
      const json::Value result = root.find("result");
      if (result.valid() && result.is_object()) root = result;
    }
    ValueReader reader(document->source(), faults);
    manifest = read_tools_document(reader, root);
  }
  if (faults.any()) return faults.to_error(files);
  return manifest;
}

Result<Manifest> load_manifest_file(const std::string& path) {
  auto text = read_file(path, kMaxManifestBytes);
  if (!text) return text.error();
  return read_manifest_file(*text, path);
}

void add_offer(Manifest& agent, const std::string& server, const Manifest& offered) {
  std::vector<std::string> names;
  for (const ToolSpec& tool : offered.tools) names.push_back(tool.name);
  for (McpServer& known : agent.servers) {
    if (known.name != server) continue;
    known.offered_tools = std::move(names);
    return;
  }
  agent.servers.push_back({server, std::nullopt, std::move(names)});
}

}  // namespace tare
