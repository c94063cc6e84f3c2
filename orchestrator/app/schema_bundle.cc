#include "app/schema_bundle.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/embedded.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFolder = "schema/", kEnd = ".schema.json";

std::string_view text_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name.starts_with(kFolder) && file.name.substr(kFolder.size()) == name) {
      return file.text;
    }
  }
  return "";
}

// "journal.schema.json#/$defs/text" -> "journal"; "" where it stays within its own document.
std::string_view file_of(std::string_view reference) {
  const std::string_view file = reference.substr(0, reference.find('#'));
  return file.ends_with(kEnd) ? file.substr(0, file.size() - kEnd.size()) : "";
}

std::string inside(std::string_view file, std::string_view reference) {
  const std::size_t hash = reference.find('#');
  std::string out = "#/$defs/" + std::string(file) + std::string(kEnd);
  if (hash != std::string_view::npos) out += reference.substr(hash + 1);
  return out;
}

// `home`: the document that the references stand in; "" is the one that is printed, where they may
// stay as they are.
void point_inside(Json& json, std::string_view root, std::string_view home,
                  std::vector<std::string>& used) {
  if (json.is_array() || json.is_object()) {
    for (auto& [key, value] : json.items()) {
      if (key != "$ref" || !value.is_string()) {
        point_inside(value, root, home, used);
        continue;
      }
      const std::string reference = value.get<std::string>();
      const std::string_view file = file_of(reference);
      if (file.empty() || file == root) {
        if (!home.empty() && file.empty()) value = inside(home, reference);
        if (file == root) value = "#" + reference.substr(file.size() + kEnd.size()).erase(0, 1);
        continue;
      }
      value = inside(file, reference);
      used.emplace_back(file);
    }
  }
}

}  // namespace

std::string bundled_schema(std::string_view name) {
  const std::string_view text = text_of(name);
  Json schema = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!schema.is_object()) return std::string(text);
  std::vector<std::string> used;
  point_inside(schema, name, "", used);
  if (used.empty()) return std::string(text);
  std::set<std::string> there;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const std::string file = used[i];
    if (!there.insert(file).second) continue;
    Json other = Json::parse(text_of(file), nullptr, /*allow_exceptions=*/false);
    if (!other.is_object()) continue;
    other.erase("$schema");
    other.erase("$id");
    point_inside(other, name, file, used);
    schema["$defs"][file + std::string(kEnd)] = std::move(other);
  }
  return schema.dump(2) + "\n";
}

}  // namespace tare
