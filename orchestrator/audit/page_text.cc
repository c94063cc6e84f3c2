#include "audit/page_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/utf8.h"

namespace tare {
namespace {

bool is_odd_space(char32_t c) {
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

// Within a change "é" and "e" with an accent behind it must not look alike.
bool is_combining(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE00 && c <= 0xFE0F);
}

std::string shown_point(std::string_view bytes, const CodePoint& point, bool changed) {
  if (point.valid && (is_odd_space(point.value) || (changed && is_combining(point.value)))) {
    return fmt::format("<i>\\u{:04x}</i>", static_cast<std::uint32_t>(point.value));
  }
  const std::string visible = escape_for_terminal(bytes);
  const std::string safe = escape_for_xml(visible);
  return visible == bytes ? safe : "<i>" + safe + "</i>";
}

// Back to the border of a code point; in bytes that are no UTF-8 it may go up to three too far.
std::size_t border_before(std::string_view bytes, std::size_t at) {
  for (int back = 0; back < 3 && at > 0 && at < bytes.size(); ++back) {
    if ((static_cast<unsigned char>(bytes[at]) & 0xC0) != 0x80) break;
    --at;
  }
  return at;
}

class MarkedText {
 public:
  void add(std::string_view shown, bool changed) {
    set(changed);
    out_ += shown;
  }
  // The other side has something more here.
  void gap() {
    set(false);
    out_ += "<mark class=\"gap\"></mark>";
  }
  void cut(std::size_t bytes, bool before) {
    set(false);
    out_ += before ? fmt::format("<i class=\"cut\">[{} B]…</i>", bytes)
                   : fmt::format("<i class=\"cut\">…[{} B]</i>", bytes);
  }
  std::string take() {
    set(false);
    return std::move(out_);
  }

 private:
  void set(bool changed) {
    if (changed == marked_) return;
    out_ += changed ? "<mark>" : "</mark>";
    marked_ = changed;
  }
  std::string out_;
  bool marked_ = false;
};

}  // namespace

std::string html_text(std::string_view bytes, std::size_t max_bytes) {
  return escape_for_xml(shown_text(bytes, max_bytes));
}

std::string html_lines(std::string_view bytes, std::size_t max_bytes) {
  const std::string visible = escape_for_terminal(bytes.substr(0, max_bytes + 8), true);
  return escape_for_xml(shorten(visible, max_bytes), true);
}

std::string html_marked(std::string_view bytes, const std::vector<ByteRange>& changed,
                        std::size_t max_bytes) {
  std::size_t from = 0, to = bytes.size();
  if (bytes.size() > max_bytes) {
    const std::size_t first = changed.empty() ? 0 : std::min(changed.front().begin, bytes.size());
    from = border_before(bytes, first > max_bytes / 4 ? first - max_bytes / 4 : 0);
    to = border_before(bytes, std::min(bytes.size(), from + max_bytes));
  }
  MarkedText out;
  if (from > 0) out.cut(from, true);
  auto range = std::ranges::find_if(changed, [&](const ByteRange& r) {
    return r.end > from || (r.begin == r.end && r.end == from);
  });
  for (std::size_t at = from; at < to;) {
    // Empty ranges that the text has come to.
    for (; range != changed.end() && range->end <= at; ++range) {
      if (range->begin == range->end) out.gap();
    }
    const CodePoint point = code_point_at(bytes, at);
    const std::size_t length = std::min<std::size_t>(point.length, to - at);
    const bool is_changed =
        range != changed.end() && range->begin < at + length && range->begin < range->end;
    out.add(shown_point(bytes.substr(at, length), point, is_changed), is_changed);
    at += length;
  }
  for (; range != changed.end() && range->begin == range->end && range->end <= to; ++range)
    out.gap();
  if (to < bytes.size()) out.cut(bytes.size() - to, false);
  return out.take();
}

}  // namespace tare
