#include "diff/kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
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

// What stands between the brackets behind each `name(` in a text.
std::vector<std::string> arguments_of(const std::string& name, const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find(name + "("); at != text.npos; at = text.find(name + "(", at)) {
    at += name.size() + 1;
    std::size_t end = at;
    for (int open = 1; end < text.size() && open > 0; ++end) {
      open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    }
    out.push_back(text.substr(at, end - at));
  }
  return out;
}

// These take a name that must be listed; no other spelling may stand in the code.
TEST(Kind, EveryNameInTheCodeIsListed) {
  int seen = 0;
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"/orchestrator/diff", "/orchestrator/coercion"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(TARE_SOURCE_DIR) + folder)) {
      if (entry.path().extension() == ".cc") files.push_back(entry.path());
    }
  }
  for (const std::filesystem::path& path : files) {
    const std::string text = read_text(path.string());
    for (const char* taker : {"change_of", "call_finding", "kind_info"}) {
      for (const std::string& given : arguments_of(taker, text)) {
        for (const std::string& word : quoted_words(given)) {
          EXPECT_TRUE(is_kind(word)) << path << ": " << word;
          ++seen;
        }
      }
    }
  }
  EXPECT_GT(seen, 40);
}

struct Group {
  char letter;
  std::string_view title;
};
constexpr Group kGroups[] = {{'A', "Scalar type and value"},
                             {'B', "Containers and nested encoding"},
                             {'C', "Object shape"},
                             {'D', "String content"},
                             {'E', "Invalid or empty arguments"},
                             {'F', "Tool name"},
                             {'G', "Set of calls and streams"},
                             {'Z', "Fallbacks"}};

std::string documented_kinds() {
  std::string out;
  for (const Group& group : kGroups) {
    out +=
        "### " + std::string(group.letter == 'Z' ? "" : std::string(1, group.letter) + ": ") +
        std::string(group.title) +
        "\n\n| kind | severity | loses | model wrote | tool received | what happened; what to do "
        "|\n| --- | --- | --- | --- | --- | --- |\n";
    for (const KindInfo& info : all_kinds()) {
      if (info.group != group.letter) continue;
      out += "| `" + std::string(info.name) + "` | " + std::string(severity_name(info.severity)) +
             " | " + (info.lossless ? "no" : "yes") + " | `" + std::string(info.example_raw) +
             "` | `" + std::string(info.example_normalized) + "` | " +
             std::string(info.definition) + " *" + std::string(info.remedy) + "* |\n";
    }
    out += "\n";
  }
  return out;
}

// docs/coercions.md lists the kinds between two marks; what stands there is made from the code.
// TARE_UPDATE_GOLDEN=1 writes it anew, and fails, so that no machine passes by writing its own
// truth.
TEST(Kind, TheDocumentedListIsTheOneInTheCode) {
  const std::string path = std::string(TARE_SOURCE_DIR) + "/docs/coercions.md";
  const std::string begin_mark = "<!-- kinds: from orchestrator/diff/kind.cc -->\n\n";
  const std::string end_mark = "<!-- end of kinds -->\n";
  const std::string page = read_text(path);
  const std::size_t begin = page.find(begin_mark);
  const std::size_t end = page.find(end_mark);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string made =
      page.substr(0, begin) + begin_mark + documented_kinds() + page.substr(end);
  if (std::getenv("TARE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
    FAIL() << "wrote " << path << "; look at it, and run again without TARE_UPDATE_GOLDEN";
  }
  EXPECT_EQ(page, made) << "TARE_UPDATE_GOLDEN=1 writes it anew";
}

TEST(Kind, EveryKindHasAGroupAnExampleAndARemedyThatAreSentences) {
  for (const KindInfo& info : all_kinds()) {
    EXPECT_NE(std::ranges::find(kGroups, info.group, &Group::letter), std::end(kGroups))
        << info.name;
    EXPECT_FALSE(info.example_raw.empty()) << info.name;
    EXPECT_FALSE(info.example_normalized.empty()) << info.name;
    EXPECT_NE(info.example_raw, info.example_normalized) << info.name;
    EXPECT_TRUE(info.definition.ends_with('.')) << info.name;
    EXPECT_TRUE(info.remedy.ends_with('.')) << info.name;
    // A cell of a table on the page.
    for (const std::string_view text :
         {info.definition, info.example_raw, info.example_normalized, info.remedy}) {
      EXPECT_EQ(text.find_first_of("|`\n*"), text.npos) << info.name;
    }
  }
}

// A program that reads findings may rely on the list.
TEST(Kind, TheSchemasListTheKindsOfTheCode) {
  std::vector<std::string> known;
  for (const KindInfo& info : all_kinds()) known.emplace_back(info.name);
  for (const char* name : {"diff", "results"}) {
    const auto schema = nlohmann::json::parse(
        read_text(std::string(TARE_SOURCE_DIR) + "/schemas/" + name + ".schema.json"));
    EXPECT_EQ(schema["$defs"]["kind"]["enum"].get<std::vector<std::string>>(), known) << name;
    EXPECT_EQ(schema["$defs"]["finding"]["properties"]["kind"]["$ref"], "#/$defs/kind") << name;
  }
}

}  // namespace
}  // namespace tare
