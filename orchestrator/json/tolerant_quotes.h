// Which quote ends a string whose writer may have forgotten to escape those inside it:
// {"cmd":"echo "hi" > f"}.
//
// A quote ends a string only if what follows it can follow a string at that place: behind a value a
// comma, a closing bracket, the end of the text; behind a name a colon. Any other quote is content.
// Where the comma is missing, the next member or element shows that the string had ended. If no
// quote of the whole text could end the string, the first one does, unless the text was cut: then
// the string goes on to the cut.
//
// Linear: from a quote nothing is looked at but the next token or two, what has to be searched for
// is remembered, and a search that finds no end is not made again.
#pragma once

#include <cstdint>

namespace tare::json {

// Where a string stands. A member's value counts apart where names are written without quotes, as
// the next name may be, too.
enum class StringRole : std::uint8_t { alone, name, member, member_of_bare_name, element };
inline constexpr int kStringRoles = 5;

class QuoteFinder {
 public:
  QuoteFinder(const char* begin, const char* end) : begin_(begin), end_(end) {}

  // `p` is just past the first quote that could end a string. Just past the one that does: that
  // same `p`, a later one, or the end of the text where it was cut inside the string.
  const char* end_of_string(const char* p, char quote, StringRole role);

 private:
  bool ends(const char* p, char quote, StringRole role);
  bool ends_before_quote(const char* next, StringRole role) const;
  bool ends_before_word(const char* p, const char* next, StringRole role) const;
  bool ends_before_bracket(const char* p, const char* next, StringRole role) const;
  bool ends_before_comment(const char* next, char quote);
  bool is_cut() const;

  const char* begin_;
  const char* end_;
  bool endless_[2][kStringRoles] = {};  // no quote of that kind ends a string of that role any more
  // The line last asked for, up to its end, and the last byte in it before closing punctuation.
  const char* line_ = nullptr;
  const char* line_end_ = nullptr;
  char line_last_ = 0;
  // The same for the end of a block comment.
  const char* block_ = nullptr;
  const char* block_end_ = nullptr;
};

}  // namespace tare::json
