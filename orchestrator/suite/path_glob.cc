// The folder before the first wildcard is walked, and each file's path below it is matched whole.
// Depth is bounded by the pattern unless it has `**`; the number of entries looked at is bounded,
// so a slip such as `/**` ends in an error and not in an hour of walking.
#include "suite/path_glob.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/escape.h"
#include "base/glob.h"

namespace tare {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxEntries = 1'000'000;
constexpr int kMaxDepth = 64;

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t slash = path.find('/');
    out.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return out;
    path.remove_prefix(slash + 1);
  }
}

// Segment by segment, `**` standing for any number of them; one row of a table at a time.
bool match_segments(std::string_view pattern, std::string_view path) {
  const std::vector<std::string_view> names = segments_of(path);
  std::vector<char> reach(names.size() + 1, 0);
  reach[0] = 1;
  for (std::string_view part : segments_of(pattern)) {
    std::vector<char> next(names.size() + 1, 0);
    for (std::size_t i = 0; i <= names.size(); ++i) {
      if (part == "**") {
        next[i] = reach[i] || (i > 0 && next[i - 1]);
      } else if (i > 0) {
        next[i] = reach[i - 1] && glob_match(part, names[i - 1]);
      }
    }
    reach = std::move(next);
  }
  return reach[names.size()] != 0;
}

struct Walk {
  std::string_view pattern;
  std::string prefix;  // of the pattern, literal, with its slash or empty
  bool hidden;
  int max_depth;
  std::size_t entries = 0;
  bool too_many = false;
  std::vector<std::string> found = {};
};

void walk_folder(const fs::path& folder, const std::string& relative, int depth, Walk& walk) {
  std::error_code error;
  fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    if (++walk.entries > kMaxEntries) walk.too_many = true;
    if (walk.too_many) return;
    const std::string name = it->path().filename().string();
    if (name.starts_with('.') && !walk.hidden) continue;
    const std::string path = relative + name;
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      if (depth < walk.max_depth && !it->is_symlink(ignored)) {
        walk_folder(it->path(), path + "/", depth + 1, walk);
      }
    } else if (it->is_regular_file(ignored) && path_glob_match(walk.pattern, path)) {
      walk.found.push_back(path);
    }
  }
}

}  // namespace

bool path_glob_match(std::string_view pattern, std::string_view path) {
  return glob_match(pattern, path) || match_segments(pattern, path);
}

Result<std::vector<std::string>> expand_path_glob(const std::string& directory,
                                                  const std::string& given) {
  std::string pattern = given;
  while (pattern.starts_with("./")) pattern.erase(0, 2);
  const std::string quoted = fmt::format("\"{}\"", escape_for_terminal(given));
  const fs::path base = pattern.starts_with('/') ? fs::path("/") : fs::path(directory);
  std::error_code error;
  if (is_literal_glob(pattern)) {
    const fs::path path = base / pattern;
    if (fs::is_directory(path, error)) {
      return Error{ErrorKind::input,
                   fmt::format("{} in \"cases\" is a folder", quoted),
                   {},
                   fmt::format("name its files, such as \"{}/*.json\"", escape_for_terminal(given)),
                   {}};
    }
    // A pipe or a device would be waited for without end.
    if (fs::is_regular_file(path, error)) return std::vector<std::string>{pattern};
    return Error{ErrorKind::input,
                 fmt::format("no file {}", quoted),
                 {},
                 "paths are relative to the suite file",
                 {}};
  }
  const std::size_t wildcard = pattern.find_first_of("*?");
  const std::size_t slash = pattern.rfind('/', wildcard);
  Walk walk{
      .pattern = pattern,
      .prefix = slash == std::string::npos ? "" : pattern.substr(0, slash + 1),
      .hidden = pattern.find("/.", slash == std::string::npos ? 0 : slash) != std::string::npos ||
                (slash == std::string::npos && pattern.starts_with('.')),
      .max_depth = kMaxDepth};
  if (pattern.find("**") == std::string::npos) {
    const std::string_view rest = std::string_view(pattern).substr(walk.prefix.size());
    walk.max_depth = static_cast<int>(std::count(rest.begin(), rest.end(), '/'));
  }
  walk_folder(base / walk.prefix, walk.prefix, 0, walk);
  if (walk.too_many) {
    return Error{ErrorKind::input,
                 fmt::format("glob {} walks over more than {} files", quoted, kMaxEntries),
                 {},
                 "begin it with a narrower folder",
                 {}};
  }
  if (walk.found.empty()) {
    return Error{ErrorKind::input,
                 fmt::format("glob {} matches no file", quoted),
                 {},
                 "paths are relative to the suite file; `*` stops at `/`, `**` does not",
                 {}};
  }
  std::sort(walk.found.begin(), walk.found.end());
  return std::move(walk.found);
}

}  // namespace tare
