// Text in columns. A terminal counts cells, not bytes: "é" is one, "漢" two, a combining accent
// none, and an escape such as \u202e six. Everything that lines up under something else goes
// through here.
//
// Bytes from outside come in as they are and leave escaped; nothing here prints a control
// character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/paint.h"

namespace tare {

// Half-open, in bytes. Empty: the place where the other side has something more.
struct ByteRange {
  std::size_t begin = 0, end = 0;
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

// Escaped for a terminal, on one line, cut to `max_bytes` with "…" where it is longer.
// O(max_bytes).
std::string shown_text(std::string_view bytes, std::size_t max_bytes);

// Cells taken by text that holds no escape sequences.
std::size_t text_columns(std::string_view text);

std::string pad_right(std::string text, std::size_t columns);
std::string pad_left(std::string text, std::size_t columns);

// Cut to `columns`, the last one "…" where something is missing.
std::string fit(std::string_view text, std::size_t columns);

// Breaks at spaces, and inside words that are longer than a line. Newlines are kept.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

struct Excerpt {
  std::string text;         // escaped, at most `columns` wide; changed parts painted
  std::string markers;      // '^' below each changed cell, "" where none is
  std::size_t columns = 0;  // of `text`
};

// One line of `bytes` with the `changed` ranges marked; where it is too long, it is cut around the
// first change and "…" stands for what is left out, with its count ("…[412 B]") where the line is
// wide enough. White space shows: ↵ and → for line ends and tabs, · for a space that changed, an
// escape for those beyond ASCII. O(columns), however long the text. `changed` is ascending and does
// not overlap.
Excerpt excerpt(std::string_view bytes, const std::vector<ByteRange>& changed, std::size_t columns,
                bool color, Ink ink);

// The whole of `bytes`, over as many lines as it takes, marked likewise.
std::vector<Excerpt> marked_lines(std::string_view bytes, const std::vector<ByteRange>& changed,
                                  std::size_t columns, bool color, Ink ink);

}  // namespace tare
