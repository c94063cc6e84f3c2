#include "coercion/kind.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace tare {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

TEST(Kind, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const KindInfo& info : all_kinds()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_EQ(&kind_info(info.name), &info);
    EXPECT_FALSE(info.definition.empty());
    EXPECT_NE(info.severity, Severity::none);
  }
  EXPECT_FALSE(is_kind("stringToNumbers"));
}

// change_of and call_finding take a name that must be listed; no other spelling may stand in the
// code.
TEST(Kind, EveryNameInTheCodeIsListed) {
  const std::string folder = std::string(TARE_SOURCE_DIR) + "/orchestrator/coercion/";
  const std::regex quoted("\"([a-z]+[A-Z][A-Za-z]+)\"");
  int seen = 0;
  for (const char* file :
       {"severity.cc", "number_change.cc", "string_change.cc", "type_change.cc", "tree_diff.cc",
        "value_diff.cc", "name_change.cc", "trace_findings.cc", "call_trace.cc"}) {
    const std::string text = read_text(folder + file);
    ASSERT_FALSE(text.empty()) << file;
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) {
      EXPECT_TRUE(is_kind((*at)[1].str())) << file << ": " << (*at)[1];
      ++seen;
    }
  }
  EXPECT_GT(seen, 50);
}

// docs/scoring.md lists the kinds in a table; each row is made from the table in the code.
TEST(Kind, TheDocumentedTableIsTheOneInTheCode) {
  std::string expected;
  for (const KindInfo& info : all_kinds()) {
    expected += "| `" + std::string(info.name) + "` | " + info.group + " | " +
                std::string(severity_name(info.severity)) + " | " + (info.lossless ? "no" : "yes") +
                " | " + std::string(info.definition) + " |\n";
  }
  const std::string page = read_text(std::string(TARE_SOURCE_DIR) + "/docs/scoring.md");
  EXPECT_NE(page.find(expected), std::string::npos) << "docs/scoring.md must hold these rows:\n"
                                                    << expected;
}

}  // namespace
}  // namespace tare
