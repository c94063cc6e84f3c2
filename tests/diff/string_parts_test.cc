// The parts of string_change against slow, obvious oracles.
#include <gtest/gtest.h>
#include <utf8proc.h>

#include <cstdlib>
#include <random>

#include "base/utf8.h"
#include "diff/normal_forms.h"
#include "diff/string_cut.h"
#include "diff/string_entities.h"
#include "diff/string_escapes.h"
#include "diff/string_unicode.h"
#include "diff/white_space.h"

namespace tare {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return engine_() % n; }
  std::string text(const std::vector<std::string>& pieces, std::size_t most) {
    std::string out;
    for (std::size_t n = below(most + 1); n > 0; --n) out += pieces[below(pieces.size())];
    return out;
  }

 private:
  std::mt19937 engine_;
};

// One level of escapes undone, every choice tried: keep the backslash, take a pair for one, drop
// it, apply it.
bool may_unescape(std::string_view from, std::string_view to) {
  if (from.empty()) return to.empty();
  const auto emits = [&](std::size_t taken, std::string_view meaning) {
    return to.starts_with(meaning) && may_unescape(from.substr(taken), to.substr(meaning.size()));
  };
  if (emits(1, from.substr(0, 1))) return true;
  if (from[0] != '\\') return false;
  if (from.size() == 1) return to.empty();
  if (from[1] == '\\') return emits(2, "\\");
  if (emits(2, from.substr(1, 1))) return true;
  if (from[1] == 'n') return emits(2, "\n");
  if (from[1] == 't') return emits(2, "\t");
  if (from.starts_with("\\u0041")) return emits(6, "A");
  return false;
}

TEST(StringEscapes, AgreeWithTryingEveryChoice) {
  Random random(3);
  const std::vector<std::string> escaped = {"\\", "\\", "n", "t", "\"", "a", "u0041", "\\u0041"};
  const std::vector<std::string> plain = {"\\", "n", "t", "\"", "a", "u0041", "A", "\n", "\t"};
  int yes = 0;
  for (int round = 0; round < 100'000; ++round) {
    const std::string from = random.text(escaped, 5);
    const std::string to = random.text(plain, 4);
    const bool expected = may_unescape(from, to);
    ASSERT_EQ(is_unescaped(from, to), expected) << from << " -> " << to;
    yes += expected ? 1 : 0;
  }
  EXPECT_GT(yes, 1000);
}

TEST(StringEscapes, WhatALayerUnescapesIsFound) {
  Random random(4);
  const std::vector<std::string> pieces = {"\\n", "\\\\", "\\\"", "a", " ", "\\u0041", "\\d"};
  for (int round = 0; round < 20'000; ++round) {
    const std::string from = random.text(pieces, 8);
    std::string all;
    std::string dropped;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] != '\\') {
        all += from[i];
        dropped += from[i];
        continue;
      }
      ++i;
      dropped += from[i];
      if (from[i] == 'u') {
        all += 'A';
        dropped += "0041";
        i += 4;
      } else {
        all += from[i] == 'n' ? '\n' : from[i];
      }
    }
    ASSERT_TRUE(is_unescaped(from, all)) << from;
    ASSERT_TRUE(is_unescaped(from, dropped)) << from;
  }
}

// Text replacement, again and again until nothing is left to replace.
std::string decoded_slowly(std::string text) {
  const std::vector<std::pair<std::string, std::string>> entities = {
      {"&lt;", "<"}, {"&#39;", "'"}, {"&quot;", "\""}, {"&#x41;", "A"}, {"&amp;", "&"}};
  for (bool again = true; again;) {
    again = false;
    for (const auto& [entity, meaning] : entities) {
      for (std::size_t at; (at = text.find(entity)) != text.npos; again = true) {
        text.replace(at, entity.size(), meaning);
      }
    }
  }
  return text;
}

TEST(StringEntities, AgreeWithReplacingUntilNothingIsLeft) {
  Random random(5);
  const std::vector<std::string> pieces = {"&lt;",   "&amp;", "amp;",   "#39;", "a",
                                           "&quot;", "lt;",   "&#x41;", " ",    "<"};
  for (int round = 0; round < 50'000; ++round) {
    const std::string text = random.text(pieces, 8);
    ASSERT_EQ(without_entities(text), decoded_slowly(text)) << text;
  }
}

TEST(StringEntities, ReadsNumbersAndNamesAsBrowsersDo) {
  EXPECT_EQ(without_entities("&#0;&#xD800;&#99999999999;"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(without_entities("&copyx &notit; &hearts &hearts;"),
            "\xc2\xa9x \xc2\xacit; &hearts \xe2\x99\xa5");
  EXPECT_EQ(without_entities("&; & &# &#x; &lbrace;&NewLine;"), "&; & &# &#x; {\n");
}

std::string with_library(const std::string& text, bool canonical) {
  utf8proc_uint8_t* result = nullptr;
  const int options = UTF8PROC_STABLE | UTF8PROC_COMPOSE | (canonical ? 0 : UTF8PROC_COMPAT);
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &result,
                                   static_cast<utf8proc_option_t>(options));
  EXPECT_GE(length, 0);
  std::string out(reinterpret_cast<const char*>(result), static_cast<std::size_t>(length));
  std::free(result);
  return out;
}

TEST(NormalForms, AgreeWithComposingBothTexts) {
  Random random(6);
  const std::vector<char32_t> pool = {
      'a', 'e',    0xe9,   0x301,  0x323,  0x308,  0x1e69, 0x212b, 0xc5,   0x30a,  0xfb01, 'f',
      'i', 0xac00, 0x1100, 0x1161, 0x1112, 0x11a8, 0xac01, 0x0f71, 0x0f72, 0x0f73, 0xfdfa, 0x344};
  int canonical = 0;
  int compatible = 0;
  for (int round = 0; round < 200'000; ++round) {
    std::string a;
    std::string b;
    for (std::size_t n = random.below(4); n > 0; --n)
      append_utf8(a, pool[random.below(pool.size())]);
    for (std::size_t n = random.below(4); n > 0; --n)
      append_utf8(b, pool[random.below(pool.size())]);
    // Half of the time, the same text in another form.
    if (random.below(2) == 0) b = with_library(a, random.below(2) == 0);
    const bool same = with_library(a, true) == with_library(b, true);
    const bool like = with_library(a, false) == with_library(b, false);
    ASSERT_EQ(equal_in_normal_form(a, b, Likeness::canonical), same) << a << " " << b;
    ASSERT_EQ(equal_in_normal_form(a, b, Likeness::compatibility), like) << a << " " << b;
    canonical += same ? 1 : 0;
    compatible += like && !same ? 1 : 0;
  }
  EXPECT_GT(canonical, 10'000);
  EXPECT_GT(compatible, 1'000);
}

TEST(NormalForms, InvalidBytesEqualThemselvesAlone) {
  EXPECT_TRUE(equal_in_normal_form("\xff\xcc\x81", "\xff\xcc\x81", Likeness::canonical));
  EXPECT_FALSE(equal_in_normal_form("\xff", "\xfe", Likeness::canonical));
  EXPECT_FALSE(equal_in_normal_form("\xff", "\xef\xbf\xbd", Likeness::compatibility));
  EXPECT_TRUE(equal_ignoring_case("\xc3\x89TÉ", "\xc3\xa9té"));
  EXPECT_FALSE(equal_ignoring_case("ete", "\xc3\xa9t\xc3\xa9"));
}

TEST(Misread, IsWhatTakingEachByteForACharacterGives) {
  Random random(7);
  const std::vector<std::string> pieces = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                           "\xc2\x85"};
  for (int round = 0; round < 5'000; ++round) {
    const std::string text = random.text(pieces, 6) + "\xc3\xbc";
    std::string shown;
    for (const char c : text) append_utf8(shown, static_cast<unsigned char>(c));
    EXPECT_EQ(is_misread(text, shown), Misread::yes);
    EXPECT_EQ(is_misread(text, text), Misread::no);
    EXPECT_EQ(is_misread(text, shown + "a"), Misread::no);
    EXPECT_EQ(is_misread(text + "a", shown), Misread::no);
  }
}

TEST(WhiteSpace, TrimsWhatAnyLanguageTrims) {
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed(" \t\r\n\f\v\x1c"), "");
  EXPECT_EQ(trimmed("\xc2\x85\xc2\xa0 a b\xe2\x80\xa9\xef\xbb\xbf"), "a b");
  EXPECT_EQ(trimmed("\xe2\x80\x8b a"), "\xe2\x80\x8b a");
  EXPECT_EQ(trimmed("\xa0 a \x85"), "\xa0 a \x85") << "bytes that are no UTF-8 are kept";
}

TEST(StringCut, CountsInBytesUnitsAndCharacters) {
  EXPECT_EQ(find_cut("ab", "ab"), Cut::none);
  EXPECT_EQ(find_cut("ab", "a"), Cut::between_characters);
  EXPECT_EQ(find_cut("\xc3\xa9", "\xc3"), Cut::inside_character);
  EXPECT_EQ(find_cut("\xf0\x9f\x98\x80", "\xed\xa0\xbd"), Cut::inside_character);
  EXPECT_EQ(find_cut("\xf0\x9f\x98\x80", "\xed\xa0\xbe"), Cut::none);
  EXPECT_EQ(find_cut("x\xff\xffz", "x\xff"), Cut::between_characters);
}

}  // namespace
}  // namespace tare
