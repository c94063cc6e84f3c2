// A key that a provider sends back, covered before anyone sees it: client, record or cassette.
//
// Servers quote what they were asked with, in errors above all, and in whatever spelling their
// writer has: `sk-a/b`, `sk-a\/b`, `\u0073k-a/b`, `sk-a%2Fb`, or with the escapes escaped once
// more in JSON within JSON. Each byte of a find becomes an asterisk, so nothing changes its length.
// Parts come as the network cuts them: the end of one that may begin a key is held back until the
// next shows which it is, and nothing else is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tare::proxy {

class KeyMask {
 public:
  // Shorter ones stand in plain words too, and are not looked for.
  static constexpr std::size_t kLeastBytes = 8;

  explicit KeyMask(std::string key);

  // What may go on of all that came so far.
  std::string take(std::string_view part);
  // What was held back. Most of a key is covered as the whole of it is.
  std::string rest();
  bool found() const { return found_; }

 private:
  // Of the key, from one place in `held_` on.
  struct Match {
    enum class Kind { none, begun, whole } kind = Kind::none;
    std::size_t end = 0, characters = 0;
  };
  Match match(std::size_t begin);
  // Adds where the character's spellings end that stand at `at`; true where the text ends in one.
  bool spellings(std::size_t at, char character);
  void cover(std::string& out, std::size_t bytes);

  std::string key_, starts_;
  std::string held_;
  std::size_t held_characters_ = 0;
  bool found_ = false;
  std::vector<std::size_t> now_, next_;  // scratch of match()
};

// The same of a text that is whole. True if the key stood in it.
bool hide_key(std::string& text, std::string_view key);

}  // namespace tare::proxy
