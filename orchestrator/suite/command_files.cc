// `adapter.files`: settings that a program of kind `command` finds in its attempt's own folder.
//
// Agent programs read where their model and their MCP servers are from files under HOME. HOME is
// fresh for each attempt, and so is what these files must say, so the suite carries their texts.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "suite/command_template.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::size_t kMaxFiles = 100;
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;

bool stays_inside(const std::string& path) {
  if (path.starts_with('/') || path.ends_with('/') || path.find('\0') != std::string::npos) {
    return false;
  }
  const std::filesystem::path whole(path);
  return std::none_of(whole.begin(), whole.end(), [](const std::filesystem::path& part) {
    return part == ".." || part == ".";
  });
}

}  // namespace

void read_command_files(ValueReader& reader, json::Value v, AdapterSpec& out) {
  if (!reader.object(v, "files")) return;
  for (const json::Member& member : v.members()) {
    const std::optional<std::string> path = reader.word(member.name, "a path of files");
    if (!path) continue;
    if (!stays_inside(*path)) {
      reader.fault(member.name,
                   fmt::format("the path {} does not stay in its folder", shown(member.name)),
                   "write it relative to {scratch}, without \"..\": "
                   "\"home/.agent/settings.json\"");
      continue;
    }
    const bool again = std::any_of(out.files.begin(), out.files.end(),
                                   [&](const CommandFile& file) { return file.path == *path; });
    if (again) {
      reader.fault(member.name,
                   fmt::format("the path {} stands twice in files", shown(member.name)),
                   "keep one of them");
      continue;
    }
    CommandFile file{.path = *path, .text = {}, .json = !member.value.is_string()};
    if (file.json) {
      if (!member.value.is_object() && !member.value.is_array()) {
        reader.misfit(member.value, *path, "a text, or an object or array that is written as JSON");
        continue;
      }
      file.text = json_text(member.value) + '\n';
    } else if (auto text = reader.text(member.value, *path)) {
      file.text = std::move(*text);
    }
    if (file.text.size() > kMaxFileBytes || out.files.size() == kMaxFiles) {
      reader.fault(member.name, "files holds too much",
                   fmt::format("at most {} files of {} bytes each", kMaxFiles, kMaxFileBytes));
      continue;
    }
    if (const auto parts = split_template(file.text); !parts) {
      reader.fault(member.value, fmt::format("{}: {}", *path, parts.error().reason),
                   parts.error().mend);
      continue;
    }
    out.files.push_back(std::move(file));
  }
}

}  // namespace tare
