#include "report/spill_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace tare {
namespace {

constexpr std::size_t kBuffer = 64 * 1024;

Result<UniqueFd> open_nameless() {
  std::error_code ignored;
  std::string pattern = std::filesystem::temp_directory_path(ignored).string();
  if (pattern.empty()) pattern = "/tmp";
  pattern += "/tare-report-XXXXXX";
  int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0) return system_error("open " + pattern, errno);
  ::unlink(pattern.c_str());
  return UniqueFd(fd);
}

}  // namespace

Result<SpillFile> SpillFile::create(const std::string& path) {
  if (path.empty()) {
    Result<UniqueFd> fd = open_nameless();
    if (!fd) return fd.error();
    return SpillFile("", std::move(*fd));
  }
  int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) return system_error("open " + path, errno);
  return SpillFile(path, UniqueFd(fd));
}

SpillFile::~SpillFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

SpillFile::SpillFile(SpillFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::move(other.fd_)), buffer_(std::move(other.buffer_)) {
  other.path_.clear();
}

Result<void> SpillFile::append(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() < kBuffer) return {};
  return flush();
}

Result<void> SpillFile::flush() {
  Result<void> written = write_all(fd_.get(), buffer_);
  buffer_.clear();
  return written;
}

Result<void> SpillFile::copy_to(int target) {
  if (Result<void> flushed = flush(); !flushed) return flushed;
  if (::lseek(fd_.get(), 0, SEEK_SET) < 0) return system_error("rewind a report's part", errno);
  std::string block(kBuffer, '\0');
  for (;;) {
    ssize_t got = ::read(fd_.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("read a report's part", errno);
    if (got == 0) return {};
    std::string_view part(block.data(), static_cast<std::size_t>(got));
    if (Result<void> written = write_all(target, part); !written) return written;
  }
}

Result<void> SpillFile::publish(const std::string& final_path) {
  if (Result<void> flushed = flush(); !flushed) return flushed;
  if (::fsync(fd_.get()) != 0) return system_error("sync " + path_, errno);
  if (::rename(path_.c_str(), final_path.c_str()) != 0)
    return system_error("rename " + path_ + " to " + final_path, errno);
  path_.clear();
  // Best effort: a folder that cannot be synced has its name all the same.
  std::string folder = std::filesystem::path(final_path).parent_path().string();
  UniqueFd directory(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (directory) ::fsync(directory.get());
  return {};
}

}  // namespace tare
