// The parsing suite that is known for finding what parsers get wrong.
#include <gtest/gtest.h>

#include <string>

#include "json/equal.h"
#include "json/writer.h"
#include "json_test_data.h"

namespace tare::json {
namespace {

TEST(JsonTestSuite, StrictReaderAcceptsAndRefusesWhatItMust) {
  const auto folder = data_folder("json_test_suite/test_parsing");
  if (!folder) GTEST_SKIP() << "data set json_test_suite is not at hand (TARE_SHARED_DATA)";
  int seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(*folder)) {
    const std::string name = file.path().filename();
    const std::string text = file_bytes(file.path());
    Document document;
    const ReadError error = read_strict(text, document);
    if (name.starts_with("y_")) {
      EXPECT_FALSE(error) << name << ": " << error.reason;
    }
    if (name.starts_with("n_")) {
      EXPECT_TRUE(error) << name;
    }
    if (!error) {
      EXPECT_FALSE(canonical_text(document.root()).empty()) << name;
    }
    ++seen;
  }
  EXPECT_GT(seen, 300);
}

TEST(JsonTestSuite, TolerantReaderMakesStrictJsonOfAnythingItReads) {
  const auto folder = data_folder("json_test_suite/test_parsing");
  if (!folder) GTEST_SKIP() << "data set json_test_suite is not at hand (TARE_SHARED_DATA)";
  for (const auto& file : std::filesystem::directory_iterator(*folder)) {
    const std::string text = file_bytes(file.path());
    Document strict;
    Document tolerant;
    const bool is_strict = !read_strict(text, strict);
    const ReadError error = read_tolerant(text, tolerant);
    if (is_strict) {
      ASSERT_FALSE(error) << file.path() << ": " << error.reason;
      EXPECT_TRUE(tolerant.deviations().empty()) << file.path();
      EXPECT_TRUE(equal_by_value(strict.root(), tolerant.root())) << file.path();
    }
    if (error) continue;
    if (!is_strict) {
      EXPECT_FALSE(tolerant.deviations().empty()) << file.path();
    }
    const std::string again = as_strict_json(tolerant.root());
    Document reread;
    ASSERT_FALSE(read_strict(again, reread)) << file.path() << ": " << again.substr(0, 200);
  }
}

TEST(JsonTestSuite, NothingIsLostInTheTransformFiles) {
  const auto folder = data_folder("json_test_suite/test_transform");
  if (!folder) GTEST_SKIP() << "data set json_test_suite is not at hand (TARE_SHARED_DATA)";
  int seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(*folder)) {
    const std::string name = file.path().filename();
    std::string text = file_bytes(file.path());
    Document document;
    ASSERT_FALSE(read_strict(text, document)) << name;
    // None of these files has white space inside, so what is written must be what was read.
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    const std::string written = minified(document.root());
    if (text.find(' ') == std::string::npos && text.find('\n') == std::string::npos) {
      EXPECT_EQ(written, text) << name;
    }
    Document again;
    ASSERT_FALSE(read_strict(written, again)) << name;
    ASSERT_EQ(again.nodes().size(), document.nodes().size()) << name;
    for (std::uint32_t i = 0; i < again.nodes().size(); ++i) {
      const Value before(&document, i);
      const Value after(&again, i);
      ASSERT_EQ(before.kind(), after.kind()) << name;
      if (before.is_array() || before.is_object()) continue;
      EXPECT_EQ(before.text(), after.text()) << name;
    }
    ++seen;
  }
  EXPECT_GT(seen, 15);
}

}  // namespace
}  // namespace tare::json
