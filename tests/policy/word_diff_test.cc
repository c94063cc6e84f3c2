// Words that changed: nothing lost, as few as can be.
#include "policy/word_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tare {
namespace {

std::string shown(std::string_view before, std::string_view after, std::size_t context = 1000) {
  return word_diff_text(word_diff(before, after), context);
}

TEST(WordDiff, MarksTheWordsThatChanged) {
  EXPECT_EQ(shown("Pays an invoice after approval.", "Pays an invoice at once."),
            "Pays an invoice [-after-]{+at+} [-approval.-]{+once.+}");
  EXPECT_EQ(shown("a b", "a b"), "a b");
  EXPECT_EQ(shown("", "new"), "{+new+}");
  EXPECT_EQ(shown("a b", "a  b"), "a[- -]{+  +}b");
}

TEST(WordDiff, FarContextIsLeftOut) {
  const std::string far(100, 'x');
  EXPECT_EQ(shown(far + " old " + far, far + " new " + far, 5), "…xxxx [-old-]{+new+} xxxx…");
}

TEST(WordDiff, NoCodePointIsCut) {
  const std::string umlauts = "ääääääääää";
  const std::string out = shown(umlauts + " a", umlauts + " b", 4);
  EXPECT_EQ(out, "…ä [-a-]{+b+}");
}

// Slow and obvious: the longest common subsequence by trying both ways.
std::size_t common(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return 0;
  if (a[0] == b[0]) return 1 + common(a.substr(1), b.substr(1));
  return std::max(common(a.substr(1), b), common(a, b.substr(1)));
}

TEST(WordDiff, KeepsAsMuchAsCanBeAndLosesNothing) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string a, b;  // one letter a word
    for (auto* side : {&a, &b}) {
      for (std::size_t n = random() % 6; n > 0; --n) *side += static_cast<char>('a' + random() % 3);
    }
    const auto spaced = [](const std::string& letters) {
      std::string out;
      for (const char c : letters) out += std::string(1, c) + "\n";
      return out;
    };
    std::string before, after;
    std::size_t kept = 0;
    for (const WordPiece& piece : word_diff(spaced(a), spaced(b))) {
      if (piece.change != WordChange::added) before += piece.text;
      if (piece.change != WordChange::removed) after += piece.text;
      if (piece.change == WordChange::kept) kept += piece.text.size();
    }
    EXPECT_EQ(before, spaced(a));
    EXPECT_EQ(after, spaced(b));
    // Each word here, and each space, is one character.
    EXPECT_EQ(kept, common(spaced(a), spaced(b))) << a << " " << b;
  }
}

TEST(WordDiff, LongTextsAreBounded) {
  std::string a, b;
  for (int i = 0; i < 20'000; ++i) {
    a += "a" + std::to_string(i) + " ";
    b += "b" + std::to_string(i) + " ";
  }
  EXPECT_EQ(word_diff(a, b).size(), 3u);  // the last space is the same
}

}  // namespace
}  // namespace tare
