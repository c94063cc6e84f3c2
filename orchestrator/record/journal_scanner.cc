// The order of the checks decides what a damaged end is called: torn first, broken after.
#include "record/journal_scanner.h"

#include "base/sha256.h"
#include "record/json_fields.h"

namespace tare {

Result<JournalScanner> JournalScanner::open(const std::string& path, std::size_t max_line) {
  auto lines = LineScanner::open(path, max_line);
  if (!lines) return lines.error();
  return JournalScanner(path, std::move(*lines));
}

Error JournalScanner::broken(std::uint64_t line, std::string reason) const {
  Error error;
  error.reason = std::move(reason);
  error.where = path_ + ":" + std::to_string(line);
  error.mend = line <= 1
                   ? "restore the journal from a copy, or begin a new run"
                   : "restore the journal from a copy, or keep the lines before it (head -n " +
                         std::to_string(line - 1) + ") and resume the run";
  return error;
}

Result<std::optional<JournalScanner::Line>> JournalScanner::next() {
  auto scanned = lines_.next();
  if (!scanned) return scanned.error();
  if (!scanned->has_value()) return std::optional<Line>();
  const LineScanner::Line& line = **scanned;
  if (!line.terminated || (line.last && !Json::accept(line.text))) {
    torn_ = true;
    return std::optional<Line>();
  }
  const auto chain = chain_member_of(line.text);
  if (!chain) return broken(line.number, "the line has no \"prevSha256\" at its end");
  if (*chain != expected_) {
    return broken(
        line.number,
        line.number == 1
            ? std::string("the first line is chained to another one: lines before it are gone")
            : "the chain is broken: line " + std::to_string(line.number) +
                  " does not carry the SHA-256 of line " + std::to_string(line.number - 1) +
                  ", so one of them was changed");
  }
  const auto type = journal_line_type(line.text);
  if (!type) return broken(line.number, type.error().reason);
  if ((*type == JournalLineType::header) != (line.number == 1)) {
    return broken(line.number,
                  line.number == 1 ? "the first line is no header" : "a second header stands here");
  }
  if (footer_seen_) return broken(line.number, "a line follows the footer");
  footer_seen_ = *type == JournalLineType::footer;
  expected_ = sha256_hex(line.text);
  return std::optional<Line>(Line{*type, line.offset, line.offset + line.text.size() + 1,
                                  line.number, line.text, expected_});
}

}  // namespace tare
