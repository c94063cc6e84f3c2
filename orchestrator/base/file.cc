// Thin over the system calls, for what streams hide: EINTR, short writes, errno, syncing, renaming.
#include "base/file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/names.h"

namespace tare {

namespace {

constexpr std::size_t kReadStep = std::size_t{1} << 16;

std::string quoted(const std::string& path) { return "\"" + path + "\""; }

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// A link stays a link: what it points to is replaced.
std::string resolve_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

Error too_large(const std::string& path, std::size_t size, std::size_t max_bytes) {
  return Error{.reason = quoted(path) + " has " + std::to_string(size) +
                         " bytes or more; at most " + std::to_string(max_bytes) + " are read",
               .where = path};
}

Result<void> write_in_place(const std::string& path, std::string_view content) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open " + quoted(path) + " for writing", errno);
  return write_all(fd.get(), content);
}

}  // namespace

void UniqueFd::reset(int fd) {
  // Linux closes the descriptor even where close() reports EINTR, so there is nothing to retry.
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open " + quoted(path), errno);
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return system_error("cannot look at " + quoted(path), errno);
  if (S_ISDIR(status.st_mode)) return system_error("cannot read " + quoted(path), EISDIR);
  const auto expected = static_cast<std::size_t>(status.st_size);
  if (S_ISREG(status.st_mode) && expected > max_bytes) return too_large(path, expected, max_bytes);

  // The size is only a hint: pipes have none, and a file may grow while it is read.
  std::string content;
  std::size_t have = 0;
  content.resize(S_ISREG(status.st_mode) ? expected + 1 : kReadStep);
  while (true) {
    if (have == content.size()) content.resize(content.size() + std::max(kReadStep, have));
    const ssize_t got = ::read(fd.get(), content.data() + have, content.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read " + quoted(path), errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
    if (have > max_bytes) return too_large(path, have, max_bytes);
  }
  content.resize(have);
  return content;
}

Result<void> write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // Somebody made our stdout non-blocking, a terminal shared with another program for one.
      pollfd wait{fd, POLLOUT, 0};
      if (::poll(&wait, 1, -1) < 0 && errno != EINTR) return system_error("cannot wait", errno);
      continue;
    }
    if (wrote < 0) return system_error("cannot write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return {};
}

Result<void> write_file_atomically(const std::string& path, std::string_view content) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    // A pipe or a device is somebody's end of a channel; a rename would put a file in its place.
    if (S_ISDIR(status.st_mode)) return system_error("cannot write " + quoted(path), EISDIR);
    return write_in_place(path, content);
  }
  const std::string target = resolve_links(path);
  const std::string beside = target + ".tmp-" + new_run_id();
  UniqueFd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!fd) return system_error("cannot write " + quoted(path), errno);
  const auto give_up = [&](const char* what, int error_number) {
    ::unlink(beside.c_str());
    return system_error(std::string("cannot ") + what + " " + quoted(path), error_number);
  };
  if (Result<void> written = write_all(fd.get(), content); !written) {
    ::unlink(beside.c_str());
    written.error().reason = quoted(path) + ": " + written.error().reason;
    return written;
  }
  if (::fsync(fd.get()) != 0) return give_up("sync", errno);
  if (::close(fd.release()) != 0) return give_up("close", errno);
  if (::rename(beside.c_str(), target.c_str()) != 0) return give_up("put in place", errno);
  // The new name is safe once its folder is. Some file systems cannot sync folders: no reason to
  // fail.
  const UniqueFd folder(::open(parent_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) (void)::fsync(folder.get());
  return {};
}

Result<void> make_directories(const std::string& path) {
  for (std::size_t at = 0; at != std::string::npos;) {
    at = path.find('/', at + 1);
    const std::string part = path.substr(0, at);
    if (part.empty() || ::mkdir(part.c_str(), 0777) == 0 || errno == EEXIST) continue;
    // A parent may be unwritable or on a read-only disk, and there already.
    const int error_number = errno;
    struct stat status {};
    if (::stat(part.c_str(), &status) == 0) continue;
    return system_error("cannot make the folder " + quoted(part), error_number);
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return system_error("cannot make the folder " + quoted(path), errno);
  }
  if (!S_ISDIR(status.st_mode)) {
    return system_error("cannot make the folder " + quoted(path), ENOTDIR);
  }
  return {};
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return system_error("cannot open " + quoted(path), errno);
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return system_error("cannot look at " + quoted(path), errno);
  if (S_ISDIR(status.st_mode)) return system_error("cannot read " + quoted(path), EISDIR);
  if (!S_ISREG(status.st_mode)) return system_error("cannot map " + quoted(path), ENODEV);
  if (status.st_size == 0) return MappedFile(nullptr, 0);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  if (data == MAP_FAILED) return system_error("cannot map " + quoted(path), errno);
  return MappedFile(static_cast<const char*>(data), size);
}

void MappedFile::let_go(std::string_view part) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - data_) / page * page;
  const std::size_t end = static_cast<std::size_t>(part.data() - data_) + part.size();
  // The last page may hold the beginning of what comes next.
  const std::size_t whole = end / page * page;
  if (whole > begin)
    (void)::madvise(const_cast<char*>(data_) + begin, whole - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace tare
