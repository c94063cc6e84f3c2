#include "scoring/bfcl_checker.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>

#include "bfcl_cases.h"
#include "json/reader.h"
#include "scoring/python_values.h"

namespace tare {
namespace {

using bfcl_oracle::Json;

// Values over texts that it keeps.
class Texts {
 public:
  json::Value read(std::string text) {
    texts_.push_back(std::move(text));
    documents_.emplace_back();
    if (json::read_strict(texts_.back(), documents_.back()) &&
        json::read_tolerant(texts_.back(), documents_.back())) {
      ADD_FAILURE() << "no value: " << texts_.back();
    }
    return documents_.back().root();
  }

 private:
  std::deque<std::string> texts_;
  std::deque<json::Document> documents_;
};

// "" where the calls pass, else the error type.
std::string verdict(int version, const std::string& category, const Json& functions,
                    const Json& truth, const std::vector<Json>& calls, bool underscore) {
  Texts texts;
  BfclTask task;
  task.version = version == 1 ? BfclVersion::v1 : BfclVersion::v4;
  task.category = category;
  task.functions = texts.read(functions.dump());
  task.ground_truth = texts.read(truth.dump());
  task.underscore_names = underscore;
  std::vector<BfclCall> given;
  for (const Json& call : calls) {
    given.push_back({call.begin().key(), texts.read(call.begin().value().dump())});
  }
  const auto fault = check_bfcl(task, given);
  EXPECT_FALSE(fault && fault->sentence.empty());
  return fault ? std::string(fault->error_type) : "";
}

// One function f with one parameter p, described and answered as given.
std::string argument(const std::string& description, const std::string& acceptable,
                     const std::string& value, BfclVersion version = BfclVersion::v4) {
  Texts texts;
  BfclTask task;
  task.version = version;
  task.category = "simple";
  task.functions = texts.read(R"([{"name":"f","parameters":{"properties":{"p":)" + description +
                              R"(},"required":[]}}])");
  task.ground_truth =
      texts.read(version == BfclVersion::v1 ? R"({"f":{"p":)" + acceptable + "}}"
                                            : R"([{"f":{"p":)" + acceptable + "}}]");
  const std::array<BfclCall, 1> calls = {BfclCall{"f", texts.read(R"({"p":)" + value + "}")}};
  const auto fault = check_bfcl(task, calls);
  return fault ? std::string(fault->error_type) : "";
}

Json description_of(const std::string& word) {
  const std::size_t bracket = word.find('<');
  if (bracket == std::string::npos) return Json{{"type", word}};
  return Json{{"type", word.substr(0, bracket)},
              {"items", {{"type", word.substr(bracket + 1, word.size() - bracket - 2)}}}};
}

TEST(BfclVectors, AllPublishedVectorsComeOutAsRecorded) {
  const std::string path = shared_data("bfcl/checker_vectors.json");
  if (path.empty()) GTEST_SKIP() << "no bfcl data on this machine";
  std::ifstream file(path);
  const Json vectors = Json::parse(file);
  ASSERT_EQ(vectors.size(), 42U);
  for (const Json& vector : vectors) {
    const std::string label = vector["label"];
    Json properties = Json::object();
    for (const auto& [name, word] : vector["schema"].items()) {
      properties[name] = description_of(word);
    }
    // What the recorded table does not say in columns, its labels do.
    Json required = Json::array();
    const bool stated = label.find("schema-required") != std::string::npos;
    if (stated) required = Json::array({"n", "u"});
    const bool dotted = label.starts_with("dotted name");
    const bool underscore = label.find("fc model") != std::string::npos;
    const std::string name = dotted ? "a.b" : "f";
    const std::string called = label.find("underscore call") != std::string::npos ? "a_b" : name;
    const Json functions = Json::array(
        {{{"name", name}, {"parameters", {{"properties", properties}, {"required", required}}}}});
    const Json truth = Json::array({{{name, vector["answers"]}}});
    const std::string got =
        verdict(4, "simple_python", functions, truth, {Json{{called, vector["args"]}}}, underscore);
    EXPECT_EQ(got, vector["valid"].get<bool>() ? "" : vector["error_type"].get<std::string>())
        << label;
  }
}

TEST(BfclOracle, AgreesOnFiftyThousandChangedCases) {
  const std::vector<bfcl_oracle::Question> questions = bfcl_oracle::questions();
  if (questions.empty()) GTEST_SKIP() << "no bfcl data on this machine";
  bfcl_oracle::Mutator mutator(20240811);
  std::map<std::string, int> seen;
  int passed = 0;
  for (int i = 0; i < 50'000; ++i) {
    const bfcl_oracle::Question& q = questions[mutator.below(questions.size())];
    const bool underscore = mutator.chance(2);
    std::vector<Json> calls = mutator.right_calls(q, underscore);
    for (std::size_t n = mutator.below(4); n > 0; --n) mutator.mutate_calls(q, calls);
    const bfcl_oracle::Verdict expected =
        bfcl_oracle::check(q.version, q.category, q.functions, q.truth, calls, underscore);
    const std::string got = verdict(q.version, q.category, q.functions, q.truth, calls, underscore);
    ++seen[got];
    passed += expected.pass ? 1 : 0;
    ASSERT_EQ(got, expected.pass ? "" : expected.type)
        << q.category << "\nfunctions " << q.functions.dump() << "\ntruth " << q.truth.dump()
        << "\ncalls " << Json(calls).dump() << "\nunderscore " << underscore;
  }
  // The draw has to reach both verdicts and every kind of fault that the rules know.
  EXPECT_GT(passed, 10'000);
  EXPECT_LT(passed, 40'000);
  for (const char* type :
       {"simple_function_checker:wrong_count", "simple_function_checker:wrong_func_name",
        "simple_function_checker:missing_required", "simple_function_checker:unexpected_param",
        "simple_function_checker:missing_optional", "multiple_function_checker:wrong_count",
        "parallel_function_checker_no_order:wrong_count",
        "parallel_function_checker_no_order:cannot_find_match", "type_error:simple",
        "type_error:nested", "value_error:string", "value_error:list/tuple", "value_error:others",
        "value_error:dict_key", "value_error:dict_value", "value_error:list_dict_count"}) {
    EXPECT_GT(seen[type], 0) << type;
  }
}

TEST(BfclTypes, AnIntIsToldFromAFloatByItsText) {
  EXPECT_EQ(argument(R"({"type":"integer"})", "[100]", "100"), "");
  EXPECT_EQ(argument(R"({"type":"integer"})", "[100]", "1e2"), "type_error:simple");
  EXPECT_EQ(argument(R"({"type":"float"})", "[100]", "1e2"), "");
  EXPECT_EQ(argument(R"({"type":"integer"})", "[100]", "1.5"), "type_error:simple");
  EXPECT_EQ(argument(R"({"type":"integer"})", "[15]", "1.5"), "type_error:simple");
}

TEST(BfclTypes, BigIntegersAreExactAndFloatsAreDoubles) {
  const std::string big = "123456789012345678901234567890";
  EXPECT_EQ(argument(R"({"type":"integer"})", "[" + big + "]", big), "");
  EXPECT_EQ(argument(R"({"type":"integer"})", "[" + big + "]", "123456789012345678901234567891"),
            "value_error:others");
  EXPECT_EQ(argument(R"({"type":"float"})", "[0.1]", "0.1000000000000000055511151231257827"), "");
  EXPECT_EQ(argument(R"({"type":"float"})", "[9007199254740992]", "9007199254740993"), "");
  EXPECT_EQ(
      argument(R"({"type":"any"})", "[9007199254740993, 9007199254740992.0]", "9007199254740992"),
      "");
  EXPECT_EQ(argument(R"({"type":"float"})", "[1.0]", "1" + std::string(400, '0')),
            "value_error:others");
}

TEST(BfclTypes, NotANumberEqualsNothingAndInfinityItself) {
  EXPECT_EQ(argument(R"({"type":"float"})", "[NaN]", "NaN"), "value_error:others");
  EXPECT_EQ(argument(R"({"type":"float"})", "[Infinity]", "Infinity"), "");
  EXPECT_EQ(argument(R"({"type":"float"})", "[Infinity]", "1e400"), "");
  EXPECT_EQ(argument(R"({"type":"float"})", "[Infinity]", "-Infinity"), "value_error:others");
  EXPECT_EQ(argument(R"({"type":"integer"})", "[5]", "Infinity"), "type_error:simple");
}

TEST(BfclTypes, BooleansEqualNumbersByValueAndNeverByType) {
  EXPECT_EQ(argument(R"({"type":"any"})", "[1]", "true"), "type_error:simple");
  EXPECT_EQ(argument(R"({"type":"array","items":{"type":"array"}})", "[[[true]]]", "[[1.0]]"), "");
}

TEST(BfclTypes, ATupleIsAListOnlyWhereATupleIsDeclared) {
  EXPECT_EQ(
      argument(R"({"type":"tuple","items":{"type":"integer"}})", "[[1,2]]", R"({"$tuple":[1,2]})"),
      "");
  EXPECT_EQ(
      argument(R"({"type":"array","items":{"type":"integer"}})", "[[1,2]]", R"({"$tuple":[1,2]})"),
      "type_error:simple");
  EXPECT_EQ(argument(R"({"type":"array","items":{"type":"array"}})", "[[[1,2]]]",
                     R"([{"$tuple":[1,2]}])"),
            "type_error:nested");
}

TEST(BfclTypes, WhatJsonCannotHoldMatchesNothing) {
  EXPECT_EQ(argument(R"({"type":"dict"})", R"([{"k":[1]}])", R"({"$python":"{1: 2}"})"),
            "type_error:simple");
}

TEST(BfclValues, TheLastOfARepeatedNameCounts) {
  Texts texts;
  BfclTask task;
  task.category = "simple";
  task.functions =
      texts.read(R"([{"name":"f","parameters":{"properties":{"p":{"type":"integer"}}}}])");
  task.ground_truth = texts.read(R"([{"f":{"p":[2]}}])");
  const std::array<BfclCall, 1> right = {BfclCall{"f", texts.read(R"({"p":1,"p":2})")}};
  const std::array<BfclCall, 1> wrong = {BfclCall{"f", texts.read(R"({"p":2,"p":1})")}};
  EXPECT_FALSE(check_bfcl(task, right));
  EXPECT_TRUE(check_bfcl(task, wrong));
}

TEST(BfclValues, StringsAreLoweredAsPythonDoes) {
  EXPECT_EQ(standard_string("São PAULO, É"), "sãopauloé");
  EXPECT_EQ(standard_string("ΟΔΟΣ"), "οδος");
  EXPECT_EQ(standard_string("ΣΑ Σ"), "σας");
  EXPECT_EQ(standard_string("\xC4\xB0x"), "i\xCC\x87x");
  EXPECT_EQ(standard_string("It's"), "it\"s");
  EXPECT_EQ(standard_string("a\tb:c;(d$"), "a\tb:c;(d$");
  EXPECT_EQ(standard_string("\xFF"
                            "A É"),
            "\xFF"
            "aé");
}

TEST(BfclVersions, DictsOfVersionOneHaveNoOptionalKeysAndMatchInDepth) {
  const std::string dict = R"({"type":"dict"})";
  const std::string optional = R"([{"k":["v"],"o":[1,""]}])";
  EXPECT_EQ(argument(dict, optional, R"({"k":"V."})", BfclVersion::v4), "");
  EXPECT_EQ(argument(dict, optional, R"({"k":"V."})", BfclVersion::v1), "value_error:dict_items");
  const std::string nested = R"([{"k":{"a":["X"]}}])";
  EXPECT_EQ(argument(dict, nested, R"({"k":{"a":"x"}})", BfclVersion::v1), "");
  EXPECT_EQ(argument(dict, nested, R"({"k":{"a":"y"}})", BfclVersion::v1),
            "value_error:dict_value");
  EXPECT_EQ(argument(dict, nested, R"({"k":{"a":"x"}})", BfclVersion::v4),
            "value_error:dict_value");
}

TEST(BfclVersions, ParallelKeysOfVersionOneCarryNumbers) {
  const Json functions = Json::parse(
      R"([{"name":"play","parameters":{"properties":{"p":{"type":"integer"}},"required":["p"]}}])");
  const Json truth = Json::parse(R"({"play_1":{"p":[1]},"play_2":{"p":[2]}})");
  const std::vector<Json> calls = {Json::parse(R"({"play":{"p":2}})"),
                                   Json::parse(R"({"play":{"p":1}})")};
  EXPECT_EQ(verdict(1, "parallel_function", functions, truth, calls, false), "");
  EXPECT_EQ(verdict(1, "parallel_function", functions, truth, {calls[0]}, false),
            "parallel_function_checker_no_order:wrong_count");
}

TEST(BfclParallel, MatchingIsGreedyAsPublished) {
  const Json functions = Json::parse(
      R"([{"name":"f","parameters":{"properties":{"p":{"type":"integer"}},"required":["p"]}}])");
  const Json truth = Json::parse(R"([{"f":{"p":[1,2]}},{"f":{"p":[1]}}])");
  const Json one = Json::parse(R"({"f":{"p":1}})"), two = Json::parse(R"({"f":{"p":2}})");
  EXPECT_EQ(verdict(4, "parallel", functions, truth, {two, one}, false), "");
  EXPECT_EQ(verdict(4, "parallel", functions, truth, {one, two}, false),
            "parallel_function_checker_no_order:cannot_find_match");
}

TEST(BfclNoCall, RelevanceMeansOppositeThingsInTheTwoVersions) {
  const Json functions = Json::array(), truth = Json::array();
  const std::vector<Json> call = {Json::parse(R"({"f":{}})")};
  EXPECT_EQ(verdict(1, "relevance", functions, truth, {}, false), "");
  EXPECT_EQ(verdict(1, "relevance", functions, truth, call, false),
            "relevance_error:decoder_success");
  EXPECT_EQ(verdict(4, "live_relevance", functions, truth, call, false), "");
  EXPECT_EQ(verdict(4, "live_relevance", functions, truth, {}, false),
            "relevance_error:decoder_failed");
  EXPECT_EQ(verdict(4, "live_irrelevance", functions, truth, call, false),
            "irrelevance_error:decoder_success");
}

TEST(BfclRobust, AKeyWithoutAFunctionAndArgumentsWithoutAnObjectAreFaultsOfTheirOwn) {
  const Json functions = Json::parse(R"([{"name":"f","parameters":{}}])");
  EXPECT_EQ(verdict(4, "multiple", functions, Json::parse(R"([{"g":{}}])"),
                    {Json::parse(R"({"g":{}})")}, false),
            "parallel_function_checker_no_order:cannot_find_description");
  EXPECT_EQ(verdict(4, "multiple", functions, Json::parse(R"([{"f":{}}])"),
                    {Json::parse(R"({"f":[1]})")}, false),
            "ast_decoder:decoder_wrong_output_format");
  EXPECT_EQ(verdict(4, "simple", Json::array(), Json::parse(R"([{"f":{}}])"),
                    {Json::parse(R"({"f":{}})")}, false),
            "parallel_function_checker_no_order:cannot_find_description");
  EXPECT_EQ(verdict(4, "simple", functions, Json::array(), {Json::parse(R"({"f":{}})")}, false),
            "simple_function_checker:wrong_count");
}

TEST(BfclRobust, ManyRepeatedNamesCostLinearTime) {
  std::string value = "{\"p\":1";
  for (int i = 0; i < 200'000; ++i) value += ",\"p\":1";
  Texts texts;
  BfclTask task;
  task.category = "simple";
  task.functions =
      texts.read(R"([{"name":"f","parameters":{"properties":{"p":{"type":"integer"}}}}])");
  task.ground_truth = texts.read(R"([{"f":{"p":[1]}}])");
  const std::array<BfclCall, 1> calls = {BfclCall{"f", texts.read(value + "}")}};
  EXPECT_FALSE(check_bfcl(task, calls));
}

}  // namespace
}  // namespace tare
