#include "model/manifest.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tare {
namespace {

ToolSpec tool(std::string name, std::string description, std::string schema) {
  ToolSpec spec;
  spec.name = std::move(name);
  spec.description = std::move(description);
  spec.input_schema = std::move(schema);
  return spec;
}

TEST(Manifest, RawNamesBecomeCanonicalThroughTheWireName) {
  Manifest manifest;
  manifest.tools = {tool("get_ticket", "", ""), tool("erp.pay", "", "")};
  manifest.tools[1].wire_name = "erp__pay";
  EXPECT_EQ(manifest.canonical_name("erp__pay"), "erp.pay");
  EXPECT_EQ(manifest.canonical_name("get_ticket"), "get_ticket");
  EXPECT_EQ(manifest.canonical_name("unknown"), "unknown");
  EXPECT_EQ(manifest.find("erp.pay"), &manifest.tools[1]);
  EXPECT_EQ(manifest.find("erp__pay"), nullptr);
}

TEST(ManifestDigest, SeesEveryDifferenceThatAModelCouldSee) {
  const std::string schema = R"({"type":"object","a b":1.0})";
  std::set<std::string> digests;
  std::size_t count = 0;
  const auto add = [&](std::vector<ToolSpec> tools) {
    Manifest manifest;
    manifest.tools = std::move(tools);
    digests.insert(manifest_sha256(manifest));
    EXPECT_EQ(digests.size(), ++count);
  };
  add({});
  add({tool("a", "b", schema)});
  add({tool("b", "b", schema)});
  add({tool("ab", "", schema)});
  add({tool("a", "c", schema)});
  add({tool("a", "b", R"({"type":"object","a b":1})")});
  add({tool("a", "b", R"({"type":"object","a  b":1.0})")});
  add({tool("a", "b", R"({"a b":1.0,"type":"object"})")});
  add({tool("a", "b", "")});
  add({tool("a", "b", schema), tool("c", "d", "")});
  add({tool("c", "d", ""), tool("a", "b", schema)});
}

TEST(ManifestDigest, IgnoresLayoutAndWhatIsNotSent) {
  Manifest one, two;
  one.tools = {tool("a", "b", R"({"k":"x \" y","n":[1,2]})")};
  two.tools = {tool("a", "b", "{\n  \"k\": \"x \\\" y\",\r\n\t\"n\": [1, 2]\n}")};
  two.tools[0].wire_name = "w";
  two.tools[0].json = "{}";
  EXPECT_EQ(manifest_sha256(one), manifest_sha256(two));
}

}  // namespace
}  // namespace tare
