// Two texts have the same NFC exactly when they have the same NFD, so nothing need be composed:
// both are decomposed bit by bit and compared as they come. The marks of one character are put in
// order here, since libutf8proc's own ordering is quadratic in their number, which a text of
// nothing but marks would make felt.
#include "diff/normal_forms.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/utf8.h"

namespace tare {
namespace {

class DecomposedReader {
 public:
  DecomposedReader(std::string_view text, int options) : text_(text), options_(options) {}

  // nullopt at the end. Invalid bytes come as numbers above all code points.
  std::optional<char32_t> next() {
    if (at_ == ready_.size() && !refill()) return std::nullopt;
    return ready_[at_++].value;
  }

 private:
  struct Part {
    char32_t value;
    int order;  // canonical combining class; 0 begins a character
  };

  bool refill() {
    ready_.clear();
    at_ = 0;
    ready_.swap(ahead_);
    while (ahead_.empty() && offset_ < text_.size()) decompose_one();
    for (auto from = ready_.begin(); from != ready_.end();) {
      const auto is_mark = [](const Part& part) { return part.order != 0; };
      from = std::find_if(from, ready_.end(), is_mark);
      const auto to = std::find_if_not(from, ready_.end(), is_mark);
      std::stable_sort(from, to, [](const Part& a, const Part& b) { return a.order < b.order; });
      from = to;
    }
    return !ready_.empty();
  }

  // Appends to what is ready, or starts what is ahead where a new character begins.
  void decompose_one() {
    const CodePoint c = code_point_at(text_, offset_);
    const auto byte = static_cast<unsigned char>(text_[offset_]);
    offset_ += c.length;
    std::array<utf8proc_int32_t, 32> parts = {
        static_cast<utf8proc_int32_t>(c.valid ? c.value : 0x110000 + char32_t{byte})};
    std::size_t count = 1;
    if (c.valid && (c.value >= 0x80 || (options_ & UTF8PROC_CASEFOLD) != 0)) {
      const utf8proc_ssize_t length =
          utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c.value), parts.data(),
                                  parts.size(), static_cast<utf8proc_option_t>(options_), nullptr);
      // An unassigned code point decomposes to itself; no decomposition has more than 18 parts.
      if (length >= 0 && static_cast<std::size_t>(length) <= parts.size()) {
        count = static_cast<std::size_t>(length);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const int order = c.valid ? utf8proc_get_property(parts[i])->combining_class : 0;
      if (i == 0 && order == 0 && !ready_.empty()) {
        ahead_.push_back({static_cast<char32_t>(parts[i]), order});
      } else {
        (ahead_.empty() ? ready_ : ahead_).push_back({static_cast<char32_t>(parts[i]), order});
      }
    }
  }

  std::string_view text_;
  int options_;
  std::size_t offset_ = 0;
  std::vector<Part> ready_, ahead_;
  std::size_t at_ = 0;
};

bool equal_decomposed(std::string_view a, std::string_view b, int options) {
  DecomposedReader left(a, options);
  DecomposedReader right(b, options);
  while (true) {
    const std::optional<char32_t> x = left.next();
    if (x != right.next()) return false;
    if (!x) return true;
  }
}

}  // namespace

bool equal_in_normal_form(std::string_view a, std::string_view b, Likeness likeness) {
  const bool canonical = likeness == Likeness::canonical;
  return equal_decomposed(a, b,
                          canonical ? UTF8PROC_DECOMPOSE : UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return equal_decomposed(a, b, UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD);
}

}  // namespace tare
