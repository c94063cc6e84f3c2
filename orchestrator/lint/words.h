// Text and names as words, so that get_ticket, getTicket, get-ticket and "get ticket" are alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct Word {
  std::string text;  // ASCII letters small
  std::size_t begin = 0, end = 0;
  // How it hangs together with the word before: camel case, or one of _ - . : /, with no blank.
  bool joined = false;
};

// Runs of letters and digits; bytes beyond ASCII count as letters. A capital behind a small letter
// begins a word.
std::vector<Word> words_of(std::string_view text);

enum class NameForm : unsigned char { none, joined, spaced };

// Is the name among the words, whole words in order? `joined`: written as a name; `spaced`: with
// blanks between, as a phrase.
NameForm find_name(const std::vector<Word>& text, const std::vector<Word>& name);

// Do the words of the phrase stand in the text, one behind the other?
bool has_phrase(const std::vector<Word>& text, std::string_view phrase);

}  // namespace tare
