// What a batch answers, line by line, where a rule of the whole call decides.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "coercion/batch_diff.h"

namespace tare {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// "kind severity effect", finding by finding.
std::vector<std::string> found(const Json& line) {
  BatchDiff diff;
  std::string out;
  const auto fault = diff.run(line.dump(), out);
  if (fault) return {"fault: " + fault->reason};
  std::vector<std::string> shown;
  const Json answer = Json::parse(out);
  for (const Json& finding : answer["findings"]) {
    shown.push_back(finding["kind"].get<std::string>() + " " +
                    finding["severity"].get<std::string>() + " " +
                    finding["effect"].get<std::string>());
  }
  return shown;
}

Json call(const char* name, const Json& arguments, const Json& id = nullptr) {
  return {{"id", id}, {"name", name}, {"arguments", arguments}};
}

Json tool_of(const char* name, const char* member, const char* type) {
  return {{"name", name},
          {"inputSchema",
           {{"type", "object"},
            {"properties", {{member, {{"type", type}}}}},
            {"required", Json::array({member})},
            {"additionalProperties", false}}}};
}

TEST(BatchAnswers, EachSideIsHeldToTheSchemaOfItsOwnTool) {
  const Json tools = {tool_of("find", "q", "string"), tool_of("wipe", "id", "integer")};
  EXPECT_THAT(found({{"tools", tools},
                     {"rawCalls", {call("find", R"({"q":"x"})")}},
                     {"normalizedCalls", {call("wipe", R"({"id":1})")}}}),
              UnorderedElementsAre("nameChanged high damaged", "argsReplaced high damaged"));
  const Json alike = {tool_of("t", "a", "string"), tool_of("u", "a", "integer")};
  EXPECT_THAT(found({{"tools", alike},
                     {"rawCalls", {call("t", R"({"a":"5"})")}},
                     {"normalizedCalls", {call("u", R"({"a":5})")}}}),
              UnorderedElementsAre("nameChanged high damaged", "stringToNumber medium damaged"));
  // A member that the tool of raw declares is lost by the layer, whatever the other tool declares.
  EXPECT_THAT(found({{"tools", {tool_of("find", "q", "string"), tool_of("find_v2", "r", "string")}},
                     {"rawCalls", {call("find", R"({"q":"x"})")}},
                     {"normalizedCalls", {call("find_v2", R"({"r":null})")}}}),
              testing::Contains("keyDropped critical damaged"));
  // Where raw's tool is not offered, the one that was reached says what was meant.
  EXPECT_THAT(found({{"tools", {tool_of("u", "a", "integer")}},
                     {"rawCalls", {call("functions.u", R"({"a":"5"})")}},
                     {"normalizedCalls", {call("u", R"({"a":5})")}}}),
              UnorderedElementsAre("namePrefixStripped low rescued", "stringToNumber low rescued"));
}

TEST(BatchAnswers, NoArgumentsAreNone) {
  const auto from_to = [](const Json& raw, const Json& normalized) {
    return found({{"rawCalls", {call("t", raw)}}, {"normalizedCalls", {call("t", normalized)}}});
  };
  EXPECT_THAT(from_to(R"({"a":1})", nullptr), ElementsAre("argsLost critical damaged"));
  EXPECT_THAT(from_to(nullptr, R"({"a":1})"), ElementsAre("keyInjected medium damaged"));
  EXPECT_THAT(from_to(nullptr, "{}"), ElementsAre("emptyArgsToObject info neutral"));
  EXPECT_THAT(from_to(nullptr, nullptr), IsEmpty());
  EXPECT_THAT(from_to(nullptr, ""), IsEmpty());
}

TEST(BatchAnswers, ANameForACallThatHadNoneWasMadeUp) {
  for (const char* name : {"", R"("name":null,)", R"("name":5,)"}) {
    const std::string text =
        "<tool_call>{" + std::string(name) + R"("arguments":{"p":1}}</tool_call>)";
    EXPECT_THAT(found({{"rawText", text}, {"normalizedCalls", {call("rm", R"({"p":1})")}}}),
                testing::Contains(testing::StartsWith("nameChanged critical")))
        << text;
  }
  // What the text says beside the call is where the name may come from.
  EXPECT_THAT(found({{"rawText", R"(I use rm: <tool_call>{"arguments":{"p":1}}</tool_call>)"},
                     {"normalizedCalls", {call("rm", R"({"p":1})")}}}),
              IsEmpty());
}

TEST(BatchAnswers, AWholeCallBesideAnEmptyOneIsNoSplit) {
  const Json raw = {call("t", R"({"q":1})", "a")};
  for (const char* id : {"a", "b"}) {
    const Json full = call("t", R"({"q":1})", id);
    const Json empty = call("t", "", id);
    const auto first = found({{"rawCalls", raw}, {"normalizedCalls", {empty, full}}});
    const auto last = found({{"rawCalls", raw}, {"normalizedCalls", {full, empty}}});
    EXPECT_EQ(first, last) << id;
    EXPECT_THAT(first, testing::Not(testing::Contains(testing::StartsWith("callSplit")))) << id;
    EXPECT_THAT(first, testing::Contains(testing::HasSubstr("critical"))) << id;
  }
}

}  // namespace
}  // namespace tare
