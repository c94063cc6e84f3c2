#include "lint/pattern_sample.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "schema/pattern.h"

namespace tare {
namespace {

bool matches(const std::string& pattern, const std::string& text) {
  const schema::Pattern compiled(pattern, 100000);
  EXPECT_TRUE(compiled.runs()) << pattern << ": " << compiled.reason();
  return compiled.match(text) == schema::Match::yes;
}

TEST(PatternSample, MatchesItsPattern) {
  for (const std::string pattern :
       {"reopen", "^QA-[0-9]{3}$", "(?i)status|state", "^(red|green)-[a-f]+$", "a{2,4}b?c*",
        "\\d{4}-\\d\\d", "^[^abc]x", "(?:ab)+", "(?<who>[A-Z]\\w*) here", "a\\.b\\+c", "^$", "[-a]",
        "x[a-]", "\\bword\\b", "colou?r", "^\\s*fine\\s+then"}) {
    const auto sample = sample_of_pattern(pattern);
    ASSERT_TRUE(sample) << pattern;
    EXPECT_TRUE(matches(pattern, *sample)) << pattern << " -> " << *sample;
  }
}

TEST(PatternSample, SaysNothingOfWhatItDoesNotRead) {
  for (const std::string pattern : {"\\p{Lu}+", "(", "[a", "(?=x)", "a{5000}", "x)", "[]a"}) {
    const auto sample = sample_of_pattern(pattern);
    EXPECT_FALSE(sample) << pattern << " -> " << *sample;
  }
}

TEST(PatternSample, StaysBoundedOnNestingAndCounts) {
  EXPECT_FALSE(sample_of_pattern(std::string(100000, '(')));
  std::string nested = "a";
  for (int i = 0; i < 30; ++i) nested = "(" + nested + "){4000}";
  EXPECT_FALSE(sample_of_pattern(nested));
}

}  // namespace
}  // namespace tare
