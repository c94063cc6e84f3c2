#include "json/value.h"

#include <gtest/gtest.h>

#include <string>

#include "json/pointer.h"
#include "json/reader.h"
#include "json/string_writer.h"
#include "json/writer.h"

namespace tare::json {
namespace {

class ValueTest : public testing::Test {
 protected:
  Value read(std::string text) {
    text_ = std::move(text);
    const ReadError error = read_strict(text_, document_);
    EXPECT_FALSE(error) << error.reason;
    return document_.root();
  }
  std::string text_;
  Document document_;
};

TEST_F(ValueTest, DecodesEveryEscape) {
  const Value v =
      read(R"(["\"\\\/\b\f\n\r\t","\u00e9\u20ac\ud83d\ude00","\u0000x","\ud800","\udc00\ud800"])");
  std::vector<std::string> decoded;
  for (const Value s : v.elements()) decoded.push_back(s.decoded());
  EXPECT_EQ(decoded[0], "\"\\/\b\f\n\r\t");
  EXPECT_EQ(decoded[1], "é€😀");
  EXPECT_EQ(decoded[2], std::string("\0x", 2));
  EXPECT_EQ(decoded[3], "\xed\xa0\x80");
  EXPECT_EQ(decoded[4], "\xed\xb0\x80\xed\xa0\x80");
}

TEST_F(ValueTest, TextWithoutEscapesIsAViewOfTheSource) {
  const Value v = read(R"(["plain","esc\n"])");
  const auto plain = at_pointer(v, "/0").undecoded();
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->data(), text_.data() + 2);
  EXPECT_FALSE(at_pointer(v, "/1").undecoded().has_value());
  EXPECT_TRUE(at_pointer(v, "/1").decoded_equals("esc\n"));
  EXPECT_FALSE(at_pointer(v, "/1").decoded_equals("esc\\n"));
  EXPECT_FALSE(at_pointer(v, "/1").decoded_equals(""));
}

TEST_F(ValueTest, FindsByDecodedNameAndTakesTheLast) {
  const Value v = read(R"({"a":1,"\u0061":2,"b":{"a":3}})");
  EXPECT_EQ(v.find("a").text(), "2");
  EXPECT_EQ(v.count("a"), 2u);
  EXPECT_FALSE(v.find("c").valid());
  EXPECT_FALSE(v.find("b").find("a").find("x").valid());
  EXPECT_EQ(v.size(), 3u);
}

TEST_F(ValueTest, HandyConversionsRefuseWhatDoesNotFit) {
  const Value v = read(R"([3.0,"x",true,1e400,1.5,null])");
  EXPECT_EQ(at_pointer(v, "/0").as_integer(), 3);
  EXPECT_EQ(at_pointer(v, "/4").as_integer(), std::nullopt);
  EXPECT_EQ(at_pointer(v, "/1").as_integer(), std::nullopt);
  EXPECT_EQ(at_pointer(v, "/1").as_string(), "x");
  EXPECT_EQ(at_pointer(v, "/0").as_string(), std::nullopt);
  EXPECT_EQ(at_pointer(v, "/2").as_boolean(), true);
  EXPECT_EQ(at_pointer(v, "/5").as_boolean(), std::nullopt);
  EXPECT_EQ(at_pointer(v, "/4").as_double(), 1.5);
  EXPECT_EQ(at_pointer(v, "/3").as_double(), std::nullopt);
  EXPECT_EQ(read("1e-400").as_double(), 0.0);
  EXPECT_EQ(read("-" + std::string(400, '7') + ".5").as_double(), std::nullopt);
  EXPECT_EQ(Value().as_integer(), std::nullopt);
  EXPECT_EQ(Value().as_string(), std::nullopt);
}

TEST_F(ValueTest, ADocumentIsUsedAgainWithoutMemoryOfItsPast) {
  read(R"([1,[2,3],{"a":4}])");
  const auto capacity = document_.nodes().capacity();
  EXPECT_EQ(read("7").text(), "7");
  EXPECT_EQ(document_.nodes().size(), 1u);
  EXPECT_EQ(document_.nodes().capacity(), capacity);
  EXPECT_TRUE(read_strict("[", document_));
  EXPECT_TRUE(document_.empty());
}

TEST_F(ValueTest, ACountOverItsBitsIsFoundByCounting) {
  std::string text = "[0";
  const std::size_t more = kMaxCount + 5;
  text.reserve(2 * more + 4);
  for (std::size_t i = 0; i < more; ++i) text += ",0";
  EXPECT_EQ(read(text + "]").size(), more + 1);
}

TEST_F(ValueTest, PointersLeadWhereRfc6901Says) {
  const Value v =
      read(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"m~n":8," ":7,"x":{"":{"01":5}}})");
  EXPECT_EQ(at_pointer(v, "").index(), 0u);
  EXPECT_EQ(at_pointer(v, "/foo/1").text(), "\"baz\"");
  EXPECT_EQ(at_pointer(v, "/").text(), "0");
  EXPECT_EQ(at_pointer(v, "/a~1b").text(), "1");
  EXPECT_EQ(at_pointer(v, "/c%d").text(), "2");
  EXPECT_EQ(at_pointer(v, "/m~0n").text(), "8");
  EXPECT_EQ(at_pointer(v, "/ ").text(), "7");
  EXPECT_EQ(at_pointer(v, "/x//01").text(), "5");
  for (const char* nowhere : {"foo", "/foo/2", "/foo/01", "/foo/-", "/foo/", "/foo/0/x", "/nope",
                              "/foo/99999999999999999999", "/foo/-1", "/foo/1e0"}) {
    EXPECT_FALSE(at_pointer(v, nowhere).valid()) << nowhere;
  }
}

TEST_F(ValueTest, PointersAreEscapedAndAlwaysUtf8) {
  std::string pointer;
  append_pointer(pointer, "a/b~c");
  append_pointer(pointer, std::size_t{3});
  append_pointer(pointer, "é\xff");
  EXPECT_EQ(pointer, "/a~1b~0c/3/é\xef\xbf\xbd");
}

TEST_F(ValueTest, MinifiedDropsWhiteSpaceAndNothingElse) {
  const Value v = read(" { \"a\\u0062\" : [ 1.0 , -0 , { } , [ ] , \" x \" ] , \"a\" : null } ");
  EXPECT_EQ(minified(v), "{\"a\\u0062\":[1.0,-0,{},[],\" x \"],\"a\":null}");
  EXPECT_EQ(minified(v.find("ab")), "[1.0,-0,{},[],\" x \"]");
  EXPECT_EQ(minified(v.find("a")), "null");
}

TEST_F(ValueTest, BytesThatAreNoUtf8AreWrittenSoThatTheyReadBackTheSame) {
  const std::string cesu = "\xed\xa0\xbd\xed\xb8\x80";  // two surrogates that are no pair
  for (const std::string& bytes : {cesu, std::string("\xed\xa0\x80"), std::string("a\xff\xed\xa0"),
                                   cesu + "\xed\xa0\xbd", std::string("\0\x1f\x7f\"\\\n", 6)}) {
    std::string text;
    append_json_string(text, bytes);
    EXPECT_EQ(read(text).decoded(), bytes) << text;
  }
  std::string lone;
  append_json_string(lone, "\xed\xa0\x80");
  EXPECT_EQ(lone, "\"\\ud800\"");
}

TEST_F(ValueTest, EveryNameOfTheClosedListsIsTold) {
  for (int i = 0; i <= static_cast<int>(DeviationKind::invalid_utf8_outside_string); ++i) {
    EXPECT_FALSE(deviation_name(static_cast<DeviationKind>(i)).empty());
  }
  for (int i = 0; i <= static_cast<int>(TruncationTail::after_value); ++i) {
    EXPECT_FALSE(tail_name(static_cast<TruncationTail>(i)).empty());
  }
  for (int i = 0; i <= static_cast<int>(Kind::object); ++i) {
    EXPECT_FALSE(kind_name(static_cast<Kind>(i)).empty());
  }
}

}  // namespace
}  // namespace tare::json
