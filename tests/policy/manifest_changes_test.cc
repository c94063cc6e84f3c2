// A diff of two manifests shows everything: also what no policy holds, and what only the digest of
// the tools can tell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "policy/check_policy.h"

namespace tare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LiveManifest live(const std::string& text) {
  LiveManifest out;
  auto manifest = read_manifest_file(text, "tools.json");
  EXPECT_TRUE(manifest.ok()) << manifest.error().reason << manifest.error().where << text;
  if (manifest) out.manifest = std::move(*manifest);
  return out;
}

// "rule subject: text"
std::vector<std::string> told(const std::string& before, const std::string& after) {
  std::vector<std::string> out;
  for (const Violation& one : manifest_changes(live(before), live(after))) {
    out.push_back(one.rule.substr(7) + " " + one.subject + ": " + one.text);
  }
  return out;
}

std::string tool(const std::string& members) {
  return R"({"tools":[{"name":"pay","description":"Pays.","approval":"always")" + members + "}]}";
}

TEST(ManifestChanges, MembersThatNoPolicyHoldsAreShown) {
  const std::vector<std::array<std::string, 3>> rows = {
      {R"(,"title":"Pay")", R"(,"title":"Pay at once")",
       R"(pay: title went from "Pay" to "Pay at once")"},
      {"", R"(,"title":"Pay")", R"(pay: title went from nothing to "Pay")"},
      {R"(,"outputSchema":{"properties":{"state":{"enum":["ok"]}}})",
       R"(,"outputSchema":{"properties":{"state":{"type":"string"}}})",
       "pay: the result state: enum of 1 values became free text (widened)"},
      {"", R"(,"outputSchema":{"type":"object"})", R"(pay: outputSchema was added: {"type")"},
      {R"(,"outputSchema":{})", "", "pay: outputSchema was taken away: {}"},
      {R"(,"_meta":{"a":{"b":1,"c":2}})", R"(,"_meta":{"a":{"b":2,"c":2}})",
       "pay: _meta.a.b went from 1 to 2"},
      {R"(,"_meta":{"":1})", R"(,"_meta":{"":2})", R"(pay: _meta."" went from 1 to 2)"},
      {R"(,"icons":[1])", R"(,"icons":[2])", "pay: icons went from [1] to [2]"},
      {R"(,"annotations":{"title":"A"})", R"(,"annotations":{"title":"B"})",
       R"(pay: annotations.title went from "A" to "B")"},
      {R"(,"builtin":true)", "", "pay: builtin went from true to nothing"},
      {R"(,"":1)", R"(,"":2)", R"(pay: "" went from 1 to 2)"},
  };
  for (const auto& [before, after, text] : rows) {
    EXPECT_THAT(told(tool(before), tool(after)), ElementsAre(HasSubstr("other-changed " + text)));
    EXPECT_THAT(told(tool(after), tool(after)), IsEmpty());
  }
  // Null is how servers say nothing; a hint has its own rule.
  EXPECT_THAT(told(tool(R"(,"title":null)"), tool("")), IsEmpty());
  EXPECT_THAT(told(tool(R"(,"annotations":{"readOnlyHint":true})"), tool("")),
              ElementsAre(HasSubstr("annotations-changed pay")));
}

TEST(ManifestChanges, ALongMemberShowsWhereItDiffers) {
  const std::string much = std::string(40, 'a') + " " + std::string(40, 'b');
  EXPECT_THAT(
      told(tool(R"(,"title":")" + much + " one\""), tool(R"(,"title":")" + much + " two\"")),
      ElementsAre(HasSubstr("[-one\"-]{+two\"+}")));
}

TEST(ManifestChanges, ManyMembersAreCutAndSaidToBe) {
  std::string before, after;
  for (int i = 0; i < 200; ++i) {
    before += ",\"x" + std::to_string(i) + "\":1";
    after += ",\"x" + std::to_string(i) + "\":2";
  }
  const auto lines = told(tool(before), tool(after));
  ASSERT_EQ(lines.size(), 50u);
  EXPECT_THAT(lines.back(), HasSubstr("more changes than are listed"));
}

TEST(ManifestChanges, WhatOnlyTheDigestTellsIsSaidToBeThat) {
  const auto schema = [](const std::string& text) { return tool(R"(,"inputSchema":)" + text); };
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"properties":{"n":{"default":1}}})", R"({"properties":{"n":{"default":1.0}}})"},
      {R"({"type":"object","properties":{}})", R"({"properties":{},"type":"object"})"},
      {R"({"title":"é"})", R"({"title":"\u00e9"})"},
  };
  for (const auto& [before, after] : rows) {
    EXPECT_NE(manifest_sha256(live(schema(before)).manifest),
              manifest_sha256(live(schema(after)).manifest));
    EXPECT_THAT(told(schema(before), schema(after)),
                ElementsAre(HasSubstr("digest-changed pay: the schema of the arguments is the same "
                                      "in value")));
  }
  // Layout is no part of the digest.
  EXPECT_THAT(told(schema(R"({"title":"a"})"), schema(R"({ "title" : "a" })")), IsEmpty());
}

TEST(ManifestChanges, TheOrderOfToolsIsPartOfTheDigest) {
  const auto tools = [](const std::string& names) {
    std::string out;
    for (const char name : names) {
      out += std::string(out.empty() ? "" : ",") + R"({"name":")" + name + "\"}";
    }
    return R"({"tools":[)" + out + "]}";
  };
  EXPECT_THAT(told(tools("abc"), tools("acb")),
              ElementsAre(HasSubstr("digest-changed : the tools stand in another order, so "
                                    "toolManifestSha256 differs: \"c\" stands where \"b\" stood")));
  EXPECT_THAT(
      told(tools("abc"), tools("xac")),
      testing::UnorderedElementsAre(HasSubstr("extra-tool x"), HasSubstr("missing-tool b")));
}

TEST(ManifestChanges, TheSameDigestIsWhatNothingToldMeans) {
  const std::vector<std::string> schemas = {
      "{}",
      R"({"type":"object"})",
      R"({"type":"object","properties":{"a":{"default":1}}})",
      R"({"properties":{"a":{"default":1}},"type":"object"})",
      R"({"properties":{"a":{"default":1.0}},"type":"object"})",
      R"({"properties":{"a":{"default":2}},"type":"object"})",
      R"({"properties":{"\u0061":{"default":2}},"type":"object"})"};
  for (const std::string& before : schemas) {
    for (const std::string& after : schemas) {
      const std::string was = tool(R"(,"inputSchema":)" + before);
      const std::string is = tool(R"(,"inputSchema": )" + after);
      EXPECT_EQ(told(was, is).empty(),
                manifest_sha256(live(was).manifest) == manifest_sha256(live(is).manifest))
          << was << is;
    }
  }
}

TEST(ManifestChanges, OneNameOfTwoServersIsTwoTools) {
  const std::string erp = R"({"name":"get","server":"erp","description":"A.","approval":"never"})";
  const std::string crm = R"({"name":"get","server":"crm","description":"B.","title":"B"})";
  const std::string own = R"({"name":"get","description":"C."})";
  const auto tools = [](const std::string& list) { return R"({"tools":[)" + list + "]}"; };
  EXPECT_THAT(told(tools(erp + "," + crm), tools(erp + "," + crm)), IsEmpty());
  EXPECT_THAT(
      told(tools(erp + "," + crm), tools(erp)),
      ElementsAre("missing-tool get: was taken away", testing::StartsWith("missing-server get")));
  EXPECT_THAT(told(tools(crm), tools(erp + "," + crm)),
              ElementsAre("extra-tool get: was added (of the server \"erp\")",
                          testing::StartsWith("extra-server get")));
  // One of a name that moved is that tool.
  EXPECT_THAT(told(tools(erp + "," + crm), tools(own + "," + crm)),
              testing::Contains(HasSubstr("server-changed get: comes from the agent itself, before "
                                          "one of the server \"erp\"")));
}

TEST(ManifestChanges, InstructionsAreShown) {
  EXPECT_THAT(told(R"({"tools":[],"instructions":"Ask."})", R"({"tools":[]})"),
              ElementsAre("other-changed : instructions went from \"Ask.\" to nothing"));
}

TEST(ManifestChanges, ArgumentsOfOddNamesAreNamed) {
  const auto argument = [](const std::string& name, const std::string& more) {
    return tool(R"(,"inputSchema":{"type":"object","properties":{")" + name +
                R"(":{"enum":["a","b"])" + more + "}}}");
  };
  EXPECT_THAT(told(argument("", ""), argument("", R"(,"maxLength":0)")),
              ElementsAre(HasSubstr("pay: argument \"\": enum lost \"a\", \"b\" (narrowed)")));
  EXPECT_THAT(told(argument("a.b", ""), argument("a.b", R"(,"maxLength":0)")),
              ElementsAre(HasSubstr("pay: argument \"a.b\": ")));
  EXPECT_THAT(told(argument("a", ""), argument("a", R"(,"maxLength":0)")),
              ElementsAre(HasSubstr("pay: argument \"a\": ")));
}

}  // namespace
}  // namespace tare
