#include "coercion/kind.h"

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace tare {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// What stands between quotes and looks like a kind: letters alone, the first small, one of them
// large.
std::vector<std::string> quoted_words(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find('"'); at != text.npos; at = text.find('"', at + 1)) {
    std::size_t end = at + 1;
    bool large = false;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) {
      large = large || std::isupper(static_cast<unsigned char>(text[end])) != 0;
      ++end;
    }
    const bool small_first = std::islower(static_cast<unsigned char>(text[at + 1])) != 0;
    const bool word = end > at + 3;  // "eE" is a set of characters
    if (word && end < text.size() && text[end] == '"' && large && small_first) {
      out.push_back(text.substr(at + 1, end - at - 1));
    }
  }
  return out;
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
  int seen = 0;
  for (const char* file :
       {"severity.cc", "number_change.cc", "string_change.cc", "type_change.cc", "tree_diff.cc",
        "value_diff.cc", "name_change.cc", "trace_findings.cc", "call_trace.cc"}) {
    const std::string text = read_text(folder + file);
    ASSERT_FALSE(text.empty()) << file;
    for (const std::string& word : quoted_words(text)) {
      EXPECT_TRUE(is_kind(word)) << file << ": " << word;
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
