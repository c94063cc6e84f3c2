// The form that all lines of a journal share. Private to record/.
//
// A line is a JSON object whose last member is the SHA-256 of the line before it:
//   {"type":"attempt",…,"prevSha256":"<64 digits>"}
// Standing last, at a fixed distance from the end, it is appended and checked without parsing
// anything.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/journal.h"

namespace tare {

inline constexpr std::string_view kJournalFormat = "tare-journal/1";
// Events are bounded at 8 MiB by default and escaping makes of a byte six at most; a line above
// this bound is no work of Tare's.
inline constexpr std::size_t kMaxJournalLine = std::size_t{256} << 20;
// What a first line is chained to.
std::string no_line_before();

// Puts the chain member into a JSON object. REQUIRES: `object` ends in '}' and has members.
void append_chain_member(std::string& object, std::string_view prev_sha256);
// The digest in a line's chain member; nullopt where there is none.
std::optional<std::string_view> chain_member_of(std::string_view line);

std::string header_to_json(const JournalHeader& header);
Result<JournalHeader> header_from_json(std::string_view line);
std::string footer_to_json(const JournalFooter& footer);
Result<JournalFooter> footer_from_json(std::string_view line);

enum class JournalLineType : std::uint8_t { header, attempt, judgement, footer };
Result<JournalLineType> journal_line_type(std::string_view line);

// The envelope of an attempt or judgement line, without its offset. Reads a prefix where the line
// has the layout that attempt_to_json and judgement_to_json write, else all of it.
Result<JournalReader::Entry> read_envelope(std::string_view line);

}  // namespace tare
