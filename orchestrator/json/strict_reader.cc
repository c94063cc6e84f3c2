// The strict reader: RFC 8259 as a loop with four states, and its two relatives, which differ only
// in where they stop (a prefix) and in what stands between tokens (comments in a file that a person
// writes). All three are one template, so that each pays only for what it allows.
#include <algorithm>
#include <optional>

#include "json/builder.h"
#include "json/lexer.h"
#include "json/reader.h"

namespace tare::json {
namespace {

enum class Grammar : bool { strict, relaxed };

std::string_view fault_text(Fault fault) {
  switch (fault) {
    case Fault::none:
      return "";
    case Fault::truncated:
      return "the text ends here, inside a value";
    case Fault::control_character:
      return "a raw control character in a string; write it as an escape such as \\n";
    case Fault::bad_escape:
      return "an escape that JSON does not have";
    case Fault::bad_number:
      return "a digit must stand here in a number";
    case Fault::leading_zero:
      return "a number with a leading zero";
    case Fault::bad_literal:
      return "expected a value; words are written in double quotes";
  }
  return "";
}

template <Grammar kGrammar>
class Reader {
 public:
  Reader(std::string_view text, Document& out, const ReadLimits& limits)
      : begin_(text.data()),
        p_(text.data()),
        end_(text.data() + text.size()),
        builder_(out, text),
        max_depth_(limits.max_depth) {}

  ReadError read_value();
  // REQUIRES: read_value() found no error.
  ReadError expect_end();
  void pass_over(std::size_t bytes) { p_ += bytes; }
  std::size_t position() const { return static_cast<std::size_t>(p_ - begin_); }

 private:
  // False if a comment does not end.
  bool skip_blank();
  bool skip_comment();
  ReadError fail(ReadErrorKind kind, const char* at, std::string_view reason);
  ReadError fail(const Scan& scan);
  ReadError expected(std::string_view what);
  ReadError expected_value();

  const char* begin_;
  const char* p_;
  const char* end_;
  Builder builder_;
  std::uint32_t max_depth_;
};

template <Grammar kGrammar>
bool Reader<kGrammar>::skip_comment() {
  if (end_ - p_ < 2 || *p_ != '/') return false;
  if (p_[1] == '/') {
    p_ = std::find(p_, end_, '\n');
    return true;
  }
  if (p_[1] != '*') return false;
  const std::string_view rest(p_, static_cast<std::size_t>(end_ - p_));
  const std::size_t close = rest.find("*/", 2);
  if (close == std::string_view::npos) return false;
  p_ += close + 2;
  return true;
}

template <Grammar kGrammar>
inline bool Reader<kGrammar>::skip_blank() {
  if constexpr (kGrammar == Grammar::strict) {
    p_ = skip_space(p_, end_);
  } else {
    do p_ = skip_space(p_, end_);
    while (skip_comment());
  }
  return p_ != end_;
}

template <Grammar kGrammar>
ReadError Reader<kGrammar>::fail(ReadErrorKind kind, const char* at, std::string_view reason) {
  builder_.reset();
  return {kind, static_cast<std::size_t>(at - begin_), std::string(reason)};
}

template <Grammar kGrammar>
ReadError Reader<kGrammar>::fail(const Scan& scan) {
  if (scan.fault == Fault::truncated) {
    return fail(ReadErrorKind::truncated, end_, fault_text(scan.fault));
  }
  return fail(ReadErrorKind::syntax, scan.at, fault_text(scan.fault));
}

template <Grammar kGrammar>
ReadError Reader<kGrammar>::expected(std::string_view what) {
  if (p_ == end_) return fail(ReadErrorKind::truncated, end_, fault_text(Fault::truncated));
  return fail(ReadErrorKind::syntax, p_, "expected " + std::string(what));
}

template <Grammar kGrammar>
ReadError Reader<kGrammar>::expected_value() {
  if (p_ == end_ && !builder_.has_nodes()) {
    return fail(ReadErrorKind::empty, end_, "there is no value, only white space");
  }
  if (end_ - p_ >= 3 && std::string_view(p_, 3) == "\xef\xbb\xbf") {
    return fail(ReadErrorKind::syntax, p_, "a byte order mark, which JSON does not allow");
  }
  if (p_ != end_ && (*p_ == ']' || *p_ == '}')) return expected("a value before this bracket");
  return expected("a value");
}

// The states are labels: a value comes, a member's name comes, a value has just ended.
template <Grammar kGrammar>
ReadError Reader<kGrammar>::read_value() {
  Scan scan;
value:
  if (!skip_blank()) return expected_value();
  switch (*p_) {
    case '"':
      scan = scan_string<'"'>(p_ + 1, end_);
      if (scan.fault != Fault::none) [[unlikely]]
        return fail(scan);
      builder_.token(Kind::string, p_, scan.at, scan.notes);
      p_ = scan.at;
      goto after_value;
    case '{':
      if (builder_.depth() == max_depth_) goto too_deep;
      builder_.open(Kind::object, p_++);
      if (!skip_blank()) return expected("a member's name or '}'");
      if (*p_ == '}') goto close;
      goto name;
    case '[':
      if (builder_.depth() == max_depth_) goto too_deep;
      builder_.open(Kind::array, p_++);
      if (!skip_blank()) return expected("a value or ']'");
      if (*p_ == ']') goto close;
      goto value;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      scan = scan_number(p_, end_);
      if (scan.fault != Fault::none) [[unlikely]]
        return fail(scan);
      builder_.token(Kind::number, p_, scan.at);
      p_ = scan.at;
      goto after_value;
    case 't':
      scan = scan_literal(p_, end_, "true");
      if (scan.fault != Fault::none) [[unlikely]]
        return fail(scan);
      builder_.token(Kind::boolean, p_, scan.at);
      p_ = scan.at;
      goto after_value;
    case 'f':
      scan = scan_literal(p_, end_, "false");
      if (scan.fault != Fault::none) [[unlikely]]
        return fail(scan);
      builder_.token(Kind::boolean, p_, scan.at);
      p_ = scan.at;
      goto after_value;
    case 'n':
      scan = scan_literal(p_, end_, "null");
      if (scan.fault != Fault::none) [[unlikely]]
        return fail(scan);
      builder_.token(Kind::null, p_, scan.at);
      p_ = scan.at;
      goto after_value;
    case ']':
      // An open array without an element was closed above, so a comma stands before this one.
      if (kGrammar == Grammar::relaxed && builder_.is_open() && !builder_.in_object()) goto close;
      [[fallthrough]];
    default:
      return expected_value();
  }

name:
  if (*p_ != '"') [[unlikely]] {
    if (kGrammar == Grammar::relaxed && *p_ == '}') goto close;
    return expected("a member's name in double quotes");
  }
  scan = scan_string<'"'>(p_ + 1, end_);
  if (scan.fault != Fault::none) [[unlikely]]
    return fail(scan);
  builder_.token(Kind::string, p_, scan.at, scan.notes);
  p_ = scan.at;
  if (!skip_blank() || *p_ != ':') [[unlikely]]
    return expected("':' after a member's name");
  ++p_;
  goto value;

close:
  builder_.close(++p_);
after_value:
  if (!builder_.is_open()) return {};
  builder_.child();
  if (!skip_blank()) [[unlikely]]
    return expected("");
  if (builder_.in_object()) {
    if (*p_ == ',') {
      ++p_;
      if (!skip_blank()) [[unlikely]]
        return expected("");
      goto name;
    }
    if (*p_ == '}') goto close;
    return expected("',' or '}' after a member");
  }
  if (*p_ == ',') {
    ++p_;
    goto value;
  }
  if (*p_ == ']') goto close;
  return expected("',' or ']' after an element");

too_deep:
  return fail(ReadErrorKind::too_deep, p_,
              "nested deeper than " + std::to_string(max_depth_) + " levels");
}

template <Grammar kGrammar>
ReadError Reader<kGrammar>::expect_end() {
  if (!skip_blank()) return {};
  return fail(ReadErrorKind::trailing, p_, "text after the value");
}

std::optional<ReadError> refuse_size(std::string_view text, Document& out,
                                     const ReadLimits& limits) {
  const std::size_t most = std::min<std::size_t>(limits.max_bytes, 0xffff'ffff);
  if (text.size() <= most) return std::nullopt;
  Builder(out, {}).reset();
  return ReadError{
      ReadErrorKind::too_large, most,
      std::to_string(text.size()) + " bytes, over the limit of " + std::to_string(most)};
}

}  // namespace

ReadError read_strict(std::string_view text, Document& out, const ReadLimits& limits) {
  if (auto refused = refuse_size(text, out, limits)) return *std::move(refused);
  Reader<Grammar::strict> reader(text, out, limits);
  ReadError error = reader.read_value();
  return error ? error : reader.expect_end();
}

ReadError read_strict_prefix(std::string_view text, Document& out, std::size_t& end,
                             const ReadLimits& limits) {
  end = 0;
  if (auto refused = refuse_size(text, out, limits)) return *std::move(refused);
  Reader<Grammar::strict> reader(text, out, limits);
  ReadError error = reader.read_value();
  if (!error) end = reader.position();
  return error;
}

ReadError read_relaxed_file(std::string_view text, Document& out, const ReadLimits& limits) {
  if (auto refused = refuse_size(text, out, limits)) return *std::move(refused);
  Reader<Grammar::relaxed> reader(text, out, limits);
  if (text.starts_with("\xef\xbb\xbf")) reader.pass_over(3);
  ReadError error = reader.read_value();
  return error ? error : reader.expect_end();
}

}  // namespace tare::json
