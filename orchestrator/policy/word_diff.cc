#include "policy/word_diff.h"

#include <algorithm>

namespace tare {
namespace {

// Of the table between common beginning and end: 500 changed descriptions stay a few milliseconds.
constexpr std::size_t kMaxCells = 250'000;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Words, and the runs of white space between them.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    const bool space = is_space(text[at]);
    std::size_t end = at;
    while (end < text.size() && is_space(text[end]) == space) ++end;
    out.push_back(text.substr(at, end - at));
    at = end;
  }
  return out;
}

void add(std::vector<WordPiece>& out, WordChange change, std::string_view text) {
  if (!out.empty() && out.back().change == change) {
    out.back().text += text;
  } else {
    out.push_back({change, std::string(text)});
  }
}

using Words = std::vector<std::string_view>;

// The longest common subsequence of a[a0,a1) and b[b0,b1), by the plain table.
void diff_middle(const Words& a, std::size_t a0, std::size_t a1, const Words& b, std::size_t b0,
                 std::size_t b1, std::vector<WordPiece>& out) {
  const std::size_t rows = a1 - a0, columns = b1 - b0, width = columns + 1;
  std::vector<std::uint32_t> common;
  const bool small = rows == 0 || columns == 0 || rows <= kMaxCells / columns;
  if (small) {
    common.assign((rows + 1) * width, 0);
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t j = columns; j-- > 0;) {
        common[i * width + j] = a[a0 + i] == b[b0 + j] ? common[(i + 1) * width + j + 1] + 1
                                                       : std::max(common[(i + 1) * width + j],
                                                                  common[i * width + j + 1]);
      }
    }
  }
  std::size_t i = 0, j = 0;
  while (small && i < rows && j < columns) {
    if (a[a0 + i] == b[b0 + j]) {
      add(out, WordChange::kept, a[a0 + i]);
      ++i;
      ++j;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      add(out, WordChange::removed, a[a0 + i++]);
    } else {
      add(out, WordChange::added, b[b0 + j++]);
    }
  }
  for (; i < rows; ++i) add(out, WordChange::removed, a[a0 + i]);
  for (; j < columns; ++j) add(out, WordChange::added, b[b0 + j]);
}

// From the front (or, of the end, from behind) at most `most` bytes, no code point cut.
std::string_view head(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}
std::string_view tail(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t at = text.size() - most;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  return text.substr(at);
}

std::string kept_text(std::string_view text, std::size_t context, bool first, bool last) {
  if (first && last) return std::string(text);
  const std::size_t room = (first ? 0 : context) + (last ? 0 : context);
  if (text.size() <= room) return std::string(text);
  std::string out = first ? "" : std::string(head(text, context));
  out += "…";
  if (!last) out += tail(text, context);
  return out;
}

}  // namespace

std::vector<WordPiece> word_diff(std::string_view before, std::string_view after) {
  const Words a = words_of(before), b = words_of(after);
  std::size_t front = 0;
  while (front < a.size() && front < b.size() && a[front] == b[front]) ++front;
  std::size_t back = 0;
  while (back < a.size() - front && back < b.size() - front &&
         a[a.size() - 1 - back] == b[b.size() - 1 - back]) {
    ++back;
  }
  std::vector<WordPiece> out;
  for (std::size_t i = 0; i < front; ++i) add(out, WordChange::kept, a[i]);
  diff_middle(a, front, a.size() - back, b, front, b.size() - back, out);
  for (std::size_t i = a.size() - back; i < a.size(); ++i) add(out, WordChange::kept, a[i]);
  return out;
}

std::string word_diff_text(const std::vector<WordPiece>& pieces, std::size_t context) {
  std::string out;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const WordPiece& piece = pieces[i];
    switch (piece.change) {
      case WordChange::kept:
        out += kept_text(piece.text, context, i == 0, i + 1 == pieces.size());
        break;
      case WordChange::removed:
        out += "[-" + piece.text + "-]";
        break;
      case WordChange::added:
        out += "{+" + piece.text + "+}";
        break;
    }
  }
  return out;
}

}  // namespace tare
