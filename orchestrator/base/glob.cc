// A glob is a small automaton, and all its states are followed at once.
//
// Backtracking is shorter to write, but `*a*a*a*b` against many a's makes it explode. Following the
// set of reachable pattern positions costs pattern × text at worst, whatever the pattern.
#include "base/glob.h"

#include <string>

#include "base/utf8.h"

namespace tare {

namespace {

std::size_t stars_at(std::string_view pattern, std::size_t position) {
  std::size_t end = position;
  while (end < pattern.size() && pattern[end] == '*') ++end;
  return end - position;
}

// A state is a byte of the pattern; what follows stars is reachable without any text.
void enter(std::string& states, std::string_view pattern, std::size_t position) {
  states[position] = 1;
  if (position < pattern.size() && pattern[position] == '*') {
    states[position + stars_at(pattern, position)] = 1;
  }
}

}  // namespace

bool is_literal_glob(std::string_view pattern) {
  return pattern.find_first_of("*?") == std::string_view::npos;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  const std::size_t literal = pattern.find_first_of("*?");
  if (literal == std::string_view::npos) return pattern == text;
  if (text.substr(0, literal) != pattern.substr(0, literal)) return false;
  pattern.remove_prefix(literal);
  text.remove_prefix(literal);

  std::string now(pattern.size() + 1, 0), next(pattern.size() + 1, 0);
  enter(now, pattern, 0);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_at(text, at).length;
    const std::string_view character = text.substr(at, length);
    bool alive = false;
    next.assign(next.size(), 0);
    for (std::size_t p = 0; p < pattern.size(); ++p) {
      if (now[p] == 0) continue;
      if (pattern[p] == '*') {
        if (character != "/" || stars_at(pattern, p) > 1) {
          enter(next, pattern, p);
          alive = true;
        }
      } else if (pattern[p] == '?') {
        if (character != "/") {
          enter(next, pattern, p + 1);
          alive = true;
        }
      } else if (pattern.substr(p, length) == character) {
        enter(next, pattern, p + length);
        alive = true;
      }
    }
    if (!alive) return false;
    now.swap(next);
    at += length;
  }
  return now[pattern.size()] != 0;
}

}  // namespace tare
