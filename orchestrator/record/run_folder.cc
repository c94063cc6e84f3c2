// The folder of a run: made, locked for as long as the process lives, and filled.
#include "record/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/names.h"
#include "base/sha256.h"
#include "record/journal_line.h"
#include "record/line_scanner.h"

namespace tare {

namespace {

Error locked_by_another(const std::string& folder, int lock_fd) {
  char text[32] = {};
  const ssize_t got = ::pread(lock_fd, text, sizeof text - 1, 0);
  std::string pid(text, got > 0 ? static_cast<std::size_t>(got) : 0);
  pid.erase(std::find_if(pid.begin(), pid.end(), [](char c) { return c < '0' || c > '9'; }),
            pid.end());
  const std::string holder = pid.empty() ? "another tare" : "another tare, process " + pid + ",";
  return Error{.kind = ErrorKind::system,
               .reason = holder + " is at work in the run folder \"" + folder + "\"",
               .where = folder + "/lock",
               .mend = "wait for it to end or stop it, or choose another folder"};
}

Result<UniqueFd> take_lock(const std::string& folder) {
  const std::string path = folder + "/lock";
  // Not truncated on opening: it may hold the pid of the one that has it.
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd) return system_error("cannot open \"" + path + "\"", errno);
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return locked_by_another(folder, fd.get());
    return system_error("cannot lock \"" + path + "\"", errno);
  }
  if (::ftruncate(fd.get(), 0) != 0) return system_error("cannot write \"" + path + "\"", errno);
  if (auto written = write_all(fd.get(), std::to_string(::getpid()) + "\n"); !written) {
    return written.error();
  }
  return fd;
}

// What a run that died while writing its header leaves: a beginning of one. Only that is removed;
// a file of another kind by that name is somebody's, and JournalWriter::create refuses it.
Result<void> remove_cut_header(const std::string& journal) {
  auto lines = LineScanner::open(journal, kMaxJournalLine);
  if (!lines) return {};
  auto line = lines->next();
  if (!line) return line.error();
  if (line->has_value()) {
    if ((*line)->terminated) return {};
    const std::string_view text = (*line)->text;
    const std::string start = "{\"type\":\"header\",\"format\":\"" + std::string(kJournalFormat);
    const std::size_t size = std::min(text.size(), start.size());
    // A power cut may leave the length without the bytes.
    const bool zeros = text.find_first_not_of('\0') == std::string_view::npos;
    if (!zeros && text.substr(0, size) != start.substr(0, size)) return {};
  }
  if (::unlink(journal.c_str()) != 0) {
    return system_error("cannot remove the cut \"" + journal + "\"", errno);
  }
  return {};
}

}  // namespace

Result<RunFolder> RunFolder::open_locked(const std::string& path) {
  struct stat status {};
  const bool is_new = ::stat(path.c_str(), &status) != 0;
  if (auto made = make_directories(path); !made) return made.error();
  auto lock = take_lock(path);
  if (!lock) return lock.error();
  RunFolder folder(path, std::move(*lock), is_new);
  if (auto removed = remove_cut_header(folder.journal_path()); !removed) return removed.error();
  return folder;
}

Result<RunFolder> RunFolder::create(const std::string& path) {
  auto folder = open_locked(path);
  if (!folder) return folder;
  struct stat status {};
  if (::stat(folder->journal_path().c_str(), &status) == 0) {
    return Error{
        .kind = ErrorKind::usage,
        .reason = "the folder \"" + path + "\" holds a run already",
        .where = folder->journal_path(),
        .mend = "choose another folder with --out, or go on with that run: --resume " + path};
  }
  return folder;
}

void RunFolder::discard() const {
  ::unlink(journal_path().c_str());
  ::unlink((path_ + "/lock").c_str());
  if (made_) ::rmdir(path_.c_str());
}

bool RunFolder::has_journal_header() const {
  auto lines = LineScanner::open(journal_path(), kMaxJournalLine);
  if (!lines) return false;
  auto line = lines->next();
  return line && line->has_value() && (*line)->terminated;
}

std::string RunFolder::artifact_folder(std::string_view case_id, std::uint32_t trial,
                                       std::uint32_t attempt) const {
  return path_ + "/" + artifact_folder_of(case_id, trial, attempt);
}

std::string artifact_folder_of(std::string_view case_id, std::uint32_t trial,
                               std::uint32_t attempt) {
  return "artifacts/" + folder_name_of(case_id) + "/" + std::to_string(trial) + "." +
         std::to_string(attempt);
}

Result<std::string> RunFolder::write_artifact(std::string_view case_id, std::uint32_t trial,
                                              std::uint32_t attempt, std::string_view name,
                                              std::string_view bytes, const Masker& masker) const {
  const std::string folder = artifact_folder(case_id, trial, attempt);
  if (auto made = make_directories(folder); !made) return made.error();
  const std::string path = folder + "/" + folder_name_of(name);
  // Not synced: until the attempt stands in the journal it counts for nothing, and a resumed run
  // writes it again.
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd) return system_error("cannot write \"" + path + "\"", errno);
  const std::string masked = masker.empty() ? std::string() : masker.mask(bytes);
  const std::string_view text = masker.empty() ? bytes : std::string_view(masked);
  if (auto written = write_all(fd.get(), text); !written) {
    Error error = written.error();
    error.reason = "artifact \"" + path + "\": " + error.reason;
    return error;
  }
  return sha256_hex(text);
}

}  // namespace tare
