#include "diff/string_entities.h"

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "diff/entity_names.h"
#include "diff/windows_1252.h"

namespace tare {
namespace {

struct Entity {
  std::size_t length = 0;  // 0: none stands here
  char32_t value = 0;
};

int digit_value(char c, int base) {
  const int value = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : base;
  return value < base ? value : -1;
}

// What a browser makes of a number: bytes of Windows-1252 are taken for what was meant.
char32_t numbered_character(char32_t number) {
  const bool surrogate = number >= 0xd800 && number < 0xe000;
  if (number == 0 || number > 0x10ffff || surrogate) return 0xfffd;
  return number < 0x100 ? windows_1252(number) : number;
}

// "&#38;" or "&#x26;", with or without its semicolon.
Entity numeric_entity(std::string_view text, std::size_t begin) {
  std::size_t i = begin + 2;
  int base = 10;
  if (i < text.size() && (text[i] == 'x' || text[i] == 'X')) {
    base = 16;
    ++i;
  }
  const std::size_t first = i;
  char32_t number = 0;
  for (; i < text.size(); ++i) {
    const int digit = digit_value(text[i], base);
    if (digit < 0) break;
    number = std::min<char32_t>(number * static_cast<char32_t>(base) + static_cast<char32_t>(digit),
                                0x110000);
  }
  if (i == first) return {};
  if (i < text.size() && text[i] == ';') ++i;
  return {i - begin, numbered_character(number)};
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// REQUIRES: text[begin] is '&'.
Entity entity_at(std::string_view text, std::size_t begin) {
  if (begin + 1 < text.size() && text[begin + 1] == '#') return numeric_entity(text, begin);
  std::string_view name = text.substr(begin + 1, kLongestEntityName);
  name = name.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(name, is_name_character) -
                                                 name.begin()));
  const std::size_t end = begin + 1 + name.size();
  if (end < text.size() && text[end] == ';') {
    if (const NamedEntity* entity = find_entity(name)) return {name.size() + 2, entity->value};
  }
  for (; name.size() >= 2; name.remove_suffix(1)) {
    const NamedEntity* entity = find_entity(name);
    if (entity != nullptr && entity->bare) return {name.size() + 1, entity->value};
  }
  return {};
}

}  // namespace

std::string without_entities(std::string_view encoded) {
  std::string text(encoded);
  std::string out;
  out.reserve(text.size());
  std::size_t i = 0;
  while (i < text.size()) {
    const Entity entity = text[i] == '&' ? entity_at(text, i) : Entity{};
    if (entity.length == 0) {
      out += text[i++];
    } else if (entity.value == '&') {
      // It may begin another entity with what follows: put it back, at least three bytes further.
      i += entity.length - 1;
      text[i] = '&';
    } else {
      append_utf8(out, entity.value);
      i += entity.length;
    }
  }
  return out;
}

bool equal_but_for_entities(std::string_view a, std::string_view b) {
  if (a.find('&') == a.npos && b.find('&') == b.npos) return false;
  return without_entities(a) == without_entities(b);
}

}  // namespace tare
