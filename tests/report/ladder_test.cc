#include "report/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tare {
namespace {

using Suspect = Ladder::Suspect;
using testing::HasSubstr;
using testing::IsEmpty;

void add(Ladder& ladder, const std::string& id, Verdict verdict) {
  TestCase test_case;
  test_case.input.id = id;
  TrialScore score;
  score.verdict = verdict;
  ladder.add(test_case, score);
}

const std::vector<std::string> kVariants = {"strong", "small"};

TEST(Ladder, TheSuitesOrderSaysWhichVariantIsTheStrongest) {
  Ladder ladder;
  ladder.begin_run("small", kVariants);
  add(ladder, "a", Verdict::fail);
  EXPECT_FALSE(ladder.any());
  EXPECT_THAT(ladder_text(ladder, {}), IsEmpty());
  EXPECT_THAT(ladder_markdown(ladder), IsEmpty());
  ladder.begin_run("strong", kVariants);
  add(ladder, "a", Verdict::pass);
  ASSERT_TRUE(ladder.any());
  EXPECT_EQ(ladder.variant(ladder.rungs().front()), "strong");
  EXPECT_EQ(ladder.suspect_of(ladder.cases()[0]), Suspect::description_or_output);
}

TEST(Ladder, WithoutSuchAListTheFirstRunIsTheStrongest) {
  Ladder ladder;
  ladder.begin_run("x", {});
  add(ladder, "a", Verdict::fail);
  ladder.begin_run("y", {});
  add(ladder, "a", Verdict::pass);
  EXPECT_EQ(ladder.suspect_of(ladder.cases()[0]), Suspect::case_or_product);
}

TEST(Ladder, OneFailedTrialIsAFailureAndOneWithoutAVerdictIsNone) {
  Ladder ladder;
  ladder.begin_run("strong", kVariants);
  for (const Verdict verdict : {Verdict::pass, Verdict::pass, Verdict::fail}) {
    add(ladder, "most", verdict);
  }
  add(ladder, "always", Verdict::pass);
  add(ladder, "always", Verdict::undecided);
  add(ladder, "silent", Verdict::undecided);
  ladder.begin_run("small", kVariants);
  for (const char* id : {"most", "always", "silent"}) add(ladder, id, Verdict::pass);
  ASSERT_EQ(ladder.cases().size(), 3u);
  EXPECT_EQ(ladder.suspect_of(ladder.cases()[0]), Suspect::case_or_product);
  EXPECT_EQ(ladder.suspect_of(ladder.cases()[1]), Suspect::none);
  EXPECT_EQ(ladder.suspect_of(ladder.cases()[2]), Suspect::unknown);
  const std::string text = ladder_text(ladder, {.width = 300});
  EXPECT_THAT(text,
              HasSubstr("strong > small: of 3 cases, 1 pass on all; 1 fail on the strongest"));
  EXPECT_THAT(text, HasSubstr("2 of 3"));
  EXPECT_THAT(text, HasSubstr("1 without a verdict on the strongest"));
}

TEST(Ladder, NothingThatATerminalObeysComesThrough) {
  Ladder ladder;
  ladder.begin_run("a\x1b[31m", {});
  add(ladder, "c\x1b]0;x\x07|", Verdict::fail);
  ladder.begin_run("b", {});
  EXPECT_EQ(ladder_text(ladder, {.width = 100}).find('\x1b'), std::string::npos);
  EXPECT_EQ(ladder_markdown(ladder).find('\x1b'), std::string::npos);
  EXPECT_THAT(ladder_markdown(ladder), HasSubstr("\\|"));
}

}  // namespace
}  // namespace tare
