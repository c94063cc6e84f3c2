#include "run/scratch.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

namespace tare {
namespace {

constexpr mode_t kMode = 0700;

// A folder as it was made: not replaced by a link, its mode unchanged, nothing in it.
bool is_untouched(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return false;
  if ((info.st_mode & 07777) != kMode || info.st_uid != ::geteuid()) return false;
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return false;
  bool empty = true;
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") empty = false;
  }
  ::closedir(folder);
  return empty;
}

void remove_whatever(const std::string& path) {
  std::error_code error;
  std::filesystem::remove_all(path, error);
  if (!error) return;
  // A folder without write permission keeps its content: give the owner's rights back, then again.
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  for (std::filesystem::recursive_directory_iterator
           at(path, std::filesystem::directory_options::skip_permission_denied, error),
       end;
       !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      std::filesystem::permissions(at->path(), std::filesystem::perms::owner_all, ignored);
    }
  }
  std::filesystem::remove_all(path, error);
}

}  // namespace

ScratchFolder::~ScratchFolder() {
  close();
  if (!spare_.empty()) ::rmdir(spare_.c_str());
}

bool ScratchFolder::open(const std::string& path) {
  close();
  const std::string spare = std::exchange(spare_, "");
  const bool made = (!spare.empty() && ::rename(spare.c_str(), path.c_str()) == 0) ||
                    ::mkdir(path.c_str(), kMode) == 0;
  if (made) path_ = path;
  return made;
}

void ScratchFolder::close() {
  if (path_.empty()) return;
  const std::string path = std::exchange(path_, "");
  if (spare_.empty() && is_untouched(path)) {
    spare_ = path;
  } else {
    remove_whatever(path);
  }
}

}  // namespace tare
