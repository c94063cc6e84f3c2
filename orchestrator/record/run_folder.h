// A run on disk: its folder, its lock, its artifacts.
//
//   journal.jsonl                         what happened (record/journal.h)
//   results.json                          the scored run, written last
//   artifacts/<case>/<trial>.<attempt>/   stdout, stderr and the like of an attempt
//   lock                                  held by the tare at work, with its pid
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/mask.h"
#include "base/result.h"

namespace tare {

class RunFolder {
 public:
  // Makes the folder (and `.gitignore`d parents are the user's business) and takes the lock, which
  // ends with the process. A folder that another tare holds is an error that names its pid.
  // One that holds a run already is an error too.
  static Result<RunFolder> create(const std::string& path);
  // For --resume: likewise, but a run may stand there. A missing folder is made. A journal that was
  // cut off within its header is removed, so that the run can begin afresh: ask
  // has_journal_header().
  static Result<RunFolder> open_locked(const std::string& path);
  const std::string& path() const { return path_; }
  std::string journal_path() const { return path_ + "/journal.jsonl"; }
  std::string results_path() const { return path_ + "/results.json"; }

  // Takes back a run that came to nothing: removes the journal and the lock, and the folder itself
  // if it was made here and is empty then. What was there before is left alone, whatever it is.
  void discard() const;

  // True if a whole first line stands in the journal: go on with JournalWriter::reopen, which says
  // if that line is no header. Else the run is begun afresh with JournalWriter::create.
  bool has_journal_header() const;

  std::string artifact_folder(std::string_view case_id, std::uint32_t trial,
                              std::uint32_t attempt) const;
  // Writes `name` there, masked. Returns its SHA-256.
  Result<std::string> write_artifact(std::string_view case_id, std::uint32_t trial,
                                     std::uint32_t attempt, std::string_view name,
                                     std::string_view bytes, const Masker& masker) const;

 private:
  RunFolder(std::string path, UniqueFd lock, bool made)
      : path_(std::move(path)), lock_(std::move(lock)), made_(made) {}
  std::string path_;
  UniqueFd lock_;
  bool made_;  // the folder did not exist before
};

// Where an attempt's artifacts lie, below the run folder: "artifacts/<case>/<trial>.<attempt>".
std::string artifact_folder_of(std::string_view case_id, std::uint32_t trial,
                               std::uint32_t attempt);

}  // namespace tare
