// The hot parts of the lexer against their slow and obvious forms.
#include "json/lexer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/utf8.h"

namespace tare::json {
namespace {

TEST(Lexer, FindsTheFirstSpecialByteAtEveryPlaceAndLength) {
  for (std::size_t length = 0; length <= 40; ++length) {
    for (std::size_t place = 0; place <= length; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(length, 'x');
        if (place < length) text[place] = static_cast<char>(byte);
        const bool special = byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\';
        const std::size_t expected = special && place < length ? place : length;
        const char* found = find_special<'"'>(text.data(), text.data() + text.size());
        ASSERT_EQ(static_cast<std::size_t>(found - text.data()), expected) << length << " " << byte;
      }
    }
  }
}

TEST(Lexer, JudgesUtf8AsTheLibraryDoes) {
  const auto same = [](const std::string& bytes) {
    const char* p = bytes.data();
    const CodePoint c = code_point_at(bytes, 0);
    return utf8_length(p, p + bytes.size()) == (c.valid ? c.length : 0);
  };
  for (unsigned lead = 0x80; lead < 0x100; ++lead) {
    ASSERT_TRUE(same(std::string(1, static_cast<char>(lead))));
    for (unsigned second = 0; second < 0x100; ++second) {
      const std::string two = {static_cast<char>(lead), static_cast<char>(second)};
      ASSERT_TRUE(same(two)) << lead << " " << second;
      for (const char third : {'\x7f', '\x80', '\xbf', '\xc0'}) {
        ASSERT_TRUE(same(two + third)) << lead << " " << second;
        for (const char fourth : {'\x7f', '\x80', '\xbf', '\xc0'}) {
          ASSERT_TRUE(same(two + third + fourth)) << lead << " " << second;
        }
      }
    }
  }
}

TEST(Lexer, ANumberAtTheEndIsWholeUnlessADigitHasToFollow) {
  const auto fault = [](std::string_view text) {
    return scan_number(text.data(), text.data() + text.size()).fault;
  };
  for (const char* whole : {"0", "-0", "12", "1.5", "1e5", "1E-5"}) {
    EXPECT_EQ(fault(whole), Fault::none) << whole;
  }
  for (const char* cut : {"-", "1.", "1e", "1e+", "0.", "-0E-"}) {
    EXPECT_EQ(fault(cut), Fault::truncated) << cut;
  }
  for (const char* wrong : {"-x", "1.x", "1ex", "1e+x"}) {
    EXPECT_EQ(fault(wrong), Fault::bad_number) << wrong;
  }
  EXPECT_EQ(fault("01"), Fault::leading_zero);
}

}  // namespace
}  // namespace tare::json
