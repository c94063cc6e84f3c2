// What each form of a file can tell, and what it is silent of.
#include "policy/live_manifest.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "made.h"

namespace tare {
namespace {

using testing::IsEmpty;

class Files : public testing::Test {
 protected:
  Files() : path_(testing::TempDir() + "tare-live-manifest.json") {}
  ~Files() override { std::filesystem::remove(path_); }

  LiveManifest load(const std::string& text) {
    std::ofstream(path_) << text;
    auto live = load_live_file(path_);
    EXPECT_TRUE(live.ok()) << live.error().reason << text;
    return live ? std::move(*live) : LiveManifest();
  }

  std::string path_;
};

constexpr const char* kSilent = "approval, limits, filters, servers";

TEST_F(Files, AnAnswerToToolsListTellsNothingOfTheAgent) {
  for (const char* text :
       {R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}})",
        R"({"result":{"tools":[{"name":"a","approval":"always"}],"instructions":"x"}})",
        R"({"tools":[{"name":"a","annotations":{"readOnlyHint":true}}],"nextCursor":null})",
        R"({"tools":[{"name":"a"}],"_meta":{}})", R"({"tools":[],"ttlMs":5,"cacheScope":"public"})",
        R"({"resultType":"complete","tools":[{"name":"a","description":"b","inputSchema":{}}]})"}) {
    EXPECT_EQ(untold(load(text)), kSilent) << text;
  }
}

TEST_F(Files, AnyOtherListIsTheAgentsHoweverLittleItSays) {
  for (const char* text :
       {R"([{"name":"a"},{"name":"b","approval":"never"}])", R"([{"name":"a","server":"erp"}])",
        R"({"tools":[],"instructions":"x"})", R"({"tools":[],"limits":{"maxTurns":3}})",
        R"({"tools":[{"name":"a","description":"b","inputSchema":{}}]})", R"([])"}) {
    EXPECT_EQ(untold(load(text)), "") << text;
  }
  const Policy policy = signed_policy(R"("tools":{"a":{"approval":"never"}})");
  EXPECT_THAT(lines_of(policy, load(R"([{"name":"a","description":"b"}])")),
              testing::Contains(testing::StartsWith("approval-absent a")));
}

TEST_F(Files, WhatAnAnswerCannotTellIsNotHeldAgainstIt) {
  const Policy policy = signed_policy(R"("tools":{"get_x":{"approval":"always","server":"erp",
      "annotations":{"readOnlyHint":true}}},
      "writes":{"verbs":["get"],"approval":"always"},"mcp":{"erp":{"allowedTools":["get_x"]}},
      "limits":{"maxTurns":3,"maxCalls":4,"mayRunWithoutApproval":[]})");
  const std::string tool =
      R"([{"name":"get_x","description":"Gets.","annotations":{"readOnlyHint":true,"destructiveHint":null}}])";
  EXPECT_THAT(lines_of(policy, load(R"({"_meta":{},"tools":)" + tool + "}")), IsEmpty());
  EXPECT_THAT(lines_of(policy, load(R"({"result":{"tools":)" + tool + "}}")), IsEmpty());
  // Annotations are told, and held.
  EXPECT_THAT(
      lines_of(policy, load(R"({"_meta":{},"tools":[{"name":"get_x","description":"Gets."}]})")),
      testing::ElementsAre(testing::StartsWith("annotations-changed get_x")));
}

TEST_F(Files, WhatOneSideOfADiffCannotTellIsNoChange) {
  const LiveManifest list = load(R"({"result":{"tools":[{"name":"a"}]}})");
  const LiveManifest agents = load(R"({"tools":[{"name":"a","approval":"always","server":"erp"}],
      "limits":{"maxTurns":3},"mcp":[{"server":"erp","allowedTools":["a"]}]})");
  EXPECT_THAT(manifest_changes(list, agents), IsEmpty());
  EXPECT_THAT(manifest_changes(agents, list), IsEmpty());
}

}  // namespace
}  // namespace tare
