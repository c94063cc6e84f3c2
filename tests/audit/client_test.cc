#include "audit/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kToday = "2026-06-15";

// An adapter `mine` with two variants and cases of its own, and a corpus.
class Client : public testing::Test {
 protected:
  Client() {
    std::string name = (std::filesystem::temp_directory_path() / "tare-audit-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    root_ = name;
    write("mine/tare.json",
          R"({"adapter": {"command": ["node", "adapter.mjs"]},
              "proxy": {"mode": "record", "cassettes": "tapes", "mcp": true,
                        "upstream": {"openai": {"url": "https://localhost/v1"}}},
              "cases": ["own.json"], "tools": "own_tools.json", "trials": 3,
              "gates": {"exactAccuracy": 0.5}, "maxTurns": 4,
              "variants": [{"name": "chat-json", "model": "m"}, {"name": "chat-zod"},
                           {"name": "responses-json"}]})");
    write("mine/own.json", R"([{"id": "own", "request": "x", "expectedTool": "t"}])");
    write("mine/own_tools.json", R"([{"name": "t", "inputSchema": {}}])");
    write("corpus/tare.json",
          R"({"adapter": {"command": ["false"]}, "cases": ["c.json"], "tools": "tools.json"})");
    write("corpus/c.json", R"([{"id": "tempting", "kind": "observe", "request": "x",
                                "reply": [{"text": "hi"}]}])");
    write("corpus/tools.json", R"([{"name": "get", "inputSchema": {}}])");
  }
  ~Client() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  void write(const std::string& name, const std::string& content) const {
    const std::filesystem::path target = path(name);
    std::filesystem::create_directories(target.parent_path());
    std::ofstream(target, std::ios::binary) << content;
  }
  std::string path(const std::string& name) const { return root_ + "/" + name; }

  std::string root_;
};

TEST_F(Client, IsCalledLikeItsFolderAndHasItsVariants) {
  for (const std::string& argument : {path("mine"), path("mine/"), path("mine/tare.json")}) {
    const auto target = target_of(argument, kToday);
    ASSERT_TRUE(target) << target.error().reason;
    EXPECT_EQ(target->name, "mine") << argument;
    EXPECT_THAT(target->variants, ElementsAre("chat-json", "chat-zod", "responses-json"));
  }
}

TEST_F(Client, GlobsChooseVariantsOfWhoeverHasThem) {
  const auto all = [] {
    return std::vector<AuditTarget>{
        {.name = "a",
         .suite_path = "",
         .command = {},
         .variants = {"chat-json", "chat-zod", "mcp"}},
        {.name = "b", .suite_path = "", .command = {}, .variants = {"mcp"}}};
  };
  std::vector<AuditTarget> targets = all();
  ASSERT_TRUE(keep_variants(targets, {"chat-*"}));
  ASSERT_EQ(targets.size(), 1u);
  EXPECT_THAT(targets[0].variants, ElementsAre("chat-json", "chat-zod"));
  targets = all();
  ASSERT_TRUE(keep_variants(targets, {"*-zod", "mcp"}));
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_THAT(targets[0].variants, ElementsAre("chat-zod", "mcp"));
  targets = all();
  ASSERT_TRUE(keep_variants(targets, {}));
  EXPECT_EQ(targets.size(), 2u);
}

TEST_F(Client, AGlobForNothingIsAnError) {
  std::vector<AuditTarget> targets = {
      {.name = "a", .suite_path = "", .command = {}, .variants = {"chat-json"}}};
  const auto kept = keep_variants(targets, {"chat-*", "chat-jsom"});
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().kind, ErrorKind::usage);
  EXPECT_THAT(kept.error().reason, HasSubstr("chat-jsom"));
  EXPECT_THAT(kept.error().mend, HasSubstr("chat-json"));
}

TEST_F(Client, WithoutVariantsItIsOne) {
  write("plain/tare.json", R"({"adapter": {"command": ["true"]}, "cases": ["c.json"]})");
  write("plain/c.json", R"([{"id": "own", "request": "x", "expectedTool": "t"}])");
  const auto target = target_of(path("plain"), kToday);
  ASSERT_TRUE(target) << target.error().reason;
  EXPECT_THAT(target->variants, ElementsAre(""));
}

TEST_F(Client, PackagesThatAreNotInstalledAreAnErrorThatSaysHow) {
  write("mine/package-lock.json", "{}");
  const auto target = target_of(path("mine"), kToday);
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error().reason, HasSubstr("not installed"));
  EXPECT_THAT(target.error().mend, HasSubstr("npm ci --prefix"));
  std::filesystem::create_directories(path("mine/node_modules"));
  EXPECT_TRUE(target_of(path("mine"), kToday));
}

TEST_F(Client, ACommandIsCalledLikeItsScript) {
  EXPECT_EQ(target_of_command({"python3", "-u", "bin/my_adapter.py", "--fast"}).name, "my_adapter");
  EXPECT_EQ(target_of_command({"/usr/bin/agent"}).name, "agent");
  EXPECT_THAT(target_of_command({"agent"}).variants, ElementsAre(""));
}

TEST_F(Client, TheSuiteHasTheAdapterOfOneAndTheCasesOfTheOther) {
  const auto target = target_of(path("mine"), kToday);
  ASSERT_TRUE(target);
  const auto suite = suite_of(*target, path("corpus"), kToday);
  ASSERT_TRUE(suite) << suite.error().reason;
  EXPECT_THAT(suite->adapter.command, ElementsAre("node", "adapter.mjs"));
  EXPECT_EQ(suite->variants.size(), 3u);
  EXPECT_EQ(suite->max_turns, 4u);
  EXPECT_TRUE(suite->proxy.mcp);
  ASSERT_EQ(suite->cases.size(), 1u);
  EXPECT_EQ(suite->cases[0].id(), "tempting");
}

TEST_F(Client, AnAuditIsReplayedOnceAndGatesNothing) {
  const auto target = target_of(path("mine"), kToday);
  ASSERT_TRUE(target);
  const auto suite = suite_of(*target, path("corpus"), kToday);
  ASSERT_TRUE(suite);
  EXPECT_EQ(suite->proxy.mode, ProxyMode::replay);
  EXPECT_EQ(suite->proxy.cassettes, "");
  EXPECT_TRUE(suite->proxy.upstreams.empty());
  EXPECT_EQ(suite->trials, 1u);
  EXPECT_TRUE(suite->gates.empty());
}

TEST_F(Client, AProcessThatServesManyRequestsServesOneInAnAudit) {
  write("mine/tare.json",
        R"({"adapter": {"command": ["true"], "reuse": 50}, "cases": ["own.json"]})");
  const auto target = target_of(path("mine"), kToday);
  ASSERT_TRUE(target) << target.error().reason;
  const auto suite = suite_of(*target, path("corpus"), kToday);
  ASSERT_TRUE(suite) << suite.error().reason;
  EXPECT_EQ(suite->adapter.reuse, 1u);
  EXPECT_EQ(suite->proxy.mode, ProxyMode::replay);
}

TEST_F(Client, ACommandAloneIsOfferedTheServerOfTools) {
  const auto suite = suite_of(target_of_command({"sh", "a.sh"}), path("corpus"), kToday);
  ASSERT_TRUE(suite) << suite.error().reason;
  EXPECT_THAT(suite->adapter.command, ElementsAre("sh", "a.sh"));
  EXPECT_TRUE(suite->proxy.mcp);
  EXPECT_TRUE(suite->variants.empty());
}

}  // namespace
}  // namespace tare
