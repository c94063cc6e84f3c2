// A file that is written once and copied to its place at the end: what does not fit in memory waits
// here. It is removed when the object goes, so nothing is left behind, whatever failed.
#pragma once

#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace tare {

class SpillFile {
 public:
  // At `path`, which is made anew; with an empty path, a file without a name in the temporary
  // folder.
  static Result<SpillFile> create(const std::string& path);
  ~SpillFile();
  SpillFile(SpillFile&& other) noexcept;
  SpillFile& operator=(SpillFile&&) = delete;

  // Buffered. After a failed write everything else is an error too.
  Result<void> append(std::string_view bytes);
  Result<void> copy_to(int fd);
  int fd() const { return fd_.get(); }
  Result<void> flush();
  // Syncs and gives it its final name; afterwards nothing is removed.
  Result<void> publish(const std::string& final_path);

 private:
  SpillFile(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  std::string path_;  // "": no name (any more)
  UniqueFd fd_;
  std::string buffer_;
};

}  // namespace tare
