#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "coercion/shared_data.h"
#include "import_support.h"

namespace tare {
namespace {

std::vector<Json> lines_of(const std::string& path) {
  std::vector<Json> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) out.push_back(Json::parse(line));
  }
  return out;
}

Json as_list(const Json& v) { return v.is_array() ? v : Json::array({v}); }

// Every question of the shared data against the case that was made of it.
void expect_nothing_lost(const std::string& version, std::size_t categories, std::size_t total) {
  const std::string folder = shared_data("bfcl/" + version);
  if (folder.empty()) GTEST_SKIP() << "no bfcl data on this machine";
  const Result<Imported> imported = import_bfcl(folder, {});
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(imported->cases, total);
  const std::map<std::string, Json> cases = cases_of(*imported);
  ASSERT_EQ(cases.size(), total);
  std::size_t files = 0, seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    std::map<std::string, Json> keys;
    const std::string answers = folder + "/possible_answer/" + entry.path().filename().string();
    for (const Json& answer : lines_of(answers)) keys[answer["id"]] = answer["ground_truth"];
    std::size_t line = 0;
    for (const Json& question : lines_of(entry.path().string())) {
      ++line;
      ++seen;
      const auto found = cases.find(question["id"]);
      ASSERT_NE(found, cases.end()) << question["id"];
      const Json& one = found->second;
      EXPECT_EQ(one["metadata"]["line"], line);
      if (question["question"].is_string()) {
        EXPECT_EQ(one["request"], question["question"]);
      } else {
        EXPECT_EQ(one["messages"], question["question"][0]);
      }
      const Json functions = as_list(question["function"]);
      EXPECT_EQ(one["bfcl"]["functions"], functions);
      ASSERT_EQ(one["tools"].size(), functions.size());
      for (std::size_t i = 0; i < functions.size(); ++i) {
        EXPECT_EQ(one["tools"][i]["name"], functions[i]["name"]);
        EXPECT_EQ(one["tools"][i]["inputSchema"]["type"], "object");
      }
      const auto key = keys.find(question["id"]);
      EXPECT_EQ(one["bfcl"].contains("groundTruth"), key != keys.end());
      if (key != keys.end()) {
        EXPECT_EQ(one["bfcl"]["groundTruth"], key->second);
      }
    }
  }
  EXPECT_EQ(files, categories);
  EXPECT_EQ(seen, total);
  const Folder target;
  EXPECT_EQ(loaded(*imported, target).cases.size(), total);
}

TEST(BfclImport, VersionFourComesOverWhole) { expect_nothing_lost("v4", 11, 3491); }
TEST(BfclImport, VersionOneComesOverWhole) { expect_nothing_lost("v1", 5, 1240); }

constexpr const char* kQuestion =
    R"({"id":"simple_0","question":"Area of 2 by 3?","function":{"name":"geo.area","description":"Area.","parameters":{"type":"dict","properties":{"a":{"type":"float"},"b":{"type":"tuple","items":{"type":"any"}}},"required":["a"]}},"extra":1.50})";
constexpr const char* kAnswer =
    R"({"id":"simple_0","ground_truth":{"geo.area":{"a":[2.0],"b":[""]}}})";

class SmallBoard {
 public:
  SmallBoard() {
    folder.write("q/gorilla_openfunctions_v1_test_simple.json", std::string(kQuestion) + "\n");
    folder.write("q/possible_answer/gorilla_openfunctions_v1_test_simple.json",
                 std::string(kAnswer) + "\n");
  }
  void results(const std::string& line) const {
    folder.write("r/gorilla_openfunctions_v1_test_simple_result.json", line + "\n");
  }
  Result<Imported> import(const std::string& decoder, bool underscore = false) const {
    return import_bfcl(folder.file("q"), {folder.file("r"), decoder, underscore});
  }
  Folder folder;
};

TEST(BfclImport, AnAnswerWithoutAQuestionIsReported) {
  const SmallBoard board;
  board.folder.write("q/possible_answer/gorilla_openfunctions_v1_test_simple.json",
                     std::string(kAnswer) + "\n" + R"({"id":"simple_9","ground_truth":{}})" + "\n");
  const Result<Imported> imported = import_bfcl(board.folder.file("q"), {});
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(losses_of(*imported, board.folder.path()),
            "q/possible_answer/gorilla_openfunctions_v1_test_simple.json:2:1: an answer key for "
            "\"simple_9\", which is none of the questions\n");
}

TEST(BfclImport, FunctionsBecomeToolsWithJsonSchemas) {
  const SmallBoard board;
  const Result<Imported> imported = import_bfcl(board.folder.file("q"), {});
  ASSERT_TRUE(imported) << all_faults(imported.error());
  const Json one = cases_of(*imported).at("simple_0");
  EXPECT_EQ(
      one["tools"].dump(),
      R"([{"name":"geo.area","wireName":"geo_area","description":"Area.","inputSchema":{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"array","items":{}}},"required":["a"]}}])");
  EXPECT_EQ(one["metadata"]["question"]["extra"], 1.5);
  EXPECT_NE(content_of(*imported, "cases/simple.jsonl").find("1.50"), std::string::npos);
  EXPECT_TRUE(imported->losses.empty());
}

TEST(BfclImport, ResultsBecomePredictionsOfBothSides) {
  const SmallBoard board;
  board.results(R"({"id":"simple_0","result":[{"geo_area":"{\"a\": 2}"}],"latency":1.5})");
  const Result<Imported> imported = board.import("gpt-fc", true);
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(
      content_of(*imported, "predictions.jsonl"),
      R"({"caseId":"simple_0","raw":[{"name":"geo_area","arguments":"{\"a\": 2}"}],"normalized":[{"name":"geo_area","arguments":"{\"a\": 2}"}],"underscoreNames":true})"
      "\n");
  EXPECT_EQ(losses_of(*imported, board.folder.path()),
            "r/gorilla_openfunctions_v1_test_simple_result.json:1:65: latency: predictions have no "
            "place for it\n");
}

TEST(BfclImport, WhatTheDecoderRefusesIsARefusalOfTheClient) {
  const SmallBoard board;
  board.results(R"({"id":"simple_0","result":"```python\n[geo.area(a=2)]\n```"})");
  const Result<Imported> imported = board.import("prompt");
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(imported->refused, 1U);
  const Json line = Json::parse(content_of(*imported, "predictions.jsonl"));
  EXPECT_EQ(line["finished"], "refusedByClient");
  EXPECT_EQ(line["normalized"].size(), 0U);
  EXPECT_EQ(line["raw"][0]["format"], "pythonic");
  EXPECT_TRUE(line["message"].get<std::string>().starts_with("ast_decoder:decoder_failed: "));
  const Result<Imported> unfenced = board.import("prompt-unfenced");
  ASSERT_TRUE(unfenced);
  EXPECT_EQ(unfenced->refused, 0U);
}

TEST(BfclImport, ResultsOfVersionOneAreJoinedByLine) {
  const SmallBoard board;
  board.results(R"x({"id":"simple_7","result":"geo.area(a=2)"})x");
  const Result<Imported> imported = board.import("prompt-brackets");
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(Json::parse(content_of(*imported, "predictions.jsonl"))["caseId"], "simple_0");
  EXPECT_NE(losses_of(*imported, board.folder.path()).find("not that of the question"),
            std::string::npos);
}

TEST(BfclImport, ASecondResultForAQuestionIsCalledOne) {
  const Folder folder;
  folder.write("q/BFCL_v4_simple_python.json", std::string(kQuestion) + "\n");
  folder.write("q/possible_answer/BFCL_v4_simple_python.json", std::string(kAnswer) + "\n");
  const std::string first = R"x({"id":"simple_0","result":"[geo.area(a=2)]"})x";
  folder.write("r/BFCL_v4_simple_python_result.json",
               first + "\n" + R"x({"id":"simple_0","result":"[geo.area(a=3)]"})x" + "\n" +
                   R"x({"id":"simple_9","result":"[geo.area(a=4)]"})x" + "\n");
  const Result<Imported> imported =
      import_bfcl(folder.file("q"), {folder.file("r"), "prompt", false});
  ASSERT_TRUE(imported) << all_faults(imported.error());
  const std::string losses = losses_of(*imported, folder.path());
  EXPECT_NE(losses.find("result.json:2:1: a second result for a question"), std::string::npos)
      << losses;
  EXPECT_NE(losses.find("result.json:3:1: a result that belongs to no question"), std::string::npos)
      << losses;
}

TEST(BfclImport, OddResultsAreKeptAsTextAndLoad) {
  for (const char* result : {"[\"text\",{\"f\":\"{}\"}]", "[{}]", "[{\"\":\"{}\"}]", "null", "5",
                             "[{\"f\":5}]", "[[1]]", "\"\"", "[]", "{\"a\":1}"}) {
    const SmallBoard board;
    board.results(std::string(R"({"id":"simple_0","result":)") + result + "}");
    for (const char* decoder : {"gpt-fc", "gemini-fc", "command-r-fc", "prompt", "hermes"}) {
      const Result<Imported> imported = board.import(decoder);
      ASSERT_TRUE(imported) << result << " " << all_faults(imported.error());
      EXPECT_EQ(imported->predictions, 1U);
      EXPECT_TRUE(Json::accept(content_of(*imported, "predictions.jsonl"))) << result;
    }
  }
}

TEST(BfclImport, MissingResultsAndUnknownDecodersAreRefused) {
  const SmallBoard board;
  EXPECT_FALSE(board.import("prompt"));
  board.results("");
  EXPECT_FALSE(board.import("prompt"));
  board.results(R"({"id":"simple_0","result":""})");
  const Result<Imported> unknown = board.import("clever");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().mend.find("prompt-brackets"), std::string::npos);
}

TEST(BfclImport, OtherCategoriesAndSeveralTurnsAreReported) {
  const Folder folder;
  folder.write("BFCL_v4_java.json", "{}\n");
  folder.write(
      "BFCL_v4_irrelevance.json",
      R"({"id":"i0","question":[[{"role":"user","content":"hi"}]],"function":[]})"
      "\n"
      R"({"id":"i1","question":[[{"role":"user","content":"a"}],[{"role":"user","content":"b"}]],"function":[]})"
      "\n");
  const Result<Imported> imported = import_bfcl(folder.path(), {});
  ASSERT_TRUE(imported) << all_faults(imported.error());
  EXPECT_EQ(imported->cases, 1U);
  EXPECT_EQ(losses_of(*imported, folder.path()),
            "BFCL_v4_irrelevance.json:2:1: question: a question of several turns\n"
            "BFCL_v4_java.json: a category with other rules than those of one turn in Python\n");
}

TEST(ImportFolder, OneThatIsThereIsRefusedAndNothingIsLeftOfABadOne) {
  const SmallBoard board;
  const Result<Imported> imported = import_bfcl(board.folder.file("q"), {});
  ASSERT_TRUE(imported);
  EXPECT_FALSE(write_import(*imported, board.folder.file("q"), kToday));
  ASSERT_TRUE(write_import(*imported, board.folder.file("out/"), kToday));
  EXPECT_FALSE(write_import(*imported, board.folder.file("out"), kToday));
  Imported broken = *imported;
  broken.files.push_back({"cases/broken.jsonl", "{\"id\":\"x\"}\n"});
  EXPECT_FALSE(write_import(broken, board.folder.file("bad"), kToday));
  std::size_t left = 0;
  for (const auto& entry : std::filesystem::directory_iterator(board.folder.path())) {
    left += entry.path().filename().string().starts_with("bad") ? 1 : 0;
  }
  EXPECT_EQ(left, 0U);
}

}  // namespace
}  // namespace tare
