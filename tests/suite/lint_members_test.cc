// What a suite says for `tare lint`, and reading one whose contradictions are wanted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "schema/pattern.h"
#include "suite/id_ledger.h"
#include "suite/id_shape.h"
#include "suite/suite.h"

namespace tare {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class LintMembers : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::string suite_with(const std::string& lint, const std::string& cases) {
    write("tare.json",
          R"({"adapter":{"command":["true"]},"cases":["cases.json"],"lint":)" + lint + "}");
    write("cases.json", cases);
    return (folder_ / "tare.json").string();
  }

  fs::path folder_;
};

constexpr const char* kOneCase = R"([{"id":"a","request":"x","expectedTool":null}])";

TEST_F(LintMembers, ShapesAndLedgerAreRead) {
  write("retired.txt", "# gone\nold/one\n\n  old/two  # merged into a\n");
  const auto suite = load_suite(
      suite_with(R"({"strict":true,"idShape":["a","pr/<tool>/<slug>"],"retiredIds":"retired.txt"})",
                 kOneCase),
      "2026-01-01");
  ASSERT_TRUE(suite) << suite.error().reason;
  EXPECT_TRUE(suite->lint.strict);
  EXPECT_THAT(suite->lint.id_shapes, ElementsAre("a", "pr/<tool>/<slug>"));
  ASSERT_EQ(suite->lint.retired.size(), 2u);
  EXPECT_EQ(suite->lint.retired[1].id, "old/two");
  EXPECT_THAT(suite->where(suite->lint.retired[1].position), HasSubstr("retired.txt:4:3"));
}

TEST_F(LintMembers, WrongShapesAndMissingLedgersAreFaults) {
  for (const char* lint : {R"({"idShape":"<tol>"})", R"({"idShape":"<tool><slug>"})",
                           R"({"idShape":[]})", R"({"retiredIds":"none.txt"})"}) {
    EXPECT_FALSE(load_suite(suite_with(lint, kOneCase), "2026-01-01")) << lint;
  }
}

TEST_F(LintMembers, ContradictionsAreFaultsForARunAndSetAsideForACheck) {
  const std::string path =
      suite_with("{}",
                 R"([{"id":"a","request":"x","expectedTool":"t","forbid":["t*"]},
          {"id":"a","request":"y","expectedTool":null}])");
  EXPECT_FALSE(load_suite(path, "2026-01-01"));
  std::vector<SetAside> aside;
  const auto suite = load_suite_to_lint(path, "2026-01-01", aside);
  ASSERT_TRUE(suite) << suite.error().reason;
  EXPECT_EQ(suite->cases.size(), 2u);
  ASSERT_EQ(aside.size(), 2u);
  EXPECT_EQ(aside[0].rule, "lint/forbids-expected");
  EXPECT_EQ(aside[0].subject, "a");
  EXPECT_EQ(aside[1].rule, "lint/duplicate-id");
  EXPECT_EQ(aside[1].at.line, 2u);
  EXPECT_THAT(aside[1].text, HasSubstr("cases.json:1:2"));
}

bool fits(std::string_view shape, std::string_view id, std::vector<std::string> tools) {
  const schema::Pattern pattern(id_shape_pattern(shape, tools, CaseKind::agent), 10'000);
  EXPECT_TRUE(pattern.runs());
  return pattern.match(id) == schema::Match::yes;
}

TEST(IdShape, SaysWhichIdsFit) {
  EXPECT_TRUE(fits("pr/<tool>/<slug>", "pr/get.it/by-key-2", {"get.it"}));
  EXPECT_FALSE(fits("pr/<tool>/<slug>", "pr/getxit/by-key", {"get.it"}));
  EXPECT_TRUE(fits("pr/<tool>/<slug>", "pr/b/x", {"a", "b"}));
  EXPECT_FALSE(fits("pr/<tool>/<slug>", "pr/a/By-Key", {"a"}));
  EXPECT_FALSE(fits("pr/<tool>/<slug>", "pr/a/x-", {"a"}));
  EXPECT_FALSE(fits("pr/<tool>/<slug>", "xpr/a/x", {"a"}));
  EXPECT_FALSE(fits("pr/<tool>/<slug>", "pr/a/x/y", {"a"}));
  EXPECT_TRUE(fits("<kind>-<slug>", "agent-1", {}));
  EXPECT_TRUE(fits("pr/<tool>", "pr/Any_thing", {}));
}

}  // namespace
}  // namespace tare
