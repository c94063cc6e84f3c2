// Which texts are nearly one, among very many.
//
// Two texts are as alike as their shingles are: |A ∩ B| / |A ∪ B| over runs of four characters,
// capitals folded and punctuation one blank; of scripts without blanks between words (Han, Kana,
// Thai and their like) runs of two, for one character says as much as several letters. Comparing
// all pairs of 100,000 texts would take hours; here a text is looked up by its rarest shingles
// alone, for two sets that share so much must share one of those (prefix filtering). The answer is
// exact, not an estimate: no pair is missed for a hash's sake.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tare {

// Sorted, each once.
std::vector<std::uint64_t> shingles_of(std::string_view text);

// |A ∩ B| / |A ∪ B|; 1 for two empty sets.
double likeness(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

struct LikeText {
  std::size_t index;  // of the first text that it is like and that is like none before it
  double likeness;
};

struct Likenesses {
  std::vector<std::optional<LikeText>> of;  // of each text, in order
  // Texts that were not held against all that they might be like, which would have been too much.
  std::uint64_t cut_short = 0;
};

// Text by text, in order: each is like the first of those before it that are like none themselves,
// or like none. `groups`: only texts of one group are held against each other.
// REQUIRES: 0 < threshold <= 1; groups.size() == texts.size()
Likenesses find_alike(const std::vector<std::vector<std::uint64_t>>& texts,
                      const std::vector<std::uint64_t>& groups, double threshold);

}  // namespace tare
