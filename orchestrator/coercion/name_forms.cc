#include "coercion/name_forms.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "base/ascii.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kSeparators = {"__", ".", ":", "/", "-"};
constexpr std::size_t kLeastCut = 32;  // no layer is known to cut names to fewer characters

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter_or_digit(char c) { return is_digit(c) || is_lower(c) || is_upper(c); }

std::string without_separators(std::string_view name) {
  std::string out;
  std::ranges::copy_if(name, std::back_inserter(out), [](char c) { return c != '-' && c != '_'; });
  return out;
}

std::string letters_and_digits(std::string_view name) {
  std::string out;
  std::ranges::copy_if(name, std::back_inserter(out), is_letter_or_digit);
  return out;
}

// As most providers ask for it: what is not allowed becomes _.
std::string sanitized(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (!is_letter_or_digit(c) && c != '_' && c != '-') c = '_';
  }
  return out;
}

// Hexadecimal digits, perhaps behind a separator; a word of few letters from a to f is none.
bool is_hash(std::string_view tail) {
  while (!tail.empty() && (tail[0] == '_' || tail[0] == '-')) tail.remove_prefix(1);
  return tail.size() >= 3 && tail.size() <= 64 &&
         (tail.size() >= 8 || std::ranges::any_of(tail, is_digit)) &&
         std::ranges::all_of(tail, [](char c) {
           return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f');
         });
}

bool is_cut(std::string_view raw, std::string_view normalized) {
  if (normalized.empty() || normalized.size() >= raw.size()) return false;
  if (raw.starts_with(normalized)) return true;
  if (normalized.size() >= kLeastCut && raw.ends_with(normalized)) return true;
  const auto kept = std::ranges::mismatch(raw, normalized).in2 - normalized.begin();
  std::string_view tail = normalized.substr(static_cast<std::size_t>(kept));
  if (kept >= 8 && is_hash(tail)) return true;
  // Both ends are kept, and a mark stands for what was between them.
  const auto mark = std::min(tail.find_first_not_of("_-.~"), tail.size());
  tail.remove_prefix(mark);
  return normalized.size() >= kLeastCut && mark > 0 && kept > 0 && !tail.empty() &&
         raw.ends_with(tail);
}

// In words: at separators, and where a capital follows a small letter.
std::string next_word(std::string_view& rest) {
  std::string word;
  std::size_t at = 0;
  while (at < rest.size() && !is_letter_or_digit(rest[at])) ++at;
  for (; at < rest.size() && is_letter_or_digit(rest[at]); ++at) {
    if (!word.empty() && is_upper(rest[at]) && is_lower(rest[at - 1])) break;
    word += ascii_lower(rest[at]);
  }
  rest.remove_prefix(at);
  return word;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_prefixed(std::string_view longer, std::string_view shorter) {
  if (shorter.empty() || longer.size() <= shorter.size() || !longer.ends_with(shorter)) {
    return false;
  }
  const std::string_view front = longer.substr(0, longer.size() - shorter.size());
  return std::ranges::any_of(kSeparators, [&](std::string_view separator) {
    return front.size() > separator.size() && front.ends_with(separator);
  });
}

bool differs_in_separators(std::string_view a, std::string_view b) {
  const std::string bare = without_separators(a);
  return !bare.empty() && bare == without_separators(b);
}

bool differs_in_case(std::string_view a, std::string_view b) {
  const std::string bare = without_separators(a);
  return !bare.empty() &&
         std::ranges::equal(bare, without_separators(b), {}, ascii_lower, ascii_lower);
}

bool is_sanitized(std::string_view raw, std::string_view normalized) {
  const bool clean = std::ranges::all_of(
      normalized, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; });
  const std::string bare = letters_and_digits(raw);
  return clean && !bare.empty() && bare == letters_and_digits(normalized);
}

bool is_truncated(std::string_view raw, std::string_view normalized) {
  return is_cut(raw, normalized) || is_cut(sanitized(raw), normalized);
}

bool is_repeated(std::string_view raw, std::string_view normalized) {
  if (raw.empty() || normalized.size() <= raw.size() || normalized.size() % raw.size() != 0) {
    return false;
  }
  for (std::size_t at = 0; at < normalized.size(); at += raw.size()) {
    if (normalized.substr(at, raw.size()) != raw) return false;
  }
  return true;
}

bool share_a_form(std::string_view a, std::string_view b) {
  const std::string x = sanitized(a);
  const std::string y = sanitized(b);
  if (std::min(x.size(), y.size()) >= kLeastCut) {
    if (x.substr(0, kLeastCut) == y.substr(0, kLeastCut)) return true;
    if (x.substr(x.size() - kLeastCut) == y.substr(y.size() - kLeastCut)) return true;
  }
  const std::string bare = letters_and_digits(a);
  return !bare.empty() &&
         std::ranges::equal(bare, letters_and_digits(b), {}, ascii_lower, ascii_lower);
}

bool is_placeholder(std::string_view name) {
  bool telling = false;
  bool no = false;
  bool any = false;
  while (!name.empty()) {
    const std::string word = next_word(name);
    if (word.empty()) continue;
    any = true;
    if (is_any_of(word, {"invalid",     "unknown",  "error",        "noop",         "nop",
                         "notfound",    "fallback", "unavailable",  "unsupported",  "undefined",
                         "placeholder", "dummy",    "unrecognized", "unrecognised", "unresolved",
                         "malformed",   "missing",  "unregistered", "nonexistent",  "none",
                         "null",        "rejected"})) {
      telling = true;
    } else if (is_any_of(word, {"no", "not"})) {
      no = true;
    } else if (is_any_of(word, {"op", "found", "such", "exist", "exists", "available", "defined",
                                "supported", "recognized", "registered", "match"})) {
      telling = telling || no;
      if (!no) return false;
    } else if (!is_any_of(word, {"tool", "tools", "call", "name", "function", "fn", "handler",
                                 "default", "internal"})) {
      return false;
    }
  }
  return any && telling;
}

}  // namespace tare
