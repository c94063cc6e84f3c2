// `proxy` and `adapter.files`: what a suite may say of them, and what is wrong with the rest.
#include <gtest/gtest.h>

#include <cstdlib>

#include "suite/command_template.h"
#include "suite_test_support.h"

namespace tare {
namespace {

constexpr const char* kReplied =
    R"({"id":"a","request":"x","expectedTool":"t","reply":{"text":"x"}})";

std::string suite_with(const std::string& members) {
  return R"({"adapter":{"command":["a"]},"cases":["cases.json"],)" + members + "}";
}
std::string command_with(const std::string& members, const std::string& more = {}) {
  return R"({"adapter":{"kind":"command","command":["a","{request}"],)" + members +
         R"(},"cases":["cases.json"])" + more + "}";
}
std::string faults(const std::string& text, const std::string& cases = kReplied) {
  return faults_of_suite(text, cases);
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Suite load(const std::string& text, const std::string& cases = kReplied) {
  Folder folder;
  folder.write("tare.json", text);
  folder.write("cases.json", cases);
  auto suite = load_suite(folder.file("tare.json"), kToday);
  EXPECT_TRUE(suite) << all_faults(suite.error());
  return suite ? std::move(suite).value() : Suite();
}

TEST(ProxySection, WithoutItNobodyStandsThere) {
  const Suite suite = load(suite_with(R"("trials":1)"));
  EXPECT_EQ(suite.proxy.mode, ProxyMode::off);
  EXPECT_FALSE(suite.proxy.any());
}

TEST(ProxySection, EachModeIsReadAndPathsAreOfTheSuitesFolder) {
  EXPECT_EQ(load(suite_with(R"("proxy":{"mode":"replay"})")).proxy.mode, ProxyMode::replay);
  const Suite suite = load(suite_with(
      R"("tools":[{"name":"t"}],"proxy":{"mode":"record","cassettes":"tapes","mcp":{"server":"desk",
         "answers":"answers.json"},"upstream":{"openai":{"url":"https://a/v1","key":"${K}"},
         "ollama":{"url":"http://127.0.0.1:1"}}})"));
  EXPECT_EQ(suite.proxy.mode, ProxyMode::record);
  EXPECT_EQ(suite.proxy.cassettes, suite.directory + "/tapes");
  EXPECT_EQ(suite.proxy.mcp_answers, suite.directory + "/answers.json");
  EXPECT_EQ(suite.proxy.mcp_server, "desk");
  EXPECT_TRUE(suite.proxy.mcp);
  ASSERT_EQ(suite.proxy.upstreams.size(), 2u);
  EXPECT_EQ(suite.proxy.upstreams[0].key, "${K}");
  EXPECT_EQ(suite.proxy.upstreams[1].key, "");
}

TEST(ProxySection, EachFaultHasItsPlaceAndAWayOut) {
  EXPECT_EQ(faults(suite_with(R"("proxy":{"mode":"repaly"})")),
            "tare.json:1:69: \"mode\" is \"repaly\"; it must be one of off, replay, record, "
            "forward | did you mean \"replay\"?");
  const std::string no_upstream = faults(suite_with(R"("proxy":{"mode":"forward"})"));
  EXPECT_TRUE(has(no_upstream, "tare.json:1:61: mode \"forward\" needs \"upstream\""))
      << no_upstream;
  const std::string no_cassettes =
      faults(suite_with(R"("proxy":{"mode":"record","upstream":{"openai":{"url":"https://a"}}})"));
  EXPECT_TRUE(has(no_cassettes, "mode \"record\" needs \"cassettes\" | add")) << no_cassettes;
  const std::string provider =
      faults(suite_with(R"("proxy":{"upstream":{"antropic":{"url":"https://a"}}})"));
  EXPECT_TRUE(has(provider, "\"antropic\" is no provider that is spoken")) << provider;
  EXPECT_TRUE(has(provider, "anthropic\"?")) << provider;
  EXPECT_TRUE(has(faults(suite_with(R"("proxy":{"upstream":{"openai":{}}})")), "\"url\""));
  EXPECT_TRUE(has(faults(suite_with(R"("proxy":{"upstream":{"openai":{"url":"api.x"}}})")),
                  "\"url\" \"api.x\" is no address | write https://HOST/PATH"));
  const std::string twice = faults(suite_with(
      R"("proxy":{"upstream":{"openai":{"url":"https://a"},"openai":{"url":"https://b"}}})"));
  EXPECT_TRUE(has(twice, "\"openai\" stands twice")) << twice;
  EXPECT_TRUE(has(faults(suite_with(R"("proxy":{"mcp":true})")),
                  "the MCP proxy has no tools to offer | give the suite \"tools\""));
  EXPECT_TRUE(has(faults(suite_with(R"("proxy":{"modes":"off"})")), "\"modes\""));
}

TEST(ProxySection, AKeyHasNoPlaceInTheFile) {
  const auto key = [](const std::string& text) {
    return faults(suite_with(R"("proxy":{"upstream":{"openai":{"url":"https://a","key":")" + text +
                             R"("}}})"));
  };
  EXPECT_EQ(key("${REAL_KEY}"), "");
  for (const char* text : {"sk-1234", "", "${", "${}", "$REAL_KEY"}) {
    EXPECT_NE(key(text), "") << text;
  }
  EXPECT_TRUE(has(key("sk-1234"), "names no variable | write \"${NAME}\""));
  EXPECT_FALSE(has(key("sk-1234"), "sk-1234"));  // an error text may end up in a log
}

TEST(ProxySection, AProcessThatLivesOnWouldKeepItsFirstAddress) {
  const std::string text = faults(
      R"({"adapter":{"command":["a"],"reuse":3},"cases":["cases.json"],"proxy":{"mode":"replay"}})");
  EXPECT_TRUE(has(text, "a proxy and adapter.reuse do not go together | set \"reuse\": 1")) << text;
}

TEST(ProxySection, ReplayNamesEachCaseThatHasNoReply) {
  const std::string cases =
      std::string("[") + kReplied + R"(,{"id":"bare","request":"x","expectedTool":"t"}])";
  const std::string text = faults(suite_with(R"("proxy":{"mode":"replay"})"), cases);
  EXPECT_TRUE(has(text, "case \"bare\": mode \"replay\" has nothing to answer with")) << text;
  EXPECT_TRUE(text.starts_with("cases.json:1:")) << text;
  EXPECT_EQ(faults(suite_with(R"("proxy":{"mode":"replay","cassettes":"c"})"), cases), "");
  EXPECT_EQ(faults(suite_with(R"("proxy":{"mode":"off"})"), cases), "");
}

TEST(ProxySection, KeysAreFetchedOnlyWhereAProviderIsAsked) {
  unsetenv("TARE_TEST_KEY");
  const std::string upstream =
      R"("upstream":{"openai":{"url":"https://a","key":"${TARE_TEST_KEY}"}}})";
  const auto replayed =
      resolve_upstream_keys(load(suite_with(R"("proxy":{"mode":"replay",)" + upstream)));
  ASSERT_TRUE(replayed);
  EXPECT_EQ(*replayed, std::vector<std::string>{""});
  const Suite asking = load(suite_with(R"("proxy":{"mode":"forward",)" + upstream));
  const auto unset = resolve_upstream_keys(asking);
  ASSERT_FALSE(unset);
  EXPECT_TRUE(has(unset.error().reason,
                  "proxy.upstream names a variable that is not set: "
                  "TARE_TEST_KEY"));
  setenv("TARE_TEST_KEY", "k-1", 1);
  EXPECT_EQ(*resolve_upstream_keys(asking), std::vector<std::string>{"k-1"});
  unsetenv("TARE_TEST_KEY");
}

TEST(ProxyAddresses, AreThereOnlyWhereSomebodyListens) {
  const std::string model =
      R"({"adapter":{"kind":"command","command":["a","{request}","{modelUrl}"]},
    "cases":["cases.json"])";
  EXPECT_TRUE(has(faults(model + "}"), "{modelUrl} is asked for, and no model proxy stands there"));
  EXPECT_EQ(faults(model + R"(,"proxy":{"mode":"replay"}})"), "");
  const std::string server = command_with(R"("files":{"home/a":{"url":"{mcpUrl}"}})");
  EXPECT_TRUE(has(faults(server), "{mcpUrl} is asked for, and no MCP server is offered"));
  EXPECT_EQ(faults(command_with(R"("files":{"home/a":{"url":"{mcpUrl}"}})",
                                R"(,"tools":[{"name":"t"}],"proxy":{"mcp":true})")),
            "");
}

TEST(CommandFiles, StayInTheirFolderAndOutOfEachOthersWay) {
  const auto files = [](const std::string& members) {
    return faults(command_with("\"files\":{" + members + "}"));
  };
  EXPECT_EQ(files(R"("home/.agent/settings.json":{"a":1},"home/x":"text","a//b":[])"), "");
  for (const char* path : {"/etc/x", "../x", "a/../x", "a/..", "a/", ".", "./a"}) {
    EXPECT_TRUE(has(files("\"" + std::string(path) + "\":\"\""), "does not stay in its folder"))
        << path;
  }
  EXPECT_TRUE(has(files(R"("":"")"), "tare.json:1:"));
  EXPECT_NE(files(R"("a\u0000":"")"), "");
  EXPECT_TRUE(has(files(R"("a":"","a":"")"), "the path \"a\" stands twice in files"));
  EXPECT_TRUE(has(files(R"("a/b":"","a//b":"")"), "stands twice in files"));
  EXPECT_TRUE(has(files(R"("a":"","a/b":"")"), "one would be a folder and a file"));
  EXPECT_TRUE(has(files(R"("a/b":"","a":"")"), "one would be a folder and a file"));
  EXPECT_TRUE(has(files(R"("home/.config":"")"), "is there already"));
  EXPECT_TRUE(has(files(R"("case/messages.json":"")"), "is there already"));
  EXPECT_TRUE(has(files(R"("a":5)"), "written as JSON"));
  EXPECT_TRUE(has(files(R"("a":"{nothing}")"), "{nothing}"));
  EXPECT_TRUE(
      has(files("\"a\":\"" + std::string((1 << 20) + 1, 'x') + "\""), "files holds too much"));
  std::string many;
  for (int i = 0; i < 101; ++i) many += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":\"\"";
  EXPECT_TRUE(has(files(many), "at most 100 files"));
}

TEST(CommandFiles, KeepTheirTextAndTakeValuesAsTheirFormHoldsThem) {
  const Suite suite =
      load(command_with(R"("files":{"a.json":{"b":1.0,"say":"{request}"},"c":"{{x} {request}"})"));
  ASSERT_EQ(suite.adapter.files.size(), 2u);
  PlaceholderValues values;
  value_of(values, Placeholder::request) = "say \"hi\"\n{home}";
  const CommandFile& json = suite.adapter.files[0];
  EXPECT_EQ(fill_file(json.text, json.json, values),
            "{\"b\":1.0,\"say\":\"say \\\"hi\\\"\\n{home}\"}\n");
  const CommandFile& text = suite.adapter.files[1];
  EXPECT_FALSE(text.json);
  EXPECT_EQ(fill_file(text.text, text.json, values), "{x} say \"hi\"\n{home}");
}

}  // namespace
}  // namespace tare
