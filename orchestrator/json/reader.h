// The two readers over one lexer.
//
// read_strict accepts RFC 8259 and nothing else; a byte order mark, a raw control character, a
// comma too many is an error with its byte offset. Invalid UTF-8 and lone surrogates inside strings
// are accepted and noted on the string (value.h), since they are evidence; outside strings they are
// errors. read_tolerant never fails except on size or depth or where no value can be found at all:
// it makes the best-effort value and lists each deviation.
//
// Neither recurses, so depth costs no stack; both are O(n) in time and in memory (16 bytes a node).
// A Document can be used again and again: its vectors keep their capacity.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare::json {

struct ReadLimits {
  std::uint32_t max_depth = 1024;
  std::size_t max_bytes = 0xffff'ffff;  // offsets are 32 bits
};

enum class ReadErrorKind : std::uint8_t {
  none,
  empty,      // nothing but white space
  syntax,     // a forbidden token
  truncated,  // the text ended inside a value
  trailing,   // text after the value
  too_deep,
  too_large,
};

struct ReadError {
  ReadErrorKind kind = ReadErrorKind::none;
  std::size_t offset = 0;
  std::string reason = {};  // "expected ',' or '}' after a member", lower case, no offset in it
  explicit operator bool() const { return kind != ReadErrorKind::none; }
};

// On error the document is empty.
ReadError read_strict(std::string_view text, Document& out, const ReadLimits& limits = {});

// Reads one value at the front and tells where it ended; what follows is not looked at. For
// streams.
ReadError read_strict_prefix(std::string_view text, Document& out, std::size_t& end,
                             const ReadLimits& limits = {});

// The value is what begins at the first bracket, or the whole text where that is one scalar; prose,
// code fences and further values around it are deviations. An error is only `empty`, `too_deep`,
// `too_large`, or `syntax` where nothing in the text looks like a value.
ReadError read_tolerant(std::string_view text, Document& out, const ReadLimits& limits = {});

// JSON with comments and trailing commas, for files that a person writes; all else as read_strict.
// A byte order mark at the front is passed over.
ReadError read_relaxed_file(std::string_view text, Document& out, const ReadLimits& limits = {});

struct LineColumn {
  std::uint32_t line;    // from 1
  std::uint32_t column;  // from 1, in code points
};
LineColumn line_column_at(std::string_view text, std::size_t offset);

}  // namespace tare::json
