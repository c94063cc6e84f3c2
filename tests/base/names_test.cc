#include "base/names.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <regex>
#include <string>

namespace tare {
namespace {

using namespace std::string_literals;

TEST(FolderName, OrdinaryIdsStayReadable) {
  EXPECT_EQ(folder_name_of("ticket-delete_01.b"), "ticket-delete_01.b");
  EXPECT_EQ(folder_name_of("pr/get ticket"), "pr%2Fget%20ticket");
  EXPECT_EQ(folder_name_of("."), "%2E");
  EXPECT_EQ(folder_name_of(".."), "%2E.");
  EXPECT_EQ(folder_name_of("a~b%2F"), "a%7Eb%252F");
  EXPECT_EQ(folder_name_of("\xc3\xa9"), "%C3%A9");
}

TEST(FolderName, NoTwoIdsShareOneAndEachIsOneSafeName) {
  std::mt19937 random(5);
  const std::string pieces[] = {
      "a", "A",        ".",    "..", "/", "%", "%2F", "%2E",
      "~", "\xc3\xa9", "\xff", " ",  "-", "0", "\\",  std::string(60, 'x')};
  std::map<std::string, std::string> id_of;
  const auto check = [&](const std::string& id) {
    const std::string name = folder_name_of(id);
    ASSERT_FALSE(name.empty());
    ASSERT_LE(name.size(), 100u);
    ASSERT_NE(name[0], '.');
    ASSERT_EQ(name.find_first_of("/\\ \n\0"s), std::string::npos);
    const auto [entry, fresh] = id_of.emplace(name, id);
    ASSERT_TRUE(fresh || entry->second == id) << name << " of " << id << " and " << entry->second;
  };
  for (int i = 0; i < 30000; ++i) {
    std::string id;
    for (auto n = random() % 8; n > 0; --n) id += pieces[random() % std::size(pieces)];
    check(id);
    check(folder_name_of(id));
  }
  for (char last : "abcdef"s) check(std::string(999, 'y') + last);
  for (std::size_t length = 80; length < 130; ++length) check(std::string(length, 'z'));
  EXPECT_GT(id_of.size(), 10000u);
}

TEST(Base64, AgreesWithThePublishedVectors) {
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"},
                                                         {"\xff\xfe\x00"s, "//4A"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(base64_encode(bytes), text);
    auto decoded = base64_decode(text);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, bytes);
  }
}

TEST(Base64, EveryTextHasOneDecodingOrNone) {
  for (const char* bad :
       {"Z", "Zg", "Zg=", "Z===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zg==Zg=="}) {
    EXPECT_FALSE(base64_decode(bad)) << bad;
  }
  std::mt19937 random(6);
  for (int i = 0; i < 1000; ++i) {
    std::string bytes;
    for (auto n = random() % 50; n > 0; --n) bytes += static_cast<char>(random() & 0xff);
    ASSERT_EQ(*base64_decode(base64_encode(bytes)), bytes);
  }
}

TEST(Names, TimesAreUtcAndRunIdsDiffer) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(utc_text(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(utc_text(1796035493123), "2026-11-30T10:44:53.123Z");
  EXPECT_NO_FATAL_FAILURE(utc_text(INT64_MIN + 1000));
  EXPECT_NO_FATAL_FAILURE(utc_text(INT64_MAX));
  EXPECT_TRUE(std::regex_match(utc_now(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
  EXPECT_TRUE(std::regex_match(utc_today(), std::regex(R"(\d{4}-\d\d-\d\d)")));
  const std::string one = new_run_id(), two = new_run_id();
  EXPECT_TRUE(std::regex_match(one, std::regex(R"(\d{8}T\d{6}Z-[0-9a-f]{6})"))) << one;
  EXPECT_NE(one, two);
}

}  // namespace
}  // namespace tare
