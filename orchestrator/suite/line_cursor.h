// A cursor over lines of JSON that goes over each byte once and keeps nothing but places.
//
// json/reader.h makes a document of a line, to be looked at again and again. Of a plain case among
// a million only a few members matter, and for them it is enough to know where they stand. So the
// cursor checks the grammar as strictly as the strict reader (it stands on the same lexer), and
// gives up where anything is out of the ordinary: then the line is read again by those who can say
// what is wrong with it, or what to make of it.
//
// Beside that it gathers the text without the white space between tokens, which the dataset's
// digest is taken over. Text that has none is not copied at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "json/lexer.h"

namespace tare {

// Text of which parts are left out: runs of it are gathered in a buffer, unless nothing is left
// out.
class Compaction {
 public:
  // Starts afresh. The buffer is used again.
  void begin(std::string_view text);
  // The text from `from` up to `to` is left out. Parts are left out from front to back.
  void leave_out(const char* from, const char* to) {
    keep(run_, from);
    run_ = to;
  }
  // Stands in the place of the text from `from` up to `to`, and is not longer than that.
  void replace(const char* from, const char* to, std::string_view with);

  struct Mark {
    const char* run;
    std::size_t size;
  };
  Mark mark() const { return {run_, size_}; }
  void back_to(Mark mark) { run_ = mark.run, size_ = mark.size; }

  // All that was kept; stays valid until begin.
  std::string_view end();

 private:
  void keep(const char* from, const char* to) {
    const auto size = static_cast<std::size_t>(to - from);
    char* const out = buffer_.get() + size_;
    if (size <= kShort && static_cast<std::size_t>(end_ - from) >= kShort) {
      std::memcpy(out, from, kShort);  // a fixed size is two moves; the rest is overwritten
    } else {
      std::memcpy(out, from, size);
    }
    size_ += size;
  }

  static constexpr std::size_t kShort = 32;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  const char* run_ = nullptr;  // kept, and not yet in the buffer
  std::unique_ptr<char[]> buffer_;
  std::size_t size_ = 0, capacity_ = 0;
};

class LineCursor {
 public:
  // `compaction` may be null. REQUIRES: it outlives this, and has begun with the text.
  LineCursor(std::string_view text, Compaction* compaction)
      : at_(text.data()), end_(text.data() + text.size()), compaction_(compaction) {}

  const char* at() const { return at_; }
  bool at_end() const { return at_ == end_; }
  void go_to(const char* at) { at_ = at; }

  // NUL where the text ends; no text that is read here holds one.
  char peek() const { return at_ == end_ ? '\0' : *at_; }
  // Passes over white space, line feeds excepted.
  void skip_space() {
    if (at_ == end_ || static_cast<unsigned char>(*at_) > ' ') return;
    const char* const from = at_;
    // Nearly always it is one blank.
    if (*at_ == ' ') ++at_;
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    if (at_ != from && compaction_ != nullptr) compaction_->leave_out(from, at_);
  }
  // White space, and then `c`?
  bool take(char c) {
    skip_space();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  // Exactly these bytes? Their number is known to the compiler, so that no call is needed.
  template <std::size_t kSize>
  bool take(const char (&bytes)[kSize]) {
    constexpr std::size_t kLength = kSize - 1;
    if (static_cast<std::size_t>(end_ - at_) < kLength || std::memcmp(at_, bytes, kLength) != 0) {
      return false;
    }
    at_ += kLength;
    return true;
  }

  // Each after white space. False, at no certain place, where the text is not of that sort, where a
  // string is not UTF-8, or where values stand in each other too deep.
  bool skip_value();
  bool skip_string();
  // A string without escapes.
  bool take_text(std::string_view& text);
  // An array of such strings, none of them empty: its text, which may hold white space.
  bool take_texts(std::string_view& text);
  // An array of objects that is not empty.
  bool skip_objects();

 private:
  // `at_` is just past the opening quote.
  bool end_string(std::uint32_t forbidden_notes) {
    const json::Scan scan = json::scan_string<'"'>(at_, end_);
    at_ = scan.at;
    return scan.fault == json::Fault::none && (scan.notes & forbidden_notes) == 0;
  }
  bool skip_name();

  const char* at_;
  const char* end_;
  Compaction* compaction_;
};

}  // namespace tare
