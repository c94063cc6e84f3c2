// Appending, and nothing else: one write(2) a line, so the kernel has all of a finished attempt
// whatever becomes of this process, and a sync now and then against a power cut.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "base/sha256.h"
#include "record/journal.h"
#include "record/journal_scanner.h"

namespace tare {

namespace {

constexpr std::chrono::milliseconds kSyncEvery{100};

}  // namespace

struct JournalWriter::Impl {
  std::string path;
  UniqueFd fd;
  std::uint64_t end = 0;  // size of the file
  std::string last_sha256 = no_line_before();
  std::chrono::steady_clock::time_point last_sync = std::chrono::steady_clock::now();
  bool dirty = false;

  Error failed(const char* what, int error_number) const {
    return system_error(std::string("cannot ") + what + " the journal \"" + path + "\"",
                        error_number);
  }

  Result<std::uint64_t> append_line(std::string line) {
    append_chain_member(line, last_sha256);
    if (line.size() > kMaxJournalLine) {
      return Error{.reason = "the attempt's record has " + std::to_string(line.size()) +
                             " bytes; a journal line holds at most " +
                             std::to_string(kMaxJournalLine),
                   .where = path,
                   .mend = "lower limits.stdoutBytes in the suite"};
    }
    std::string sha256 = sha256_hex(line);
    line += '\n';
    if (auto written = write_all(fd.get(), line); !written) {
      // Half a line with another one behind it would break the chain for good.
      (void)::ftruncate(fd.get(), static_cast<off_t>(end));
      Error error = written.error();
      error.reason = "journal \"" + path + "\": " + error.reason;
      return error;
    }
    const std::uint64_t offset = end;
    end += line.size();
    last_sha256 = std::move(sha256);
    dirty = true;
    if (std::chrono::steady_clock::now() - last_sync >= kSyncEvery) {
      if (auto synced = sync(); !synced) return synced.error();
    }
    return offset;
  }

  Result<void> sync() {
    if (!dirty) return {};
    // A file system that cannot sync (EINVAL, EROFS: a pipe or a device) has nothing to lose.
    if (::fdatasync(fd.get()) != 0 && errno != EINVAL && errno != EROFS) {
      return failed("sync", errno);
    }
    dirty = false;
    last_sync = std::chrono::steady_clock::now();
    return {};
  }
};

JournalWriter::JournalWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JournalWriter::JournalWriter(JournalWriter&&) noexcept = default;
JournalWriter& JournalWriter::operator=(JournalWriter&&) noexcept = default;
// No sync here: its failure could not be told. Whoever ends a run calls sync().
JournalWriter::~JournalWriter() = default;

const std::string& JournalWriter::chain_sha256() const { return impl_->last_sha256; }

Result<JournalWriter> JournalWriter::create(const std::string& path, const JournalHeader& header) {
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->fd.reset(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
  if (!impl->fd) {
    Error error = impl->failed("create", errno);
    if (errno == EEXIST) error.mend = "choose another folder, or resume the run in it (--resume)";
    return error;
  }
  if (auto written = impl->append_line(header_to_json(header)); !written) return written.error();
  if (auto synced = impl->sync(); !synced) return synced.error();
  // The file's name must survive a power cut too.
  const std::size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const UniqueFd folder_fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_fd) (void)::fsync(folder_fd.get());
  return JournalWriter(std::move(impl));
}

Result<JournalWriter> JournalWriter::reopen(const std::string& path) {
  auto scanner = JournalScanner::open(path);
  if (!scanner) return scanner.error();
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  while (true) {
    auto line = scanner->next();
    if (!line) return line.error();
    if (!line->has_value()) break;
    // The footer is cut off, but walked over: a line behind it is an error.
    if ((*line)->type == JournalLineType::footer) continue;
    impl->end = (*line)->end_offset;
    impl->last_sha256 = std::move((*line)->sha256);
  }
  if (impl->end == 0) {
    return scanner->broken(1, "the journal holds no whole header");
  }
  impl->fd.reset(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (!impl->fd) return impl->failed("open", errno);
  struct stat status {};
  if (::fstat(impl->fd.get(), &status) != 0) return impl->failed("look at", errno);
  if (static_cast<std::uint64_t>(status.st_size) != impl->end) {
    if (::ftruncate(impl->fd.get(), static_cast<off_t>(impl->end)) != 0) {
      return impl->failed("cut", errno);
    }
    impl->dirty = true;
    if (auto synced = impl->sync(); !synced) return synced.error();
  }
  return JournalWriter(std::move(impl));
}

Result<std::uint64_t> JournalWriter::append(const AttemptRecord& record, const Masker& masker) {
  return impl_->append_line(attempt_to_json(record, masker));
}

Result<std::uint64_t> JournalWriter::append(const Judgement& judgement, const Masker& masker) {
  return impl_->append_line(judgement_to_json(judgement, masker));
}

Result<void> JournalWriter::append_footer(const JournalFooter& footer) {
  if (auto written = impl_->append_line(footer_to_json(footer)); !written) {
    return written.error();
  }
  return {};
}

Result<void> JournalWriter::sync() { return impl_->sync(); }

}  // namespace tare
