// Which words of a text changed, for a reviewer's eye: "Pays an invoice [-after approval-]{+at
// once+}."
//
// A description is what a model chooses a tool by, so one word decides; the whole of two texts side
// by side hides it. Words and the spaces between them are compared as bytes: nothing that changed
// is passed over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

enum class WordChange : std::uint8_t { kept, removed, added };

struct WordPiece {
  WordChange change;
  std::string text;
  friend bool operator==(const WordPiece&, const WordPiece&) = default;
};

// Kept and removed pieces together are `before`, kept and added ones `after`. The fewest words
// change, as long as the texts are not too long for that (then the middle of both is taken as
// changed). O(words of both), times at most `kMaxCells` / words for what lies between.
std::vector<WordPiece> word_diff(std::string_view before, std::string_view after);

// With marks; kept text further than `context` bytes from a change becomes "…". Not escaped.
std::string word_diff_text(const std::vector<WordPiece>& pieces, std::size_t context);

}  // namespace tare
