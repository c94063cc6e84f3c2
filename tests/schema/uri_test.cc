// References against bases: the examples of RFC 3986, section 5.4.
#include "schema/uri.h"

#include <gmock/gmock.h>

namespace tare::schema {
namespace {

TEST(ResolveUri, AsTheRfcHasIt) {
  const auto resolved = [](std::string_view reference) {
    return resolve_uri("http://a/b/c/d;p?q", reference);
  };
  EXPECT_EQ(resolved("g:h"), "g:h");
  EXPECT_EQ(resolved("g"), "http://a/b/c/g");
  EXPECT_EQ(resolved("./g"), "http://a/b/c/g");
  EXPECT_EQ(resolved("g/"), "http://a/b/c/g/");
  EXPECT_EQ(resolved("/g"), "http://a/g");
  EXPECT_EQ(resolved("//g"), "http://g");
  EXPECT_EQ(resolved("?y"), "http://a/b/c/d;p?y");
  EXPECT_EQ(resolved("g?y"), "http://a/b/c/g?y");
  EXPECT_EQ(resolved("#s"), "http://a/b/c/d;p?q#s");
  EXPECT_EQ(resolved("g#s"), "http://a/b/c/g#s");
  EXPECT_EQ(resolved(""), "http://a/b/c/d;p?q");
  EXPECT_EQ(resolved("."), "http://a/b/c/");
  EXPECT_EQ(resolved(".."), "http://a/b/");
  EXPECT_EQ(resolved("../g"), "http://a/b/g");
  EXPECT_EQ(resolved("../../../../g"), "http://a/g");
  EXPECT_EQ(resolved("g;x=1/../y"), "http://a/b/c/y");
  EXPECT_EQ(resolved("g?y/./x"), "http://a/b/c/g?y/./x");
}

TEST(ResolveUri, UrnsAndBasesWithoutANameWorkToo) {
  EXPECT_EQ(resolve_uri("urn:example:a", "#b"), "urn:example:a#b");
  EXPECT_EQ(resolve_uri("", "node.json"), "node.json");
  EXPECT_EQ(resolve_uri("a/b.json", "c.json"), "a/c.json");
}

TEST(PercentDecoded, LeavesWhatIsNoEscape) {
  EXPECT_EQ(percent_decoded("a%25b%22%7E"), "a%b\"~");
  EXPECT_EQ(percent_decoded("%"), "%");
  EXPECT_EQ(percent_decoded("%zz%2"), "%zz%2");
}

}  // namespace
}  // namespace tare::schema
