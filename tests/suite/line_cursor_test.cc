// The cursor accepts nothing that the strict reader would not, and what it keeps is that reader's
// text without white space.
#include "suite/line_cursor.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/utf8.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

// JSON, and what is nearly JSON.
class Texts {
 public:
  explicit Texts(unsigned seed) : random_(seed) {}
  std::string make() {
    std::string text = value(0);
    if (pick(4) != 0) return text;
    const std::size_t at = pick(static_cast<unsigned>(text.size()) + 1);
    switch (pick(4)) {
      case 0:
        return text.substr(0, at);
      case 1:
        return text.insert(at, 1, "{}[],:\"\\\x01\x80 -0e"[pick(14)]);
      case 2:
        return at < text.size() ? text.erase(at, 1) : text;
      default:
        return text + text;
    }
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string space() {
    static constexpr const char* kSpaces[] = {"", "", "", " ", "\t", "  ", " \r "};
    return kSpaces[pick(7)];
  }
  std::string string() {
    static constexpr const char* kParts[] = {
        "a", "tool_name", "\\n", "\\u00e9", "ä", "\\ud83d\\ude00", "\\ud800", "€", "x y"};
    std::string out = "\"";
    for (unsigned n = pick(5); n > 0; --n) out += kParts[pick(9)];
    return out + "\"";
  }
  std::string value(unsigned depth) {
    static constexpr const char* kScalars[] = {"0",     "-1.5e3", "12",  "true",
                                               "false", "null",   "1E+2"};
    if (depth > 4 || pick(3) == 0) return pick(2) ? string() : kScalars[pick(7)];
    const bool object = pick(2) == 0;
    std::string out = object ? "{" : "[";
    out += space();
    for (unsigned n = pick(4), i = 0; i < n; ++i) {
      if (i > 0) out += "," + space();
      if (object) out += string() + space() + ":" + space();
      out += value(depth + 1) + space();
    }
    return out + (object ? "}" : "]");
  }
  std::mt19937 random_;
};

TEST(LineCursor, AgreesWithTheStrictReader) {
  Texts texts(11);
  Compaction compaction;
  int good = 0, bad = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string text = texts.make();
    if (text.empty()) continue;
    json::Document document;
    const bool strict = !json::read_strict(text, document) && is_valid_utf8(text);
    compaction.begin(text);
    LineCursor cursor(text, &compaction);
    const bool taken = cursor.skip_value();
    cursor.skip_space();
    ASSERT_EQ(taken && cursor.at_end(), strict) << text;
    ++(strict ? good : bad);
    if (strict) {
      ASSERT_EQ(compaction.end(), json::minified(document.root())) << text;
    }
  }
  EXPECT_GT(good, 10'000);
  EXPECT_GT(bad, 10'000);
}

TEST(LineCursor, GivesUpOnDepthThatTheStrictReaderBears) {
  const std::string deep = std::string(62, '[') + std::string(62, ']');
  LineCursor given_up(deep, nullptr);
  EXPECT_FALSE(given_up.skip_value());
  const std::string less = std::string(61, '[') + std::string(61, ']');
  LineCursor taken(less, nullptr);
  EXPECT_TRUE(taken.skip_value());
}

TEST(Compaction, GoesBackAndPutsOtherTextInThePlaceOfSome) {
  const std::string text = "one two three four";
  Compaction compaction;
  compaction.begin(text);
  const char* const at = text.data();
  compaction.leave_out(at + 3, at + 4);
  const Compaction::Mark mark = compaction.mark();
  compaction.leave_out(at + 7, at + 8);
  compaction.leave_out(at + 9, at + 12);
  compaction.back_to(mark);
  compaction.replace(at + 8, at + 13, "3");
  EXPECT_EQ(compaction.end(), "onetwo 3 four");
}

TEST(Compaction, CopiesNothingWhereNothingIsLeftOut) {
  const std::string text = "{\"id\":1}\n";
  Compaction compaction;
  compaction.begin(text);
  EXPECT_EQ(compaction.end().data(), text.data());
  EXPECT_EQ(compaction.end(), text);
}

}  // namespace
}  // namespace tare
