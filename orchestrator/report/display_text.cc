#include "report/display_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/escape.h"
#include "base/utf8.h"

namespace tare {
namespace {

struct Block {
  char32_t first, last;
};

// The blocks that terminals draw two cells wide; what is drawn narrow by a few of them is no
// matter.
constexpr std::array<Block, 14> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x33FF},
                                          {0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xA000, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x1F64F},
                                          {0x1F900, 0x1F9FF},
                                          {0x20000, 0x3FFFD}}};
constexpr std::array<Block, 6> kNone = {{{0x0300, 0x036F},
                                         {0x1AB0, 0x1AFF},
                                         {0x1DC0, 0x1DFF},
                                         {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F},
                                         {0xFE20, 0xFE2F}}};

template <std::size_t N>
bool in_blocks(const std::array<Block, N>& blocks, char32_t c) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [c](const Block& b) { return b.first <= c && c <= b.last; });
}

std::size_t columns_of(char32_t c) {
  if (c < 0x300) return 1;
  if (in_blocks(kNone, c)) return 0;
  return in_blocks(kWide, c) ? 2 : 1;
}

// A piece that is shown or left out as one: a code point, or the escape that stands for it.
struct Cell {
  std::string text;
  std::size_t columns = 0;
  bool changed = false;
  std::size_t offset = 0;  // of its first byte
};

// Puts cells together: text with painted stretches, and the markers below.
class Line {
 public:
  Line(bool color, Ink ink) : color_(color), ink_(ink) {}

  void add(const Cell& cell) {
    if (!cell.changed) flush();
    (cell.changed ? pending_ : built_.text) += cell.text;
    built_.markers.append(cell.columns, cell.changed ? '^' : ' ');
    built_.columns += cell.columns;
  }
  std::size_t columns() const { return built_.columns; }
  // The line so far; the next one begins empty.
  Excerpt take() {
    flush();
    while (!built_.markers.empty() && built_.markers.back() == ' ') built_.markers.pop_back();
    return std::exchange(built_, {});
  }

 private:
  void flush() {
    built_.text += paint(color_, ink_, pending_);
    pending_.clear();
  }
  bool color_;
  Ink ink_;
  Excerpt built_;
  std::string pending_;
};

std::size_t code_point_start(std::string_view bytes, std::size_t at) {
  for (int back = 0; back < 3 && at > 0 && at < bytes.size(); ++back) {
    if ((static_cast<unsigned char>(bytes[at]) & 0xC0) != 0x80) break;
    --at;
  }
  return at;
}

// White space is no more than a gap on a screen, yet it is what often changed. Line ends and tabs
// show everywhere, spaces where they changed (all of them would bury the words), the spaces beyond
// ASCII always, since nobody can tell them from the plain one.
std::string visible(std::string_view bytes, char32_t point, bool changed) {
  switch (point) {
    case U'\n':
      return "↵";
    case U'\t':
      return "→";
    case U' ':
      return changed ? "·" : " ";
    case 0xA0:
      return "\\u00a0";
    case 0x1680:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      break;
    default:
      if (point < 0x2000 || point > 0x200A) return escape_for_terminal(bytes);
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[point >> shift & 15];
  return out;
}

std::vector<Cell> cells_of(std::string_view bytes, std::size_t from, std::size_t to,
                           const std::vector<ByteRange>& changed) {
  std::vector<Cell> cells;
  auto range = changed.begin();
  for (std::size_t at = from; at < to;) {
    CodePoint point = code_point_at(bytes, at);
    std::size_t length = std::min<std::size_t>(point.length, bytes.size() - at);
    while (range != changed.end() && range->end <= at) ++range;
    bool is_changed = range != changed.end() && range->begin < at + length;
    std::string text =
        visible(bytes.substr(at, length), point.valid ? point.value : U'\0', is_changed);
    std::size_t columns = text_columns(text);
    cells.push_back({std::move(text), columns, is_changed, at});
    at += length;
  }
  return cells;
}

// A line narrower than this has no room to say how much is left out.
constexpr std::size_t kCountedColumns = 40;

// "[412 B]…" before what is shown, "…[412 B]" behind it.
std::string cut_mark(std::size_t bytes, bool before) {
  const std::string count = "[" + std::to_string(bytes) + " B]";
  return before ? count + "…" : "…" + count;
}

struct Window {
  std::size_t begin, end;  // cells
};

// The cells to show around `anchor`, a third of the line before it. `ends`: columns that are taken
// by what says how much is left out.
Window choose_window(const std::vector<Cell>& cells, std::size_t anchor, std::size_t columns,
                     std::size_t ends) {
  std::size_t first = 0;
  while (first < cells.size() && cells[first].offset < anchor) ++first;
  Window window{first, first};
  std::size_t used = ends;
  for (std::size_t lead = 0; window.begin > 0; --window.begin) {
    lead += cells[window.begin - 1].columns;
    if (lead > columns / 3) break;
    used += cells[window.begin - 1].columns;
  }
  while (window.end < cells.size() && used + cells[window.end].columns <= columns)
    used += cells[window.end++].columns;
  while (window.begin > 0 && used + cells[window.begin - 1].columns <= columns)
    used += cells[--window.begin].columns;
  return window;
}

}  // namespace

std::string shown_text(std::string_view bytes, std::size_t max_bytes) {
  // Escapes only lengthen: what a code point cut in two by substr becomes is cut off again.
  return shorten(escape_for_terminal(bytes.substr(0, max_bytes + 8)), max_bytes);
}

std::size_t text_columns(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    CodePoint point = code_point_at(text, at);
    columns += columns_of(point.value);
    at += point.length;
  }
  return columns;
}

std::string pad_right(std::string text, std::size_t columns) {
  std::size_t have = text_columns(text);
  if (have < columns) text.append(columns - have, ' ');
  return text;
}

std::string pad_left(std::string text, std::size_t columns) {
  std::size_t have = text_columns(text);
  if (have < columns) text.insert(0, columns - have, ' ');
  return text;
}

std::string fit(std::string_view text, std::size_t columns) {
  std::string out;
  std::size_t used = 0, keep = 0;
  for (std::size_t at = 0; at < text.size();) {
    CodePoint point = code_point_at(text, at);
    std::size_t width = columns_of(point.value);
    if (used + width > columns) {
      out.resize(keep);
      return columns == 0 ? "" : out + "…";
    }
    out.append(text.substr(at, point.length));
    used += width;
    if (used < columns) keep = out.size();
    at += point.length;
  }
  return out;
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  columns = std::max<std::size_t>(columns, 8);
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  auto new_line = [&] {
    lines.emplace_back();
    used = 0;
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '\n') {
      new_line();
      ++at;
      continue;
    }
    if (text[at] == ' ') {
      if (used > 0 && used < columns) {
        lines.back() += ' ';
        ++used;
      }
      ++at;
      continue;
    }
    std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    std::string_view word = text.substr(at, end - at);
    // A word longer than any line is broken where the line is full; looking further is of no use.
    std::size_t width = text_columns(word.substr(0, columns * 4));
    if (used > 0 && used + width > columns && (width <= columns || used * 2 > columns)) new_line();
    for (std::size_t i = 0; i < word.size();) {
      CodePoint point = code_point_at(word, i);
      std::size_t cell = columns_of(point.value);
      if (used + cell > columns) new_line();
      lines.back().append(word.substr(i, point.length));
      used += cell;
      i += point.length;
    }
    at = end;
  }
  for (std::string& line : lines)
    while (!line.empty() && line.back() == ' ') line.pop_back();
  return lines;
}

Excerpt excerpt(std::string_view bytes, const std::vector<ByteRange>& changed, std::size_t columns,
                bool color, Ink ink) {
  columns = std::max<std::size_t>(columns, 8);
  std::size_t first = changed.empty() ? 0 : std::min(changed.front().begin, bytes.size());
  std::size_t from = code_point_start(bytes, first > columns * 4 ? first - columns * 4 : 0);
  std::size_t to = code_point_start(bytes, std::min(bytes.size(), first + columns * 4));
  std::vector<Cell> cells = cells_of(bytes, from, to, changed);
  std::size_t total = 0;
  for (const Cell& cell : cells) total += cell.columns;
  Window window{0, cells.size()};
  const bool counts = columns >= kCountedColumns;
  if (from > 0 || to < bytes.size() || total > columns) {
    const std::size_t end = counts ? cut_mark(bytes.size(), true).size() - 2 : 1;  // "…" is 3 bytes
    window = choose_window(cells, first, columns, 2 * end);
    // At the front of the text nothing is left out before it: then there is room for more behind.
    const Window front = choose_window(cells, first, columns, end);
    if (from == 0 && window.begin == 0 && front.begin == 0) window = front;
  }
  auto mark = [&](std::size_t count, bool before) {
    std::string text = counts ? cut_mark(count, before) : "…";
    const std::size_t width = text_columns(text);
    return Cell{paint(color, Ink::dim, text), width, false, 0};
  };
  const std::size_t last = window.end < cells.size() ? cells[window.end].offset : to;
  Line line(color, ink);
  if (from > 0 || window.begin > 0)
    line.add(mark(window.begin < cells.size() ? cells[window.begin].offset : to, true));
  for (std::size_t i = window.begin; i < window.end; ++i) line.add(cells[i]);
  if (last < bytes.size()) line.add(mark(bytes.size() - last, false));
  return line.take();
}

std::vector<Excerpt> marked_lines(std::string_view bytes, const std::vector<ByteRange>& changed,
                                  std::size_t columns, bool color, Ink ink) {
  columns = std::max<std::size_t>(columns, 8);
  std::vector<Excerpt> lines;
  Line line(color, ink);
  for (const Cell& cell : cells_of(bytes, 0, bytes.size(), changed)) {
    if (line.columns() + cell.columns > columns && line.columns() > 0) lines.push_back(line.take());
    line.add(cell);
  }
  if (line.columns() > 0 || lines.empty()) lines.push_back(line.take());
  return lines;
}

}  // namespace tare
