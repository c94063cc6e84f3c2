// Files: whole reads, atomic writes, memory maps, and a descriptor that closes itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tare {

// Owns one descriptor; -1 is none. Every descriptor in Tare is opened with O_CLOEXEC.
class UniqueFd {
 public:
  explicit UniqueFd(int fd = -1) : fd_(fd) {}
  ~UniqueFd() { reset(); }
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset(int fd = -1);

 private:
  int fd_;
};

// The whole file. `max_bytes` bounds it: a larger one is an error that names both sizes.
Result<std::string> read_file(const std::string& path,
                              std::size_t max_bytes = std::size_t{1} << 32);

// Writes beside the target, syncs, renames: a reader sees the old file or the new one, whole.
Result<void> write_file_atomically(const std::string& path, std::string_view content);

// All bytes, through short writes and EINTR.
Result<void> write_all(int fd, std::string_view bytes);

// `mkdir -p`.
Result<void> make_directories(const std::string& path);

// A read-only map of a whole file; empty files map to an empty view.
class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&&) noexcept;
  MappedFile& operator=(MappedFile&&) noexcept;
  std::string_view bytes() const { return {data_, size_}; }

  // `part` of the bytes is not needed soon: its memory is given back, and filled from the file
  // again if it is read after all.
  void let_go(std::string_view part) const;

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tare
