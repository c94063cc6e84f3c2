// Lines of a batch: what a line says is what is compared, and no line remembers the one before.
#include "coercion/batch_diff.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "coercion/batch_line.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;

std::string answer(BatchDiff& diff, std::string_view line) {
  std::string out;
  const auto fault = diff.run(line, out);
  return fault ? "fault: " + fault->reason : out;
}

template <class T>
T any_of(std::mt19937& random, const std::vector<T>& choices) {
  return choices[random() % choices.size()];
}

Json random_call(std::mt19937& random) {
  Json call;
  const Json null;
  if (random() % 4 != 0) call["id"] = any_of<Json>(random, {null, "a", "b", "\u00e9\u0001"});
  if (random() % 8 != 0) call["name"] = any_of<Json>(random, {null, "get", "put", "wire_get"});
  if (random() % 6 != 0) {
    call["arguments"] =
        any_of<Json>(random, {null, "", "{}", R"({"n":1})", R"({"n":"1"})", R"({"n":1)", "[1,2]",
                              Json{{"n", 1}}, Json{{"n", Json::array({1, 2})}}, 7});
  }
  return call;
}

Json random_line(std::mt19937& random) {
  Json line;
  const auto calls = [&] {
    Json list = Json::array();
    for (auto left = random() % 4; left > 0; --left) list.push_back(random_call(random));
    return list;
  };
  const Json schema = {{"properties", {{"n", {{"type", "integer"}}}}}};
  if (random() % 5 != 0) line["id"] = any_of<Json>(random, {1.5, "x", Json::array(), nullptr});
  if (random() % 4 == 0) {
    line["rawText"] = any_of<std::string>(
        random, {"", "{\"n\":1}", "plain words",
                 "<tool_call>\n{\"name\":\"get\",\"arguments\":{\"n\":\"1\"}}\n</tool_call>"});
    if (random() % 2 == 0) line["rawName"] = "get";
    if (random() % 2 == 0) line["rawFormat"] = "hermes";
  } else {
    line["rawCalls"] = calls();
  }
  line["normalizedCalls"] = calls();
  if (random() % 3 == 0) line["executed"] = random() % 2 == 0;
  if (random() % 3 == 0) line["inputSchema"] = schema;
  if (random() % 3 == 0) {
    line["tools"] = Json::array({{{"name", "get"}, {"wireName", "wire_get"}}});
    if (random() % 2 == 0) line["tools"][0]["inputSchema"] = schema;
    if (random() % 2 == 0) line["tools"].push_back({{"name", "put"}});
  }
  if (random() % 30 == 0) line["normalizedCalls"] = 1;
  return line;
}

TEST(BatchDiff, EachLineIsAnsweredAsIfItWereTheFirst) {
  std::mt19937 random(7);
  BatchDiff kept;
  for (int i = 0; i < 3000; ++i) {
    const std::string line = random_line(random).dump();
    BatchDiff fresh;
    ASSERT_EQ(answer(kept, line), answer(fresh, line)) << line;
  }
}

TEST(BatchDiff, AnAnswerIsOneLineOfJsonAndAFaultLeavesNothing) {
  std::mt19937 random(8);
  BatchDiff diff;
  int faults = 0;
  for (int i = 0; i < 3000; ++i) {
    const Json line = random_line(random);
    std::string out = "before";
    if (diff.run(line.dump(), out)) {
      ++faults;
      EXPECT_EQ(out, "before");
      continue;
    }
    ASSERT_TRUE(out.starts_with("before"));
    ASSERT_EQ(out.find('\n'), out.size() - 1);
    const Json answer = Json::parse(out.substr(6));
    EXPECT_EQ(answer["id"], line.value("id", Json()));
    EXPECT_EQ(answer["findings"].empty(), answer["worst"] == "none");
  }
  EXPECT_GT(faults, 10);
}

TEST(BatchLine, CallsAreViewsAtTheTwoEnds) {
  BatchLineReader reader;
  ASSERT_FALSE(reader.read(
      R"({"rawCalls":[{"id":"\u0041","name":"g","arguments":"{\"n\": 1.0}"}],"normalizedCalls":)"
      R"([{"arguments":{"n": 1e0}},{"arguments":null}],"executed":false,"id":{"k": 1}})"));
  const BatchLine& line = reader.line();
  EXPECT_EQ(line.id, R"({"k": 1})");
  EXPECT_FALSE(line.executed);
  EXPECT_EQ(line.manifest, nullptr);
  ASSERT_EQ(line.answer.views.size(), 3u);
  EXPECT_EQ(line.answer.views[0].at, At::wire);
  EXPECT_EQ(line.answer.views[0].id, "A");
  EXPECT_EQ(line.answer.views[0].arguments, "{\"n\": 1.0}");
  EXPECT_EQ(line.answer.views[0].evidence, Evidence::verbatim);
  EXPECT_EQ(line.answer.views[1].at, At::tool);
  EXPECT_EQ(line.answer.views[1].id, std::nullopt);
  EXPECT_EQ(line.answer.views[1].name, std::nullopt);
  EXPECT_EQ(line.answer.views[1].arguments, "{\"n\": 1e0}");
  EXPECT_EQ(line.answer.views[1].evidence, Evidence::parsed);
  EXPECT_EQ(line.answer.views[2].arguments, "");
}

TEST(BatchLine, ToolsThatBringNoSchemaHaveThatOfTheLine) {
  BatchLineReader reader;
  const std::string tools =
      R"("tools":[{"name":"a","wireName":"w","annotations":{"destructiveHint":true}},)"
      R"({"name":"b","inputSchema":{"x":1}}],"rawCalls":[],"normalizedCalls":[]})";
  for (const char* schema : {"{\"y\": 2}", "true"}) {
    ASSERT_FALSE(reader.read(R"({"inputSchema":)" + std::string(schema) + "," + tools));
    const Manifest* manifest = reader.line().manifest;
    ASSERT_NE(manifest, nullptr);
    ASSERT_EQ(manifest->tools.size(), 2u);
    EXPECT_EQ(manifest->tools[0].input_schema, schema);
    EXPECT_EQ(manifest->tools[0].wire_name, "w");
    EXPECT_TRUE(manifest->tools[0].destructive);
    EXPECT_EQ(manifest->tools[1].input_schema, "{\"x\":1}");
    EXPECT_FALSE(manifest->tools[1].destructive);
  }
}

TEST(BatchLine, AFaultKnowsItsByte) {
  BatchLineReader reader;
  const std::string line = R"({"rawCalls":[],"normalizedCalls":[{"name":[]}]})";
  const auto fault = reader.read(line);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->offset, line.find("[]}"));
  EXPECT_EQ(fault->reason, "\"name\" of normalizedCalls[0] must be a string or null, not array");
}

}  // namespace
}  // namespace tare
