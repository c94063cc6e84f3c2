#include "base/mask.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/utf8.h"

namespace tare {
namespace {

// \uXXXX for every character of an ASCII text.
std::string all_escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "\\u%04X", static_cast<unsigned>(c));
    out += digits;
  }
  return out;
}

std::string inside_of(const std::string& quoted) { return quoted.substr(1, quoted.size() - 2); }

TEST(Mask, ShortValuesAreLeftAlone) {
  const Masker masker({"1234567", "", "short"});
  EXPECT_TRUE(masker.empty());
  EXPECT_EQ(masker.mask("1234567 short"), "1234567 short");
  EXPECT_FALSE(masker.hits("1234567"));
}

TEST(Mask, ValuesAreReplacedEverywhere) {
  const Masker masker({"hunter2-secret"});
  std::vector<MaskedSpan> spans;
  EXPECT_EQ(masker.mask("a hunter2-secret b hunter2-secret", &spans), "a [masked] b [masked]");
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].offset, 2u);
  EXPECT_EQ(spans[0].length, 8u);
  EXPECT_EQ(spans[1].offset, 13u);
  EXPECT_TRUE(masker.hits("hunter2-secret"));
  EXPECT_FALSE(masker.hits("hunter2-secre"));
}

TEST(Mask, DigitsBecomeNinesSoThatANumberStaysANumber) {
  const Masker masker({"0012345678"});
  const std::string masked = masker.mask("{\"pin\":0012345678,\"s\":\"0012345678\"}");
  EXPECT_EQ(masked, "{\"pin\":9999999999,\"s\":\"9999999999\"}");
  EXPECT_TRUE(nlohmann::json::accept(masked));
}

TEST(Mask, TheLongestValueAtAPlaceIsTaken) {
  const Masker masker({"abcdefgh", "abcdefghijkl"});
  EXPECT_EQ(masker.mask("abcdefghijkl"), "[masked]");
  EXPECT_EQ(masker.mask("abcdefghi"), "[masked:2]i");
}

TEST(Mask, OverlappingValuesLeaveNoRest) {
  const Masker masker({"abcdefgh12", "gh12345678"});
  EXPECT_EQ(masker.mask("-abcdefgh12345678-"), "-[masked]-");
  EXPECT_EQ(Masker({"aaaaaaaa"}).mask("aaaaaaaaaaaa"), "[masked]");
}

TEST(Mask, EscapedFormsAreFoundOneAndTwoLevelsDeep) {
  const std::string secret = "p\"a/\\s\xc3\xa9\xf0\x9f\x98\x80-word";
  const Masker masker({secret});
  const std::string once = inside_of(quote_json(secret));
  const std::string twice = inside_of(quote_json(once));
  const std::string ascii = inside_of(nlohmann::json(secret).dump(-1, ' ', true));
  const std::string ascii_twice = inside_of(nlohmann::json(ascii).dump(-1, ' ', true));
  for (const std::string& form : {secret, once, twice, ascii, ascii_twice}) {
    EXPECT_EQ(masker.mask("x" + form + "y"), "x[masked]y") << form;
  }
  EXPECT_EQ(Masker({"pass/word/1"}).mask("pass\\/word/1 pass\\\\/word\\\\/1"), "[masked] [masked]");
  EXPECT_EQ(Masker({"plain-secret"}).mask(all_escaped("plain-secret")), "[masked]");
}

TEST(Mask, QuotesAndLineEndsAroundAValueAreNoPartOfIt) {
  EXPECT_EQ(Masker({"\"abcdefgh\"\n"}).mask("{\"k\":\"abcdefgh\"}"), "{\"k\":\"[masked]\"}");
  EXPECT_EQ(Masker({"\"\"\"\"\"\"\"\"\""}).mask("x"), "x");
  EXPECT_EQ(Masker({"'abcde12'"}).mask("'abcde12'"), "[masked]");
}

TEST(Mask, AMatchWithinAnEscapeTakesTheWholeEscape) {
  // "\newsecret1" in JSON is a line end and "ewsecret1", yet its bytes hold the value.
  const std::string masked = Masker({"newsecret1"}).mask("{\"a\":\"\\newsecret1\"}");
  EXPECT_EQ(masked, "{\"a\":\"[masked]\"}");
}

TEST(Mask, JsonStaysJsonAndNoFormOfTheValueIsLeft) {
  std::mt19937 random(4);
  const std::string alphabet[] = {"a", "B", "7", "/", "\"", "\\", "-", "\xc3\xa9", "\n", "u", "<"};
  for (int i = 0; i < 3000; ++i) {
    std::string secret = "k";
    while (secret.size() < 9) secret += alphabet[random() % std::size(alphabet)];
    secret += "k";
    const Masker masker({secret});
    const nlohmann::json inner = {{"token", secret}, {"n", 1}};
    const bool ascii = random() % 2 == 0;
    const nlohmann::json outer = {{"event", "call"},
                                  {"arguments", inner.dump(-1, ' ', ascii)},
                                  {"header", "Bearer " + secret + "\n"}};
    const std::string masked = masker.mask(outer.dump(-1, ' ', ascii));
    const auto read = nlohmann::json::parse(masked, nullptr, false);
    ASSERT_FALSE(read.is_discarded()) << masked;
    ASSERT_EQ(read["header"], "Bearer [masked]\n");
    const auto arguments =
        nlohmann::json::parse(read["arguments"].get<std::string>(), nullptr, false);
    ASSERT_FALSE(arguments.is_discarded()) << masked;
    ASSERT_EQ(arguments["token"], "[masked]");
    ASSERT_FALSE(masker.hits(masked));
    ASSERT_EQ(masker.mask(masked), masked);
  }
}

// A character as a string literal of Python may spell it; `form` picks one of the ways.
std::string python_character(char32_t c, unsigned long form, char quote) {
  char out[16];
  const auto value = static_cast<unsigned>(c);
  const unsigned long way = form;
  if (way == 0 && value < 0x100) {
    std::snprintf(out, sizeof out, "\\x%02x", value);
    return out;
  }
  if (way == 1 || way == 3) {
    std::snprintf(out, sizeof out, way == 3 || value > 0xffff ? "\\U%08X" : "\\u%04x", value);
    return out;
  }
  if (way == 2 && value < 0x200) {
    std::snprintf(out, sizeof out, "\\%03o", value);
    return out;
  }
  if (c == U'\n') return "\\n";
  if (c == U'\r') return "\\r";
  if (c == U'\t') return "\\t";
  if (c == U'\\') return "\\\\";
  if (c == static_cast<char32_t>(quote)) return std::string("\\") + quote;
  std::string plain;
  append_utf8(plain, c);
  return plain;
}

// Lines that go on, and literals side by side, stand between characters as well.
std::string python_literal(const std::string& secret, std::mt19937& random, bool escapes) {
  const char quote = random() % 2 == 0 ? '\'' : '"';
  std::string out(1, quote);
  for (std::size_t at = 0; at < secret.size();) {
    const CodePoint c = code_point_at(secret, at);
    out += python_character(c.value, escapes && random() % 3 == 0 ? random() % 6 : 5, quote);
    at += c.length;
    if (!escapes || at == secret.size()) continue;
    if (random() % 9 == 0) out += "\\\n";
    if (random() % 9 == 0) out += std::string(1, quote) + " \n " + quote;
  }
  return out + quote;
}

std::string random_secret(std::mt19937& random) {
  const std::string alphabet[] = {"a",
                                  "n",
                                  "'",
                                  "\"",
                                  "\\",
                                  "\\\\",
                                  "\n",
                                  "\t",
                                  "/",
                                  "x",
                                  "7",
                                  "\\\"",
                                  "\xc3\xa9",
                                  "u",
                                  "-",
                                  "\r",
                                  "\xf0\x9f\x98\x80"};
  std::string out = "K";
  while (out.size() < 14) out += alphabet[random() % std::size(alphabet)];
  return out + "K";
}

// What a reader makes of a text is decoded after it was masked: each spelling is found, and what
// stands around it is left as it was.
TEST(Mask, EverySpellingThatAReaderDecodesIsFound) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::string secret = random_secret(random);
    const Masker masker({secret});
    for (const bool escapes : {false, true}) {
      const std::string spelled = python_literal(secret, random, escapes);
      const std::string quote = spelled.substr(0, 1);
      std::string whole = "f(x=" + spelled + ", y='z\\'')";
      std::string expected = "f(x=" + quote + "[masked]" + quote + ", y='z\\'')";
      for (int level = 0; level <= 3; ++level) {
        ASSERT_EQ(masker.mask(whole), expected) << level << " " << secret << "\n" << whole;
        whole = inside_of(quote_json(whole));
        expected = inside_of(quote_json(expected));
      }
    }
    std::string inner = "{\"k\":" + quote_json(secret) + ",\"l\":\"\\\"\"}";
    std::string expected = R"({"k":"[masked]","l":"\""})";
    for (int level = 1; level <= 4; ++level) {
      ASSERT_EQ(masker.mask(inner), expected) << level << " " << secret << "\n" << inner;
      inner = inside_of(quote_json(inner));
      expected = inside_of(quote_json(expected));
    }
  }
}

TEST(Mask, WhatIsAnotherValueIsLeftAlone) {
  const Masker masker({"pass'word\\1", "second/secret"});
  for (const char* text :
       {"pass''word\\1", "pass\\n'word\\1", "pass'wor\\d\\1", "pass'\\word\\1", "secon\\d/secret",
        "second/\\nsecret", "'second' / 'secret'", "second, 'secret'", "sec\\x6end/secret"}) {
    EXPECT_EQ(masker.mask(text), text);
  }
}

TEST(Mask, HostileTextsAreReadInOnePass) {
  const Masker masker({"\\\\\\\\ab'\"cdef", "''\"\\x", "aaaaaaaaaaaaaaaa'b", "\\n\\n\\n\\n\\n"});
  for (const char* part : {"\\", "'", "\"", "\\'", "a\\", "a' 'a", "\\\\\n", "\\u005c", "'\\n"}) {
    std::string text;
    while (text.size() < 300'000) text += part;
    EXPECT_FALSE(masker.mask(text).empty());
  }
}

TEST(Mask, EachSecretHasAPlaceholderOfItsOwn) {
  const Masker masker({"second-secret", "first-secrets", "12345678", "87654321", "1234.5678"});
  EXPECT_EQ(masker.mask("first-secrets second-secret first-secrets"),
            "[masked] [masked:2] [masked]");
  EXPECT_EQ(masker.mask("1234.5678 12345678 87654321"), "9999.9999 88888888 77777777");
  // No digits that are another secret's, and nothing of another one's if told apart by length.
  EXPECT_EQ(Masker({"99999999", "12345678"}).mask("12345678 99999999"), "88888888 77777777");
  std::vector<std::string> many;
  for (int i = 0; i < 9; ++i) many.push_back("1234567" + std::to_string(i));
  std::set<std::string> seen;
  for (const std::string& one : many) seen.insert(Masker(many).mask(one));
  EXPECT_EQ(seen.size(), many.size());
}

TEST(Mask, PublicWordsAreNoSecrets) {
  const std::vector<std::string> words = {"normalized", "event", "delete_all", "raw"};
  for (const char* value : {"normalized", "\"event\":\"", "{\"event\": \"raw\"", "delete_all"}) {
    EXPECT_TRUE(Masker({value}, words).empty()) << value;
  }
  const Masker part({"delete_a"}, words);
  EXPECT_EQ(part.mask("delete_all delete_any"), "delete_all [masked]ny");
  EXPECT_EQ(Masker({"\"event\":\"sesame"}, words).mask("event\":\"sesame"), "[masked]");
}

TEST(Mask, HalfASecretAtACutEdgeIsMasked) {
  const std::string secret = "Zq8/SECRET-value";
  const Masker masker({secret});
  const std::string escaped = all_escaped(secret);
  for (std::size_t part = 1; part < secret.size(); ++part) {
    const std::string begin = "x " + secret.substr(0, part);
    const std::string end = secret.substr(secret.size() - part) + " x";
    const bool long_enough = part >= 4;
    EXPECT_EQ(masker.mask(begin, nullptr, CutEdge::end), long_enough ? "x [masked]" : begin);
    EXPECT_EQ(masker.mask(end, nullptr, CutEdge::begin), long_enough ? "[masked] x" : end);
    EXPECT_EQ(masker.mask(begin), begin);
    if (!long_enough) continue;
    // Within an escape too.
    for (std::size_t cut = 0; cut < 6; ++cut) {
      const std::string text = "x " + escaped.substr(0, part * 6 + cut);
      EXPECT_EQ(masker.mask(text, nullptr, CutEdge::end), "x [masked]") << text;
    }
  }
  EXPECT_EQ(masker.mask(secret + "!" + secret.substr(0, 5), nullptr, CutEdge::both),
            "[masked]![masked]");
}

TEST(Mask, PlaceholdersAreFoundAgain) {
  const Masker masker({"first-secret", "other-secret", "12345678"});
  const auto spans = masker.placeholders_in("a [masked:2] [masked] 99999999");
  ASSERT_EQ(spans.size(), 3u);
  EXPECT_EQ(spans[0].length, 10u);
  EXPECT_EQ(spans[1].offset, 13u);
  EXPECT_EQ(spans[2].length, 8u);
}

TEST(Mask, NamesOfSecretsAreTold) {
  for (const char* name : {"OPENAI_API_KEY", "github_token", "My_Secret", "DB_PASSWORD"}) {
    EXPECT_TRUE(looks_secret(name)) << name;
  }
  for (const char* name : {"PATH", "HOME", "PASS", ""}) EXPECT_FALSE(looks_secret(name)) << name;
}

}  // namespace
}  // namespace tare
