#include "coercion/call_likeness.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "diff/number_text.h"
#include "json/decimal.h"
#include "json/equal.h"
#include "json/reader.h"

namespace tare {
namespace {

// FNV-1a: the same on every machine, as every part of a verdict must be.
class Hash {
 public:
  void add(char c) { value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

std::uint64_t exact(std::string_view text) {
  Hash hash;
  for (const char c : text) hash.add(c);
  return hash.value();
}

// Letters without their case, digits, and whatever is not ASCII.
bool is_kept(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

void add_loosely(Hash& hash, char c) {
  if (is_kept(c)) hash.add(ascii_lower(c));
}

std::uint64_t loose_name(std::string_view name) {
  Hash hash;
  for (const char c : name) add_loosely(hash, c);
  return hash.value();
}

// The end of the number that begins at `at`, or `at` where none does: digits with `_` between them,
// a fraction, an exponent; a minus counts only where it cannot be a hyphen.
std::size_t number_end(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  std::size_t i = at;
  if (text[i] == '-' && (at == 0 || (!is_kept(text[at - 1]) && text[at - 1] != '.'))) ++i;
  const auto skip_digits = [&] {
    while (digit(i) || (i < text.size() && text[i] == '_' && digit(i + 1))) ++i;
  };
  if (digit(i)) {
    skip_digits();
    if (i < text.size() && text[i] == '.' && digit(i + 1)) {
      ++i;
      skip_digits();
    }
  } else if (i < text.size() && text[i] == '.' && digit(i + 1)) {
    ++i;
    skip_digits();
  } else {
    return at;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '-' || text[i + 1] == '+');
    if (digit(i + 1 + sign)) {
      i += 1 + sign;
      while (digit(i)) ++i;
    }
  }
  return i;
}

void add_number(Hash& hash, std::string_view number) {
  // A mark, lest the numbers 1 and 2 be like 12.
  hash.add('#');
  for (const char c : json::canonical_number(number)) hash.add(c);
}

// Each number in it by value, so that "10", 10 and 1e1 are alike, alone and in a list; of the rest
// what is kept.
std::uint64_t loose_value(std::string_view text) {
  Hash hash;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = number_end(text, i);
    if (end == i) {
      add_loosely(hash, text[i++]);
    } else {
      std::string number(text.substr(i, end - i));
      std::erase(number, '_');
      add_number(hash, number);
      i = end;
    }
  }
  return hash.value();
}

// What a text spells as a number, or the 1 and 0 that some languages make of a boolean's word.
std::optional<std::string> number_meant(std::string_view text) {
  const auto is_word = [&](std::string_view word) {
    return std::ranges::equal(text, word, {}, [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
  };
  if (is_word("true")) return "1";
  if (is_word("false")) return "0";
  return number_in_string(text);
}

std::uint64_t loose_scalar(std::string_view text) {
  const std::optional<std::string> number = number_meant(text);
  if (!number) return loose_value(text);
  Hash hash;
  add_number(hash, *number);
  return hash.value();
}

void add_member(ArgumentsSketch& out, std::string_view name, json::Value value) {
  const std::string canonical = json::canonical_text(value);
  out.members.push_back({loose_name(name), exact(name),
                         loose_scalar(value.is_string() ? value.decoded() : canonical),
                         exact(canonical)});
}

}  // namespace

ArgumentsSketch sketch_arguments(std::string_view text) {
  ArgumentsSketch out;
  json::Document document;
  if (json::read_strict(text, document) && json::read_tolerant(text, document)) {
    out.members.push_back({loose_name(""), exact(""), loose_value(text), exact(text)});
    return out;
  }
  std::string inner_text;
  json::Document inner;
  json::Value root = document.root();
  if (root.is_string()) {
    inner_text = root.decoded();
    if (!json::read_strict(inner_text, inner) && inner.root().is_object()) root = inner.root();
  }
  if (!root.is_object()) {
    add_member(out, "", root);
    return out;
  }
  for (const json::Member member : root.members()) {
    if (out.members.size() == kMaxSketched) break;
    add_member(out, member.name.decoded(), member.value);
  }
  std::ranges::stable_sort(out.members, {}, &ArgumentsSketch::Member::loose_name);
  return out;
}

std::uint64_t loose_key(const ArgumentsSketch& sketch) {
  Hash hash;
  for (const ArgumentsSketch::Member& member : sketch.members) {
    for (const std::uint64_t part : {member.loose_name, member.loose_value}) {
      for (unsigned shift = 0; shift < 64; shift += 8) {
        hash.add(static_cast<char>((part >> shift) & 0xFF));
      }
    }
  }
  return hash.value();
}

std::int64_t likeness(const ArgumentsSketch& a, const ArgumentsSketch& b) {
  std::int64_t sum = 0;
  auto i = a.members.begin();
  auto j = b.members.begin();
  while (i != a.members.end() && j != b.members.end()) {
    if (i->loose_name < j->loose_name) {
      ++i;
    } else if (j->loose_name < i->loose_name) {
      ++j;
    } else {
      sum += 1 + (i->name == j->name ? 1 : 0) + (i->loose_value == j->loose_value ? 3 : 0) +
             (i->value == j->value ? 1 : 0);
      ++i;
      ++j;
    }
  }
  return sum;
}

}  // namespace tare
