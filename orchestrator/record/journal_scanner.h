// Walks a journal and checks what holds it together: types in their places, and the chain.
//
// What a crash can leave behind and what only a hand can do are told apart. A write that was cut
// off touches the end of the file alone: a last line without its newline, or one that is no JSON,
// is *torn* and left out. Anything else that does not fit is an error that names the line. Private
// to record/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/journal_line.h"
#include "record/line_scanner.h"

namespace tare {

class JournalScanner {
 public:
  static Result<JournalScanner> open(const std::string& path,
                                     std::size_t max_line = kMaxJournalLine);

  struct Line {
    JournalLineType type;
    std::uint64_t offset, end_offset;  // in the file; the end is after the newline
    std::uint64_t number;
    std::string_view text;  // valid until the next call
    std::string sha256;     // of `text`
  };
  // The next whole line; nullopt at the end or before a torn one. The first is always a header.
  Result<std::optional<Line>> next();

  // Known once next() gave nullopt.
  bool torn() const { return torn_; }
  // An error that points to a line and says what to do about it.
  Error broken(std::uint64_t line, std::string reason) const;

 private:
  JournalScanner(std::string path, LineScanner lines)
      : path_(std::move(path)), lines_(std::move(lines)), expected_(no_line_before()) {}

  std::string path_;
  LineScanner lines_;
  std::string expected_;  // digest of the line before
  bool torn_ = false, footer_seen_ = false;
};

}  // namespace tare
