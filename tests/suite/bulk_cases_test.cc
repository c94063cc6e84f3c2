// Cases read in bulk are the cases as they are read ever, or are not read in bulk.
#include "suite/bulk_cases.h"

#include <gtest/gtest.h>

#include "suite/bulk_loading.h"
#include "suite/predictions.h"
#include "suite/suite_maker.h"

namespace tare {
namespace {

// What of a case can be told by words.
std::string told(const TestCase& c) {
  std::string out = c.id() + "|" + std::string(case_kind_name(c.input.kind)) + "|" +
                    c.input.request_json + "|" + c.input.messages_json + "|" + c.input.input_json +
                    "|" + c.input.identity_json + "|";
  for (const std::string& tag : c.input.tags) out += tag + ",";
  out += "|" + std::to_string(static_cast<int>(c.expected.tool)) + c.expected.expected_tool + "|";
  for (const std::string& tool : c.expected.acceptable_tools) out += tool + ",";
  out += "|" + std::to_string(c.expected.risk) + (c.expected.mcp_tools_only ? "m" : "");
  if (c.expected.rare) out += c.expected.rare->metadata_json + c.expected.rare->expected_args_json;
  return out;
}

std::string selected_of(const BulkCases& cases, const BulkCase& one) {
  return one.selected == 0 ? "none" : "\"" + cases.tools().name(one.selected);
}

TEST(BulkCases, AreThoseOfTheOrdinaryWayOrNone) {
  int bulk_suites = 0, ordinary_suites = 0, bad_suites = 0, matched = 0, bad_predictions = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Folder folder;
    SuiteMaker(seed).write(folder, 1 + seed % 60);
    const std::string path = folder.file("tare.json");
    const auto ordinary = load_suite(path, kToday);
    BulkLoading bulk;
    bulk.min_bytes = 0;
    bulk.options = {.workers = 1 + seed % 3, .piece_bytes = 1 + seed * 37 % 3000};
    const auto suite = load_suite(path, kToday, bulk);
    ASSERT_EQ(static_cast<bool>(suite), static_cast<bool>(ordinary));
    if (!suite) {
      ASSERT_EQ(all_faults(suite.error()), all_faults(ordinary.error()));
      ++bad_suites;
      continue;
    }
    ASSERT_EQ(suite->warnings, ordinary->warnings);
    ASSERT_EQ(suite->files, ordinary->files);
    ASSERT_EQ(suite->dataset_sha256, ordinary->dataset_sha256);
    if (!bulk.cases.any()) {
      ASSERT_EQ(suite->cases.size(), ordinary->cases.size());
      ++ordinary_suites;
      continue;
    }
    ++bulk_suites;
    ASSERT_TRUE(suite->cases.empty());
    ASSERT_EQ(bulk.cases.all().size(), ordinary->cases.size());
    std::vector<const TestCase*> cases;
    for (const BulkCase& one : bulk.cases.all()) {
      const TestCase& same = ordinary->cases[cases.size()];
      ASSERT_EQ(one.id(), same.id());
      ASSERT_EQ(told(bulk.cases.whole(one)), told(same));
      cases.push_back(&same);
    }
    const auto predictions = load_predictions(folder.file("predictions.jsonl"), cases);
    const bool match = bulk.cases.match(folder.file("predictions.jsonl"), bulk.options);
    if (match) {
      ASSERT_TRUE(static_cast<bool>(predictions));
      ASSERT_EQ(predictions->size(), cases.size());
      for (const Prediction& one : *predictions) {
        const std::string tool = one.selected_tool ? "\"" + *one.selected_tool : "none";
        ASSERT_EQ(selected_of(bulk.cases, bulk.cases.all()[one.case_index]), tool);
      }
    }
    ASSERT_EQ(match, static_cast<bool>(predictions));
    ++(match ? matched : bad_predictions);
  }
  EXPECT_GT(bulk_suites, 800);
  EXPECT_GT(ordinary_suites, 10);
  EXPECT_GT(bad_suites, 50);
  EXPECT_GT(matched, 700);
  EXPECT_GT(bad_predictions, 10);
}

TEST(BulkCases, SayOfAPlainCaseWhatItExpects) {
  Folder folder;
  folder.write("a.jsonl",
               "{\"id\":\"a\",\"request\":\"r\",\"expectedTool\":\"x\",\"acceptableTools\":[\"y\"],"
               "\"risk\":3,\"tags\":[\"t\",\"u\"]}\n"
               "{\"id\":\"b\",\"request\":\"r\",\"expectedTool\":null,\"kind\":\"agent\"}\n"
               "{\"id\":\"c\",\"request\":\"r\",\"expectedTool\":\"x\",\"calls\":\"only\"}\n"
               "{\"id\":\"d\",\"request\":\"r\",\"expectedTools\":[\"y\",\"x\"]}\n");
  BulkCases cases;
  ASSERT_TRUE(cases.read({{folder.file("a.jsonl"), "a.jsonl"}}, nullptr, {}));
  const auto all = cases.all();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(cases.tools().name(all[0].tool), "x");
  EXPECT_EQ(cases.tools().name(cases.tool_list(all[0].acceptable).at(0)), "y");
  EXPECT_EQ(all[0].risk, 3);
  EXPECT_EQ(cases.tag_list(all[0].tags).size(), 2u);
  EXPECT_FALSE(all[0].is_agent);
  EXPECT_EQ(all[1].tool, 0u);
  EXPECT_TRUE(all[1].is_agent);
  EXPECT_EQ(all[1].risk, 1);
  EXPECT_FALSE(all[1].is_odd);
  EXPECT_TRUE(all[2].is_odd);
  EXPECT_EQ(cases.tools().name(all[3].tool), "y");
  EXPECT_EQ(cases.tool_list(all[3].acceptable).size(), 2u);
}

TEST(BulkCases, WantEachToolToBeOffered) {
  Folder folder;
  folder.write(
      "a.jsonl",
      "{\"id\":\"a\",\"request\":\"r\",\"expectedTool\":\"x\",\"acceptableTools\":[\"y\"]}\n");
  Manifest manifest;
  manifest.tools.resize(1);
  manifest.tools[0].name = "x";
  BulkCases cases;
  EXPECT_FALSE(cases.read({{folder.file("a.jsonl"), "a.jsonl"}}, &manifest, {}));
  EXPECT_FALSE(cases.any());
  manifest.tools.resize(2);
  manifest.tools[1].name = "y";
  EXPECT_TRUE(cases.read({{folder.file("a.jsonl"), "a.jsonl"}}, &manifest, {}));
}

}  // namespace
}  // namespace tare
