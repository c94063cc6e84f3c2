// The tolerant reader: the best reading of a text that is nearly JSON, with every liberty taken put
// on a list. It is for evidence: what did the model mean, and what must a client have overlooked to
// read it. It is no parser for input that decides anything.
//
// A loop over four expectations. Each round takes a token, closes a container, or skips a
// character, so it ends; what is skipped is on the list, so nothing goes missing unseen. A value
// that is not there
// ("a": and no more) is a null of no length, so that the name is kept.
#include <algorithm>

#include "json/builder.h"
#include "json/lexer.h"
#include "json/reader.h"
#include "json/tolerant_frame.h"
#include "json/tolerant_tokens.h"

namespace tare::json {
namespace {

class TolerantReader {
 public:
  TolerantReader(std::string_view text, Document& out, const ReadLimits& limits)
      : begin_(text.data()),
        p_(text.data()),
        end_(text.data() + text.size()),
        builder_(out, text),
        quotes_(p_, end_),
        max_depth_(limits.max_depth) {}

  ReadError read();

 private:
  enum class Expect : std::uint8_t { value, name, colon, comma, nothing };

  void value();
  StringRole value_role() const;
  void name();
  void colon();
  void comma();
  void after(TolerantToken token, Expect next);
  void value_done() {
    if (builder_.is_open()) builder_.child();
    expect_ = builder_.is_open() ? Expect::comma : Expect::nothing;
  }
  void open(Kind kind);
  void close_or_skip();
  void close();
  void missing_value();
  void skip(std::size_t bytes = 1);
  void text_ends();
  ReadError fail(ReadErrorKind kind, std::string reason);

  const char* begin_;
  const char* p_;
  const char* end_;
  Builder builder_;
  QuoteFinder quotes_;
  std::uint32_t max_depth_;
  Expect expect_ = Expect::value;
  const char* comma_ = nullptr;  // the comma just passed, where no value has come since
  TruncationTail cut_ = TruncationTail::none;
  bool is_bare_name_ = false;   // the last name stands without quotes
  bool is_incomplete_ = false;  // the last token was cut, whatever stands around it
  std::uint32_t open_objects_ = 0;
  bool too_deep_ = false;
};

ReadError TolerantReader::fail(ReadErrorKind kind, std::string reason) {
  builder_.reset();
  return {kind, static_cast<std::size_t>(p_ - begin_), std::move(reason)};
}

void TolerantReader::skip(std::size_t bytes) {
  const std::size_t left = static_cast<std::size_t>(end_ - p_);
  const char* to = p_ + std::min(bytes, left);
  builder_.deviation(DeviationKind::unexpected_character, p_, to);
  p_ = to;
}

void TolerantReader::after(TolerantToken token, Expect next) {
  p_ = token.end;
  cut_ = token.cut;
  is_incomplete_ = token.is_incomplete;
  comma_ = nullptr;
  if (next == Expect::comma) {
    value_done();
  } else {
    expect_ = next;
  }
}

void TolerantReader::open(Kind kind) {
  if (builder_.depth() == max_depth_) {
    too_deep_ = true;
    return;
  }
  builder_.open(kind, p_++);
  open_objects_ += kind == Kind::object ? 1 : 0;
  comma_ = nullptr;
  expect_ = kind == Kind::object ? Expect::name : Expect::value;
}

void TolerantReader::close() {
  if (comma_ != nullptr) builder_.deviation(DeviationKind::trailing_comma, comma_, comma_ + 1);
  comma_ = nullptr;
  open_objects_ -= builder_.in_object() ? 1 : 0;
  builder_.close(p_);
  value_done();
}

// A member whose value is not there.
void TolerantReader::missing_value() {
  builder_.token(Kind::null, p_, p_, static_cast<std::uint32_t>(StringNote::repaired));
  comma_ = nullptr;
  value_done();
}

// A closing bracket. One that fits an outer container closes those in between; one that fits none
// is skipped.
void TolerantReader::close_or_skip() {
  const Kind wanted = *p_ == '}' ? Kind::object : Kind::array;
  const Kind innermost = builder_.in_object() ? Kind::object : Kind::array;
  if (innermost == wanted) {
    ++p_;
    close();
  } else if (wanted == Kind::object ? open_objects_ > 0 : builder_.depth() > open_objects_) {
    builder_.deviation(DeviationKind::unexpected_character, p_, p_ + 1);
    close();  // without taking the bracket: it is still to be matched
  } else {
    skip();
  }
}

StringRole TolerantReader::value_role() const {
  if (!builder_.is_open()) return StringRole::alone;
  if (!builder_.in_object()) return StringRole::element;
  return is_bare_name_ ? StringRole::member_of_bare_name : StringRole::member;
}

void TolerantReader::value() {
  const bool in_object = builder_.is_open() && builder_.in_object();
  switch (*p_) {
    case '{':
      return open(Kind::object);
    case '[':
      return open(Kind::array);
    case '"':
    case '\'':
      return after(take_string(builder_, quotes_, value_role(), p_, end_), Expect::comma);
    case ']':
    case '}':
      if (in_object) {
        builder_.deviation(DeviationKind::unexpected_character, p_, p_ + 1);
        return missing_value();
      }
      return close_or_skip();
    case ',':
      if (!in_object) return skip();
      builder_.deviation(DeviationKind::unexpected_character, p_, p_ + 1);
      return missing_value();
    default:
      if (!starts_bare_string(p_, end_)) return skip();
      return after(take_word(builder_, p_, end_), Expect::comma);
  }
}

void TolerantReader::name() {
  switch (*p_) {
    case '"':
    case '\'':
      is_bare_name_ = false;
      return after(take_string(builder_, quotes_, StringRole::name, p_, end_), Expect::colon);
    case ']':
    case '}':
      return close_or_skip();
    default:
      if (!starts_word(p_, end_)) return skip();
      is_bare_name_ = true;
      return after(take_bare_name(builder_, p_, end_), Expect::colon);
  }
}

void TolerantReader::colon() {
  switch (*p_) {
    case ':':
      ++p_;
      expect_ = Expect::value;
      return;
    case ',':
    case '}':
    case ']':
      builder_.deviation(DeviationKind::unexpected_character, p_, p_ + 1);
      return missing_value();
    case '=':
      skip(end_ - p_ >= 2 && p_[1] == '>' ? 2 : 1);
      expect_ = Expect::value;
      return;
    default:
      // A value without a colon before it, or what nothing can be made of.
      builder_.deviation(DeviationKind::unexpected_character, p_, p_);
      expect_ = Expect::value;
      return;
  }
}

void TolerantReader::comma() {
  const bool in_object = builder_.in_object();
  switch (*p_) {
    case ',':
      comma_ = p_++;
      expect_ = in_object ? Expect::name : Expect::value;
      return;
    case ']':
    case '}':
      return close_or_skip();
    default:
      break;
  }
  const bool starts_next = *p_ == '"' || *p_ == '\'' || starts_word(p_, end_) ||
                           (!in_object && (*p_ == '{' || *p_ == '['));
  if (!starts_next) return skip();
  builder_.deviation(DeviationKind::missing_comma, p_, p_);
  expect_ = in_object ? Expect::name : Expect::value;
}

// The text ended inside a value: says inside of what, and closes what is open.
void TolerantReader::text_ends() {
  TruncationTail tail = cut_;
  if (tail == TruncationTail::none) {
    if (comma_ != nullptr) {
      tail = TruncationTail::after_comma;
    } else {
      const bool after_name =
          expect_ == Expect::colon || (expect_ == Expect::value && builder_.in_object());
      tail = after_name ? TruncationTail::after_key : TruncationTail::after_value;
    }
  }
  const bool lacks_value = expect_ == Expect::colon ||
                           (expect_ == Expect::value && builder_.is_open() && builder_.in_object());
  if (lacks_value) missing_value();
  comma_ = nullptr;
  while (builder_.is_open()) close();
  builder_.deviation(DeviationKind::truncated, end_, end_);
  builder_.tail(tail);
}

ReadError TolerantReader::read() {
  p_ = find_value(builder_, p_, end_);
  if (p_ == end_) {
    const bool blank = skip_space(begin_, end_) == end_;
    p_ = blank ? end_ : begin_;
    return blank ? fail(ReadErrorKind::empty, "there is no value, only white space")
                 : fail(ReadErrorKind::syntax, "no JSON value can be found in the text");
  }
  while (expect_ != Expect::nothing) {
    p_ = skip_blank_and_comments(builder_, p_, end_);
    if (p_ == end_) break;
    switch (expect_) {
      case Expect::value:
        value();
        break;
      case Expect::name:
        name();
        break;
      case Expect::colon:
        colon();
        break;
      case Expect::comma:
        comma();
        break;
      case Expect::nothing:
        break;
    }
    if (too_deep_) {
      return fail(ReadErrorKind::too_deep,
                  "nested deeper than " + std::to_string(max_depth_) + " levels");
    }
  }
  if (expect_ != Expect::nothing || is_incomplete_) {
    text_ends();
  } else {
    note_rest(builder_, p_, end_);
  }
  return {};
}

}  // namespace

ReadError read_tolerant(std::string_view text, Document& out, const ReadLimits& limits) {
  const std::size_t most = std::min<std::size_t>(limits.max_bytes, 0xffff'ffff);
  if (text.size() > most) {
    Builder(out, {}).reset();
    return {ReadErrorKind::too_large, most,
            std::to_string(text.size()) + " bytes, over the limit of " + std::to_string(most)};
  }
  return TolerantReader(text, out, limits).read();
}

}  // namespace tare::json
