// Marks of change, against a slow oracle: what is left unmarked must be equal on both sides, token
// by token, and nothing that could stay unmarked is marked.
#include "report/changed_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string marked(std::string_view text, const std::vector<ByteRange>& ranges) {
  std::string out;
  std::size_t at = 0;
  for (const ByteRange& r : ranges) {
    out.append(text.substr(at, r.begin - at)).append("[");
    out.append(text.substr(r.begin, r.end - r.begin)).append("]");
    at = r.end;
  }
  return out.append(text.substr(at));
}

std::pair<std::string, std::string> both(std::string_view raw, std::string_view normalized) {
  ChangedBytes changed = changed_bytes(raw, normalized);
  return {marked(raw, changed.raw), marked(normalized, changed.normalized)};
}

TEST(ChangedBytes, MarksAValueThatChangedItsType) {
  EXPECT_EQ(both(R"({"a":"10","b":1})", R"({"a":10,"b":1})"),
            std::pair(std::string(R"({"a":["10"],"b":1})"), std::string(R"({"a":[10],"b":1})")));
}

TEST(ChangedBytes, NarrowsStringsToTheirCharacters) {
  EXPECT_EQ(
      both(R"({"a":"north pole"})", R"({"a":"south pole"})"),
      std::pair(std::string(R"({"a":"[nor]th pole"})"), std::string(R"({"a":"[sou]th pole"})")));
  EXPECT_EQ(both("\"caf\u00e9\"", "\"caf\u00e8\"").first, "\"caf[\u00e9]\"") << "whole characters";
}

TEST(ChangedBytes, SpellingThatMeansNothingIsNotMarked) {
  EXPECT_THAT(changed_bytes(R"({"a":1})", "{ \"a\" :\n1 }").raw, IsEmpty());
  EXPECT_THAT(changed_bytes(R"({"a":"\u00e9\/"})", "{\"a\":\"\u00e9/\"}").normalized, IsEmpty());
  EXPECT_THAT(changed_bytes(R"("\ud83d\ude00")", "\"\U0001F600\"").raw, IsEmpty());
  EXPECT_THAT(changed_bytes(R"("\u000a")", R"("\n")").raw, IsEmpty());
  EXPECT_FALSE(changed_bytes(R"("\\n")", R"("\n")").raw.empty());
  EXPECT_FALSE(changed_bytes(R"("\u005cn")", R"("\n")").raw.empty());
}

TEST(ChangedBytes, SeveralChangesAreSeveralMarks) {
  EXPECT_EQ(both(R"({"a":"1","b":2,"c":"3"})", R"({"a":1,"b":2,"c":3})").first,
            R"({"a":["1"],"b":2,"c":["3"]})");
}

TEST(ChangedBytes, WhatIsMissingLeavesItsPlace) {
  EXPECT_EQ(both(R"({"a":1,"b":2})", R"({"a":1})"),
            std::pair(std::string(R"({"a":1[,"b":2]})"), std::string(R"({"a":1[]})")));
}

TEST(ChangedBytes, BrokenJsonIsOnlyText) {
  EXPECT_EQ(both(R"({"a":"unterminated)", "{}").second.find('['), 1u);
  EXPECT_FALSE(changed_bytes("\"\\", "\"").raw.empty());
  EXPECT_FALSE(changed_bytes("\"\\u12", "\"\\u").raw.empty());
}

// The oracle: tokens of a small alphabet, longest common subsequence by plain recursion.
using Tokens = std::vector<char>;

std::size_t longest(const Tokens& a, const Tokens& b, std::size_t i, std::size_t j) {
  if (i == a.size() || j == b.size()) return 0;
  if (a[i] == b[j]) return 1 + longest(a, b, i + 1, j + 1);
  return std::max(longest(a, b, i + 1, j), longest(a, b, i, j + 1));
}

std::string spelled(const Tokens& tokens) { return {tokens.begin(), tokens.end()}; }

std::string unmarked(std::string_view text, const std::vector<ByteRange>& ranges) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (std::none_of(ranges.begin(), ranges.end(),
                     [&](const ByteRange& r) { return r.begin <= i && i < r.end; }))
      out += text[i];
  return out;
}

TEST(ChangedBytes, UnmarkedPartsAreTheLongestCommonSubsequence) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    auto draw = [&] {
      Tokens tokens(random() % 8);
      for (char& c : tokens) c = "[],:{}"[random() % 6];
      return tokens;
    };
    Tokens a = draw(), b = draw();
    std::string raw = spelled(a), normalized = spelled(b);
    ChangedBytes changed = changed_bytes(raw, normalized);
    std::string left = unmarked(raw, changed.raw);
    ASSERT_EQ(left, unmarked(normalized, changed.normalized)) << raw << "  " << normalized;
    ASSERT_EQ(left.size(), longest(a, b, 0, 0)) << raw << "  " << normalized;
  }
}

TEST(ChangedBytes, RangesAscendAndStayInside) {
  std::mt19937 random(8);
  for (int round = 0; round < 3000; ++round) {
    auto draw = [&] {
      std::string text(random() % 40, ' ');
      for (char& c : text) c = "{}\"\\u0a, :\xc3\xa9\xff"[random() % 13];
      return text;
    };
    std::string raw = draw(), normalized = draw();
    ChangedBytes changed = changed_bytes(raw, normalized);
    auto check = [](const std::vector<ByteRange>& ranges, std::size_t size) {
      std::size_t last = 0;
      for (const ByteRange& r : ranges) {
        ASSERT_LE(last, r.begin);
        ASSERT_LE(r.begin, r.end);
        ASSERT_LE(r.end, size);
        last = r.end;
      }
    };
    check(changed.raw, raw.size());
    check(changed.normalized, normalized.size());
  }
}

TEST(ChangedBytes, LongTextsAreBounded) {
  std::string raw = "[", normalized = "[";
  for (int i = 0; i < 200'000; ++i) {
    raw += std::to_string(i) + ",";
    normalized += "\"" + std::to_string(i) + "\",";
  }
  EXPECT_EQ(changed_bytes(raw, normalized).raw.size(), 1u);
  EXPECT_EQ(changed_bytes(raw.substr(0, 900'000), normalized.substr(0, 900'000)).raw.size(), 1u);
}

}  // namespace
}  // namespace tare
