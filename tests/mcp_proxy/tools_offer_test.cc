// A file of tools as a server's tools/list has it.
#include "mcp_proxy/tools_offer.h"

#include <gtest/gtest.h>

#include <string>

namespace tare {
namespace {

std::string offered(const std::string& text, const std::string& path = "tools.json") {
  const auto offer = read_tools_offer(text, path);
  if (!offer) return "fault: " + offer.error().where + ": " + offer.error().reason;
  std::string out;
  for (const mcp::OfferedTool& tool : offer->tools) out += tool.json + "\n";
  return out;
}

TEST(ToolsOffer, a_tool_goes_out_as_it_is_spelled_without_what_is_tares_own) {
  EXPECT_EQ(offered(R"([{"name": "get", "wireName":"mcp__get", "server":"s", "approval":"never",
                         "builtin":false, "description":"\u00e9", "x-more": {"n": 1.0},
                         "inputSchema":{"type":"object","properties":{"n":{"maximum":1e400}}}}])"),
            R"({"name":"get","description":"\u00e9","x-more":{"n":1.0},)"
            R"("inputSchema":{"type":"object","properties":{"n":{"maximum":1e400}}}})"
            "\n");
}

TEST(ToolsOffer, a_schema_always_says_that_arguments_are_an_object) {
  EXPECT_EQ(
      offered(R"([{"name":"a"},{"name":"b","inputSchema":null},{"name":"c","inputSchema":true},
                        {"name":"d","inputSchema":{}},{"name":"e","inputSchema":{"required":["x"]}}])"),
      R"({"name":"a","inputSchema":{"type":"object"}})"
      "\n"
      R"({"name":"b","inputSchema":{"type":"object"}})"
      "\n"
      R"({"name":"c","inputSchema":{"type":"object"}})"
      "\n"
      R"({"name":"d","inputSchema":{"type":"object"}})"
      "\n"
      R"({"name":"e","inputSchema":{"type":"object","required":["x"]}})"
      "\n");
}

TEST(ToolsOffer, an_object_with_tools_may_have_instructions) {
  const auto offer =
      read_tools_offer(R"({"tools":[{"name":"a"}],"instructions":"Be brief."})", "t");
  ASSERT_TRUE(offer.ok());
  EXPECT_EQ(offer->instructions, "Be brief.");
  EXPECT_EQ(offer->tools.at(0).name, "a");
}

TEST(ToolsOffer, faults_name_their_place) {
  EXPECT_EQ(offered("[{\"name\":\"a\",\n\"inputSchema\":{\"type\":\"string\"}}]").substr(0, 22),
            "fault: tools.json:2:23");
  for (const char* text : {"", "3", "{}", "[{}]", R"([{"name":"a"},{"name":"a"}])",
                           R"([{"name":"a","inputSchema":false}])", R"([{"name":"a","x":1,"x":2}])",
                           R"([{"name":"a","inputSchema":{"type":["object","null"]}}])"}) {
    EXPECT_EQ(offered(text).substr(0, 6), "fault:") << text;
  }
}

}  // namespace
}  // namespace tare
