// The required tests of the official suite, all but those that docs/json-schema.md excepts; and how
// many of the optional ones pass.
#include <gmock/gmock.h>

#include <filesystem>
#include <iostream>
#include <set>

#include "base/file.h"
#include "coercion/shared_data.h"
#include "json/reader.h"
#include "schema/schema.h"

namespace tare::schema {
namespace {

struct SuiteTest {
  std::string name;  // "draft7/ref.json | group | test"
  std::string schema;
  std::string value;
  bool valid;
};

std::string suite() { return shared_data("json_schema_test_suite"); }

std::string read(const std::filesystem::path& path) {
  Result<std::string> text = read_file(path.string());
  return text ? std::move(*text) : std::string();
}

// `file` below tests/.
std::vector<SuiteTest> tests_of(const std::string& file) {
  std::vector<SuiteTest> out;
  const std::string text = read(std::filesystem::path(suite()) / "tests" / file);
  json::Document document;
  if (json::read_strict(text, document)) return out;
  for (const json::Value group : document.root().elements()) {
    for (const json::Value test : group.find("tests").elements()) {
      out.push_back({file + " | " + group.find("description").decoded() + " | " +
                         test.find("description").decoded(),
                     std::string(group.find("schema").text()),
                     std::string(test.find("data").text()), test.find("valid").boolean()});
    }
  }
  return out;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> out;
  const auto path = std::filesystem::path(suite()) / "tests" / folder;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() == ".json") {
      out.push_back(folder + "/" + entry.path().filename().string());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Remote> remotes() {
  std::vector<Remote> out;
  const auto folder = std::filesystem::path(suite()) / "remotes";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    out.push_back({"http://localhost:1234/" +
                       std::filesystem::relative(entry.path(), folder).generic_string(),
                   read(entry.path())});
  }
  return out;
}

// "" where the answer is as the test wants it. The two ways to ask must agree.
std::string failure_of(const SuiteTest& test, const Options& options) {
  const auto schema = Schema::compile(test.schema, options);
  if (!schema) return "does not compile: " + schema.error().reason;
  json::Document document;
  if (json::read_strict(test.value, document)) return "is no JSON";
  const Fit fit = (*schema)->check(document.root());
  const bool has_violations = !(*schema)->violations(document.root()).empty();
  if (has_violations != (fit == Fit::does_not_fit)) return "violations disagree with the check";
  if (fit == Fit::unknown) return "unknown";
  return (fit == Fit::fits) == test.valid ? "" : (test.valid ? "does not fit" : "fits");
}

// Lines of the page that begin with "- `draft" name one excepted test each.
std::set<std::string> exceptions() {
  std::set<std::string> out;
  const std::string page = read(std::string(TARE_SOURCE_DIR) + "/docs/json-schema.md");
  for (std::size_t at = 0; (at = page.find("\n- `draft", at)) != std::string::npos;) {
    at += 4;
    out.insert(page.substr(at, page.find('`', at) - at));
  }
  return out;
}

TEST(OfficialSuite, AllRequiredTestsPassButTheExceptionsInTheDocs) {
  if (suite().empty()) GTEST_SKIP() << "no json_schema_test_suite in the shared data";
  const std::vector<Remote> known = remotes();
  std::set<std::string> failed;
  std::size_t count = 0;
  for (const auto& [folder, draft] :
       {std::pair("draft2020-12", Draft::draft2020_12), std::pair("draft7", Draft::draft7)}) {
    for (const std::string& file : files_in(folder)) {
      for (const SuiteTest& test : tests_of(file)) {
        ++count;
        const std::string failure = failure_of(test, {.draft = draft, .remotes = known});
        if (failure.empty()) continue;
        failed.insert(test.name);
        if (exceptions().count(test.name) == 0) {
          ADD_FAILURE() << test.name << ": " << failure << "\n"
                        << test.schema << "\n"
                        << test.value;
        }
      }
    }
  }
  EXPECT_GT(count, 2000u);
  EXPECT_THAT(exceptions(), testing::SizeIs(testing::Le(20u)));
  EXPECT_EQ(failed, exceptions());
}

// What the docs claim of the optional tests: all, but in the files named here.
TEST(OfficialSuite, OptionalTestsPassAsTheDocsClaim) {
  if (suite().empty()) GTEST_SKIP() << "no json_schema_test_suite in the shared data";
  const std::vector<Remote> known = remotes();
  std::set<std::string> unmet;
  std::size_t count = 0;
  std::size_t passed = 0;
  for (const auto& [folder, draft] :
       {std::pair("draft2020-12", Draft::draft2020_12), std::pair("draft7", Draft::draft7)}) {
    for (const bool formats : {false, true}) {
      const std::string below = std::string(folder) + (formats ? "/optional/format" : "/optional");
      for (const std::string& file : files_in(below)) {
        for (const SuiteTest& test : tests_of(file)) {
          ++count;
          if (failure_of(test, {.draft = draft, .assert_formats = formats, .remotes = known})
                  .empty()) {
            ++passed;
          } else {
            unmet.insert(std::filesystem::path(file).filename().string());
          }
        }
      }
    }
  }
  EXPECT_THAT(unmet, testing::ElementsAre("content.json", "hostname.json", "idn-hostname.json"));
  std::cout << passed << " of " << count << " optional tests pass\n";
}

}  // namespace
}  // namespace tare::schema
