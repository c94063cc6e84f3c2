// Reading a pattern of ECMA-262: where it is, what an escape means, and whether it is one at all.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "json/lexer.h"
#include "schema/pattern.h"

namespace tare::schema {

// A class escape such as \d is a set; all else is one code point.
struct PatternAtom {
  std::optional<char32_t> one;
  std::string set;  // ranges, as RE2 has them inside of a class
};

// A code point as RE2 takes it, in a class and outside.
std::string code_point_text(char32_t c);
bool is_ascii_letter(char c);

class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }
  std::string_view text() const { return text_; }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip() { ++at_; }
  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  // REQUIRES: !at_end()
  char32_t take_code_point();
  // What follows a backslash. REQUIRES: !at_end()
  PatternAtom escaped(bool in_class);

  // The first reason stands; what is invalid is so whatever else it is.
  void invalid(std::string_view reason);
  void inexpressible(std::string_view reason);
  void not_ecma() { verdict_.is_ecma = false; }
  const Translation& verdict() const { return verdict_; }
  bool is_invalid() const { return verdict_.type == Translation::Class::invalid; }

 private:
  PatternAtom property(bool negated);
  char32_t unicode_escape();
  std::optional<char32_t> hexadecimal(std::size_t digits);

  std::string_view text_;
  std::size_t at_ = 0;
  Translation verdict_;
};

}  // namespace tare::schema
