// Looking tools up, and one digest that tells two manifests apart.
#include "model/manifest.h"

#include "base/sha256.h"

namespace tare {

namespace {

// Layout is no part of a schema: the same one, read from an indented file or printed by an adapter
// on one line, must give the same digest. Within strings every byte counts.
std::string without_layout(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\' && i + 1 < json.size()) {
      out += c;
      out += json[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (!in_string && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) continue;
    out += c;
  }
  return out;
}

}  // namespace

std::string_view Manifest::canonical_name(std::string_view name) const {
  for (const ToolSpec& tool : tools) {
    if (tool.wire_name && *tool.wire_name == name) return tool.name;
  }
  return name;
}

const ToolSpec* Manifest::find(std::string_view name) const {
  for (const ToolSpec& tool : tools) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

Manifest with_wire_names(const Manifest& manifest,
                         const std::vector<std::pair<std::string, std::string>>& names) {
  Manifest out = manifest;
  for (const auto& [name, sent] : names) {
    for (ToolSpec& tool : out.tools) {
      if (tool.name == name && !tool.wire_name) tool.wire_name = sent;
    }
  }
  return out;
}

std::string manifest_sha256(const Manifest& manifest) {
  // Lengths keep the parts apart, so no text can pass from one to the next unseen.
  Sha256 digest;
  const auto add = [&digest](std::string_view part) {
    digest.update(std::to_string(part.size()) + ":");
    digest.update(part);
  };
  for (const ToolSpec& tool : manifest.tools) {
    add(tool.name);
    add(tool.description);
    add(without_layout(tool.input_schema));
  }
  return digest.hex();
}

}  // namespace tare
