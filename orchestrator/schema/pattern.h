// Patterns: regular expressions of ECMA-262, run by RE2.
//
// RE2 is linear in the text, and the text is a model's. Its language is another, so a pattern is
// read here and written anew, escape by escape, where RE2 has the very same meaning. What it
// cannot say at all (look-around, back-references, some properties) makes a pattern inexpressible:
// a check that depends on it answers "unknown".
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace tare::schema {

struct Translation {
  enum class Class { exact, inexpressible, invalid };
  Class type = Class::exact;
  bool is_ecma = true;      // false: a form of Python's that is understood all the same
  std::string re2 = {};     // where exact
  std::string reason = {};  // where not: "has a look-ahead"
};

// Never throws, O(n) but for long counted repetitions, which are bounded.
Translation translate_pattern(std::string_view ecma);

// Is it a regular expression of ECMA-262 at all? For the format "regex".
bool is_ecma_pattern(std::string_view text);

enum class Match { yes, no, unknown };

class Pattern {
 public:
  // `max_size` bounds the compiled program, in instructions.
  Pattern(std::string_view ecma, std::size_t max_size);
  ~Pattern();
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) = delete;

  // Anywhere in the text. Unknown where the pattern does not run, or the text is no valid UTF-8, or
  // text and pattern together are too much work.
  Match match(std::string_view text) const;
  // Work of one match, in checks of other keywords.
  std::size_t cost(std::string_view text) const { return 1 + text.size() * (1 + size_ / 64) / 16; }

  bool runs() const { return re2_ != nullptr; }
  std::size_t size() const { return size_; }  // instructions
  const std::string& source() const { return source_; }
  const std::string& reason() const { return reason_; }  // why it does not run

 private:
  std::string source_;
  std::string reason_;
  std::unique_ptr<re2::RE2> re2_;
  std::size_t size_ = 0;
};

}  // namespace tare::schema
