// The tokens that only the tolerant reader knows: strings in single quotes or cut short, numbers
// that are nearly numbers, words without quotes. Each function takes one token from `p`, tells the
// builder what was wrong with it, and says where it ended. None takes nothing: the loop above
// always moves on.
#pragma once

#include "json/builder.h"
#include "json/lexer.h"
#include "json/tolerant_quotes.h"

namespace tare::json {

struct TolerantToken {
  const char* end;
  // What the text was cut inside of if it ends here, before its brackets are closed.
  TruncationTail cut = TruncationTail::none;
  // True if the token itself shows that it was cut: "1e", not "1".
  bool is_incomplete = false;
};

// A string in double or single quotes; `p` is its opening quote. Quotes inside it that should have
// been escaped are content.
TolerantToken take_string(Builder& builder, QuoteFinder& quotes, StringRole role, const char* p,
                          const char* end);

// Where to go on behind a fault inside a string. REQUIRES: the fault is not that the text ended.
const char* past_fault(const Scan& scan);

// A member's name without quotes.
TolerantToken take_bare_name(Builder& builder, const char* p, const char* end);

// A number, a literal, or a bare word as a string. REQUIRES: starts_word() or starts_bare_string()
TolerantToken take_word(Builder& builder, const char* p, const char* end);

// True if a number, a literal or a bare word can begin here.
bool starts_word(const char* p, const char* end);

// The same, and what may begin a bare string where a value has to come, such as a path.
bool starts_bare_string(const char* p, const char* end);

// True if a comment begins here: //, /*, #.
bool starts_comment(const char* p, const char* end);

// True if a number or a literal ends here: white space, punctuation, a quote, a comment, a code
// fence.
bool ends_word(const char* p, const char* end);

}  // namespace tare::json
