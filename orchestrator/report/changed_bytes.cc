#include "report/changed_bytes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "base/utf8.h"

namespace tare {
namespace {

// Above this a text is compared by its common ends alone: nobody reads a megabyte of marks.
constexpr std::size_t kMaxText = std::size_t{1} << 20;
constexpr std::size_t kMaxPairs = 250'000;

bool is_punctuation(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',';
}
bool is_string(std::string_view token) { return !token.empty() && token.front() == '"'; }

struct Token {
  std::size_t begin, end;
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else if (!is_punctuation(text[at])) {
      while (end < text.size() && !is_blank(text[end]) && !is_punctuation(text[end]) &&
             text[end] != '"')
        ++end;
    }
    tokens.push_back({at, end});
    at = end;
  }
  return tokens;
}

std::optional<char32_t> hex4(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  char32_t value = 0;
  for (char c : text.substr(0, 4)) {
    value <<= 4;
    if (c >= '0' && c <= '9')
      value += static_cast<char32_t>(c - '0');
    else if (c >= 'a' && c <= 'f')
      value += static_cast<char32_t>(c - 'a' + 10);
    else if (c >= 'A' && c <= 'F')
      value += static_cast<char32_t>(c - 'A' + 10);
    else
      return std::nullopt;
  }
  return value;
}

// A string token with \u escapes and \/ resolved; other escapes stay, so that nothing else is
// merged. Resolved control characters, quotes and backslashes stay escaped for the same reason.
std::string resolved(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size();) {
    if (token[i] != '\\' || i + 1 >= token.size()) {
      out += token[i++];
      continue;
    }
    if (token[i + 1] == '/') {
      out += '/';
      i += 2;
      continue;
    }
    std::optional<char32_t> unit = token[i + 1] == 'u' ? hex4(token.substr(i + 2)) : std::nullopt;
    if (!unit) {
      out.append(token.substr(i, 2));
      i += 2;
      continue;
    }
    i += 6;
    if (*unit >= 0xD800 && *unit < 0xDC00 && token.substr(i, 2) == "\\u") {
      std::optional<char32_t> low = hex4(token.substr(i + 2));
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        unit = 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    switch (*unit) {
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        append_utf8(out, *unit);
    }
  }
  return out;
}

void add(std::vector<ByteRange>& ranges, std::size_t begin, std::size_t end) {
  if (!ranges.empty() && ranges.back().end >= begin)
    ranges.back().end = std::max(ranges.back().end, end);
  else
    ranges.push_back({begin, end});
}

// What is left between the common ends, at code point borders.
void add_narrowed(std::string_view a, std::string_view b, Token ta, Token tb, ChangedBytes& out) {
  std::string_view x = a.substr(ta.begin, ta.end - ta.begin);
  std::string_view y = b.substr(tb.begin, tb.end - tb.begin);
  std::size_t shorter = std::min(x.size(), y.size()), head = 0, tail = 0;
  while (head < shorter && x[head] == y[head]) ++head;
  auto inside = [](std::string_view s, std::size_t at) {
    return at < s.size() && (static_cast<unsigned char>(s[at]) & 0xC0) == 0x80;
  };
  while (head > 0 && (inside(x, head) || inside(y, head))) --head;
  while (tail < shorter - head && x[x.size() - 1 - tail] == y[y.size() - 1 - tail]) ++tail;
  while (tail > 0 && (inside(x, x.size() - tail) || inside(y, y.size() - tail))) --tail;
  add(out.raw, ta.begin + head, ta.end - tail);
  add(out.normalized, tb.begin + head, tb.end - tail);
}

class Alignment {
 public:
  Alignment(std::string_view a, std::string_view b)
      : a_(a), b_(b), ta_(tokens_of(a)), tb_(tokens_of(b)) {
    number(a_, ta_, ia_);
    number(b_, tb_, ib_);
  }

  ChangedBytes run() {
    std::size_t head = 0, na = ta_.size(), nb = tb_.size();
    while (head < na && head < nb && equal(head, head)) ++head;
    while (na > head && nb > head && equal(na - 1, nb - 1)) --na, --nb;
    if (na == head && nb == head) return {};
    if ((na - head) > kMaxPairs / std::max<std::size_t>(nb - head, 1)) {
      replace(head, na, head, nb);
      return std::move(out_);
    }
    align(head, na, nb);
    return std::move(out_);
  }

 private:
  // Equal tokens get equal numbers, so that the alignment compares no text.
  void number(std::string_view text, const std::vector<Token>& tokens,
              std::vector<std::size_t>& numbers) {
    for (const Token& token : tokens) {
      std::string_view as_written = text.substr(token.begin, token.end - token.begin);
      std::string key = is_string(as_written) ? resolved(as_written) : std::string(as_written);
      numbers.push_back(seen_.try_emplace(std::move(key), seen_.size()).first->second);
    }
  }
  bool equal(std::size_t i, std::size_t j) const { return ia_[i] == ib_[j]; }

  void align(std::size_t head, std::size_t na, std::size_t nb) {
    std::size_t rows = na - head, columns = nb - head;
    // longest[i][j]: of the suffixes that begin at i and j.
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return longest[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = columns; j-- > 0;)
        at(i, j) =
            equal(head + i, head + j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    std::size_t i = 0, j = 0, gap_i = 0, gap_j = 0;
    while (i < rows && j < columns) {
      if (equal(head + i, head + j)) {
        replace(head + gap_i, head + i, head + gap_j, head + j);
        gap_i = ++i;
        gap_j = ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        ++j;
      }
    }
    replace(head + gap_i, na, head + gap_j, nb);
  }

  void replace(std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
    bool one_for_one = i_end - i == 1 && j_end - j == 1;
    if (one_for_one && a_[ta_[i].begin] == '"' && b_[tb_[j].begin] == '"') {
      add_narrowed(a_, b_, ta_[i], tb_[j], out_);
      return;
    }
    if (i == i_end && j == j_end) return;
    add_tokens(out_.raw, a_, ta_, i, i_end);
    add_tokens(out_.normalized, b_, tb_, j, j_end);
  }

  // Without tokens it is the place before the next one, so that an excerpt is cut there on both
  // sides.
  static void add_tokens(std::vector<ByteRange>& ranges, std::string_view text,
                         const std::vector<Token>& tokens, std::size_t from, std::size_t to) {
    std::size_t begin = from < tokens.size() ? tokens[from].begin : text.size();
    add(ranges, begin, from < to ? tokens[to - 1].end : begin);
  }

  std::string_view a_, b_;
  std::vector<Token> ta_, tb_;
  std::vector<std::size_t> ia_, ib_;
  std::unordered_map<std::string, std::size_t> seen_;
  ChangedBytes out_;
};

}  // namespace

ChangedBytes changed_bytes(std::string_view raw, std::string_view normalized) {
  if (raw == normalized) return {};
  if (raw.size() > kMaxText || normalized.size() > kMaxText) {
    ChangedBytes out;
    add_narrowed(raw, normalized, {0, raw.size()}, {0, normalized.size()}, out);
    return out;
  }
  return Alignment(raw, normalized).run();
}

}  // namespace tare
