// `adapter.files`: settings that a program of kind `command` finds in its attempt's own folder.
//
// Agent programs read where their model and their MCP servers are from files under HOME. HOME is
// fresh for each attempt, and so is what these files must say, so the suite carries their texts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/escape.h"
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

// What is there before any file is written (run/command_launch.cc).
constexpr std::array<std::string_view, 10> kThere = {"home",
                                                     "home/.config",
                                                     "home/.cache",
                                                     "home/.local",
                                                     "home/.local/share",
                                                     "home/.local/state",
                                                     "runtime",
                                                     "tmp",
                                                     "case",
                                                     "case/messages.json"};

bool leads_to(std::string_view folder, std::string_view path) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// What stands in the way of a file at `path`, or "".
std::string in_the_way(const std::string& path, const std::vector<CommandFile>& files) {
  if (std::find(kThere.begin(), kThere.end(), path) != kThere.end()) {
    return "is there already, made by Tare";
  }
  if (leads_to("case/messages.json", path)) return "lies in a file that Tare writes";
  for (const CommandFile& file : files) {
    if (file.path == path) return "stands twice in files";
    if (leads_to(file.path, path) || leads_to(path, file.path)) {
      return fmt::format("cannot be beside {}: one would be a folder and a file",
                         quote_json(file.path));
    }
  }
  return "";
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
    const std::string plain = std::filesystem::path(*path).lexically_normal().string();
    if (const std::string why = in_the_way(plain, out.files); !why.empty()) {
      reader.fault(member.name, fmt::format("the path {} {}", shown(member.name), why),
                   "choose another path");
      continue;
    }
    CommandFile file{.path = plain, .text = {}, .json = !member.value.is_string()};
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
