// Near duplicates against an oracle that compares every pair.
#include "lint/likeness.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "lint/words.h"

namespace tare {
namespace {

using Texts = std::vector<std::vector<std::uint64_t>>;

// As the header says it, with no thought for time.
std::vector<std::optional<LikeText>> all_pairs(const Texts& texts,
                                               const std::vector<std::uint64_t>& groups,
                                               double threshold) {
  std::vector<std::optional<LikeText>> out(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t j = 0; j < i && !out[i]; ++j) {
      if (out[j] || groups[i] != groups[j]) continue;
      const double value = likeness(texts[i], texts[j]);
      if (value >= threshold - 1e-9) out[i] = LikeText{j, value};
    }
  }
  return out;
}

TEST(Likeness, FindsWhatComparingAllPairsFinds) {
  std::mt19937 random(7);
  const std::vector<std::string> words = {"show",   "me",   "the",   "ticket", "of",
                                          "chair",  "open", "close", "QA-1",   "QA-22",
                                          "please", "now",  "漢字"};
  for (int round = 0; round < 60; ++round) {
    Texts texts;
    std::vector<std::uint64_t> groups;
    const std::size_t longest = 2 + static_cast<std::size_t>(round % 9);
    for (int i = 0; i < 60; ++i) {
      std::string text;
      const std::size_t length = random() % (longest + 1);
      for (std::size_t k = 0; k < length; ++k) text += words[random() % words.size()] + " ";
      texts.push_back(shingles_of(text));
      groups.push_back(random() % 2);
    }
    for (const double threshold : {0.3, 0.5, 0.8, 1.0}) {
      const Likenesses got = find_alike(texts, groups, threshold);
      const auto wanted = all_pairs(texts, groups, threshold);
      EXPECT_EQ(got.cut_short, 0u);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        ASSERT_EQ(got.of[i].has_value(), wanted[i].has_value()) << round << " " << threshold;
        if (!wanted[i]) continue;
        ASSERT_EQ(got.of[i]->index, wanted[i]->index);
        ASSERT_DOUBLE_EQ(got.of[i]->likeness, wanted[i]->likeness);
      }
    }
  }
}

TEST(Likeness, PunctuationAndCapitalsDoNotCount) {
  EXPECT_EQ(shingles_of("Close PAY-12."), shingles_of("  close pay 12"));
  EXPECT_NE(shingles_of("Close PAY-12."), shingles_of("Close PAY-13."));
  EXPECT_TRUE(shingles_of(" ?! ").empty());
}

TEST(Likeness, PunctuationAndCapitalsDoNotCountInAnyScript) {
  EXPECT_EQ(shingles_of("Покажи ОТКРЫТЫЕ заявки…"), shingles_of("покажи открытые заявки"));
  EXPECT_EQ(shingles_of("ΔΕΙΞΕ ΜΟΥ ΤΙΣ"), shingles_of("δειξε μου τις"));
  EXPECT_EQ(shingles_of("显示所有票据。"), shingles_of("显示所有票据"));
  EXPECT_TRUE(shingles_of("。！？").empty());
  EXPECT_FALSE(shingles_of("👍").empty());
}

TEST(Likeness, OneMoreCharacterBarelyCountsWhereWordsHaveNoBlanks) {
  const auto with = shingles_of("显示所有未结票据本周的列表呢");
  const auto without = shingles_of("显示所有未结票据本周的列表");
  EXPECT_DOUBLE_EQ(likeness(without, with), 12.0 / 13.0);
  EXPECT_LT(likeness(without, shingles_of("关闭所有未结票据今天的通知")), 0.8);
}

TEST(Words, NamesAreFoundInEachForm) {
  const auto form = [](const char* text) {
    return find_name(words_of(text), words_of("create_ticket"));
  };
  EXPECT_EQ(form("call create_ticket now"), NameForm::joined);
  EXPECT_EQ(form("createTicket"), NameForm::joined);
  EXPECT_EQ(form("Create-Ticket"), NameForm::joined);
  EXPECT_EQ(form("please create ticket 4"), NameForm::spaced);
  EXPECT_EQ(form("create tickets"), NameForm::none);
  EXPECT_EQ(form("recreate ticket"), NameForm::none);
  EXPECT_EQ(form("create a ticket"), NameForm::none);
  EXPECT_EQ(form("create"), NameForm::none);
}

}  // namespace
}  // namespace tare
