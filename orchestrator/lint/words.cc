#include "lint/words.h"

#include <algorithm>

#include "base/ascii.h"

namespace tare {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || is_digit(c) || is_upper(c) || (c >= 'a' && c <= 'z');
}
bool is_small(char c) { return is_word_byte(c) && !is_upper(c); }

bool begins_at(const std::vector<Word>& text, std::size_t at, const std::vector<Word>& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (text[at + i].text != name[i].text) return false;
  }
  return true;
}

}  // namespace

std::vector<Word> words_of(std::string_view text) {
  std::vector<Word> words;
  std::size_t end_before = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_byte(text[at])) {
      ++at;
      continue;
    }
    Word word;
    word.begin = at;
    for (; at < text.size() && is_word_byte(text[at]); ++at) {
      if (at > word.begin && is_upper(text[at]) && is_small(text[at - 1])) break;
      word.text += ascii_lower(text[at]);
    }
    word.end = at;
    if (!words.empty()) {
      const std::string_view between = text.substr(end_before, word.begin - end_before);
      word.joined = between.empty() || between == "__" ||
                    (between.size() == 1 &&
                     std::string_view("_-.:/").find(between[0]) != std::string_view::npos);
    }
    end_before = at;
    words.push_back(std::move(word));
  }
  return words;
}

NameForm find_name(const std::vector<Word>& text, const std::vector<Word>& name) {
  if (name.empty()) return NameForm::none;
  NameForm best = NameForm::none;
  for (std::size_t at = 0; at + name.size() <= text.size(); ++at) {
    if (!begins_at(text, at, name)) continue;
    bool joined = true;
    for (std::size_t i = 1; i < name.size(); ++i) joined = joined && text[at + i].joined;
    if (joined) return NameForm::joined;
    best = NameForm::spaced;
  }
  return best;
}

bool has_phrase(const std::vector<Word>& text, std::string_view phrase) {
  return find_name(text, words_of(phrase)) != NameForm::none;
}

}  // namespace tare
