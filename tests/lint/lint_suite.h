// A suite on disk for rules to look at, made of a few words.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "lint/lint.h"
#include "suite/suite.h"

namespace tare::lint_sample {

// Tools that most tests speak of.
inline constexpr const char* kTools = R"([
  {"name": "get_order", "annotations": {"readOnlyHint": true},
   "inputSchema": {"type": "object", "properties": {"number": {"type": "string"},
     "detail": {"type": "string", "enum": ["short", "full"]}}, "required": ["number"],
     "additionalProperties": false}},
  {"name": "set_price", "annotations": {"destructiveHint": true},
   "inputSchema": {"type": "object", "properties": {
     "sku": {"type": "string", "pattern": "^[A-Z]{2}[0-9]+$"},
     "price": {"type": "number", "minimum": 1, "maximum": 500},
     "tags": {"type": "array", "items": {"type": "string", "enum": ["new", "sale"]}},
     "where": {"type": "object", "properties": {"shop": {"type": "string"}}}},
     "required": ["sku", "price"]}},
  {"name": "find"},
  {"name": "list_shops", "inputSchema": {"type": "object", "properties": {}}}
])";

class SuiteOnDisk {
 public:
  // `members`: further members of the suite file, `"gates": {…}`, each behind a comma.
  SuiteOnDisk(const std::string& cases, const std::string& members = "",
              const std::string& tools = kTools) {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    static int count = 0;
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string(test->test_suite_name()) + "-" + std::to_string(++count));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("cases.json", cases);
    write("tare.json", R"({"adapter":{"command":["true"]},"cases":["cases.json"])" +
                           (tools.empty() ? "" : R"(,"tools":)" + tools) +
                           (members.empty() ? "" : "," + members) + "}");
  }
  ~SuiteOnDisk() { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  std::string path() const { return (folder_ / "tare.json").string(); }

  Result<LintResult> lint(const std::string& only_id = "") {
    std::vector<SetAside> aside;
    auto suite = load_suite_to_lint(path(), "2026-01-01", aside);
    if (!suite) return suite.error();
    std::vector<const TestCase*> cases;
    for (const TestCase& one : suite->cases) {
      if (only_id.empty() || one.id() == only_id) cases.push_back(&one);
    }
    return lint_suite(*suite, suite->tools_from == ToolsFrom::file ? &suite->tools : nullptr, aside,
                      cases);
  }

  // The ids of the rules that found something, "lint/" left out; "error: …" where it came to none.
  std::vector<std::string> rules(const std::string& only_id = "") {
    const auto result = lint(only_id);
    if (!result) return {"error: " + result.error().reason};
    std::vector<std::string> out;
    for (const Violation& one : result->violations) {
      out.push_back(one.rule.substr(5) + (one.waived_because ? " (waived)" : ""));
    }
    return out;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace tare::lint_sample
