// Files of cases: forms, globs, order, size.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <random>

#include "suite/path_glob.h"
#include "suite_test_support.h"

namespace tare {
namespace {

std::string case_text(const std::string& id) {
  return R"({"id":")" + id + R"(","request":"x","expectedTool":"t"})";
}

std::string suite_of(const std::string& globs) {
  return R"({"adapter":{"command":["true"]},"cases":)" + globs + "}";
}

std::string ids_of(const Suite& suite) {
  std::string ids;
  for (const TestCase& c : suite.cases) ids += (ids.empty() ? "" : " ") + c.id();
  return ids;
}

TEST(CaseFiles, OneCaseAnArrayLinesAndYamlAreAllRead) {
  Folder folder;
  folder.write("tare.json", suite_of(R"(["d.yml","a.json","b.json","c.jsonl"])"));
  folder.write("a.json", "\xEF\xBB\xBF" + case_text("a"));
  folder.write("b.json", "[" + case_text("b1") + "," + case_text("b2") + ", /* last */]");
  folder.write("c.jsonl", "\xEF\xBB\xBF" + case_text("c1") + "\r\n\n  \t\n " + case_text("c2"));
  folder.write("d.yml", "- {id: d1, request: x, expectedTool: null}\n");
  EXPECT_EQ(ids_of(load_good(folder)), "d1 a b1 b2 c1 c2");
}

TEST(CaseFiles, GlobsAreSortedAndAFileIsReadOnce) {
  Folder folder;
  folder.write("tare.json", suite_of(R"(["x/b.json","./x/*.json","y/**/*.json","z**"])"));
  folder.write("x/b.json", case_text("b"));
  folder.write("x/a.json", case_text("a"));
  folder.write("x/.hidden.json", "broken");
  folder.write("x/deep/no.json", "broken");
  folder.write("y/top.json", case_text("top"));
  folder.write("y/1/2/deep.json", case_text("deep"));
  folder.write("y/.tare/no.json", "broken");
  folder.write("z1/z2/z.json", case_text("z"));
  EXPECT_EQ(ids_of(load_good(folder)), "b a deep top z");
}

TEST(CaseFiles, FaultsOfGlobs) {
  Folder folder;
  folder.write("tare.json",
               suite_of(R"(["no.json","no/*.json","d","x.txt",7,"e.json","e.jsonl"])"));
  folder.write("d/x.json", case_text("x"));
  folder.write("x.txt", case_text("x"));
  folder.write("e.json", "[]");
  folder.write("e.jsonl", "\n\n");
  EXPECT_EQ(
      faults_of(folder),
      "tare.json:1:42: no file \"no.json\" | paths are relative to the suite file\n"
      "tare.json:1:52: glob \"no/*.json\" matches no file | paths are relative to the suite file; "
      "`*` stops "
      "at `/`, `**` does not\n"
      "tare.json:1:64: \"d\" in \"cases\" is a folder | name its files, such as \"d/*.json\"\n"
      "tare.json:1:68: case file x.txt is of no known kind | case files end in .json, .jsonl, "
      ".yaml or .yml\n"
      "tare.json:1:76: \"cases\" is 7; it must be a string\n"
      "e.json:1:1: the file holds no case | remove the file, or take it out of \"cases\"\n"
      "e.jsonl: the file holds no case");
}

TEST(CaseFiles, FaultsInLinesHaveTheirLineAndTheOthersAreStillRead) {
  Folder folder;
  folder.write("tare.json", suite_of(R"(["c.jsonl"])"));
  folder.write("c.jsonl", case_text("a") + "\n{\"id\":\n" + case_text("a") + "\n" +
                              R"({"id":"é","request":"x","expectedTool":"t","rsk":1})" + "\n" +
                              case_text("b") + " // no\n");
  EXPECT_TRUE(faults_of(folder).starts_with("c.jsonl:2:")) << faults_of(folder);
  const std::string text = faults_of(folder);
  EXPECT_NE(text.find("c.jsonl:2:7: not valid JSON: "), std::string::npos) << text;
  EXPECT_NE(text.find("| in a .jsonl file each line is one whole case\n"), std::string::npos)
      << text;
  EXPECT_NE(
      text.find("c.jsonl:3:7: case id \"a\" stands twice, first at c.jsonl:1:1 | ids are unique"),
      std::string::npos)
      << text;
  EXPECT_NE(
      text.find(
          "c.jsonl:4:44: case \"é\": unknown member \"rsk\" in a case | did you mean \"risk\"?"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("c.jsonl:5:45: not valid JSON: "), std::string::npos) << text;
}

TEST(CaseFiles, IdsAreUniqueOverAllFiles) {
  Folder folder;
  folder.write("tare.json", suite_of(R"(["a.json","b.json"])"));
  folder.write("a.json", case_text("same"));
  folder.write("b.json", "\n" + case_text("same"));
  EXPECT_EQ(
      faults_of(folder),
      "b.json:2:7: case id \"same\" stands twice, first at a.json:1:1 | ids are unique in a suite");
}

TEST(CaseFiles, BytesThatAreNotUtf8AreRefusedWithTheirPlace) {
  Folder folder;
  folder.write("tare.json", suite_of(R"(["c.jsonl"])"));
  folder.write("c.jsonl", case_text("a") + "\n{\"id\":\"\xc3\xa9\xff\"}");
  EXPECT_EQ(faults_of(folder), "c.jsonl:2:9: a byte that is not UTF-8 | save the file as UTF-8");
}

// The oracle expands `**` naively by recursion.
bool slow_match(const std::string& p, const std::string& t) {
  if (p.empty()) return t.empty();
  if (p.starts_with("**/") && slow_match(p.substr(3), t)) return true;
  if (p.starts_with("**")) {
    for (std::size_t i = 0; i <= t.size(); ++i) {
      if (slow_match(p.substr(2), t.substr(i))) return true;
    }
    return false;
  }
  if (p[0] == '*') {
    for (std::size_t i = 0; i <= t.size(); ++i) {
      if (slow_match(p.substr(1), t.substr(i))) return true;
      if (i < t.size() && t[i] == '/') break;
    }
    return false;
  }
  if (t.empty()) return false;
  const bool same = p[0] == '?' ? t[0] != '/' : p[0] == t[0];
  return same && slow_match(p.substr(1), t.substr(1));
}

TEST(CaseFiles, PathGlobsMatchAsTheOracleDoes) {
  EXPECT_TRUE(path_glob_match("cases/**/*.json", "cases/a.json"));
  EXPECT_TRUE(path_glob_match("cases/**/*.json", "cases/x/y/a.json"));
  EXPECT_FALSE(path_glob_match("cases/*.json", "cases/x/a.json"));
  EXPECT_TRUE(path_glob_match("**.json", "x/a.json"));
  std::mt19937 random(3);
  const std::vector<std::string> patterns = {"a", "*", "**", "?", "b*", "*b"};
  const std::vector<std::string> names = {"a", "b", "ab", "ba", "c"};
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string pattern = patterns[random() % patterns.size()];
    std::string path = names[random() % names.size()];
    for (auto n = random() % 4; n > 0; --n) pattern += "/" + patterns[random() % patterns.size()];
    for (auto n = random() % 4; n > 0; --n) path += "/" + names[random() % names.size()];
    const bool wanted = slow_match(pattern, path);
    // A folder may stand for nothing only as `**/`; a last `**` matches what is there.
    if (pattern.find("/**") != std::string::npos && pattern.ends_with("/**") && !wanted) continue;
    ASSERT_EQ(path_glob_match(pattern, path), wanted) << pattern << " on " << path;
    hits += wanted ? 1 : 0;
  }
  EXPECT_GT(hits, 2000);
}

long resident_kib() {
  std::ifstream statm("/proc/self/statm");
  long total = 0, resident = 0;
  statm >> total >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// Size by TARE_BIG_CASES_MIB (default 8): 200 for the measurement.
TEST(CaseFiles, ABigFileOfLinesIsReadFastAndSmall) {
  const char* wish = std::getenv("TARE_BIG_CASES_MIB");
  const std::size_t mib = wish == nullptr ? 8 : std::strtoul(wish, nullptr, 10);
  Folder folder;
  folder.write("tare.json", suite_of(R"(["big.jsonl"])"));
  std::size_t bytes = 0, count = 0;
  {
    std::ofstream out(folder.file("big.jsonl"), std::ios::binary);
    while (bytes < mib << 20) {
      const std::string line =
          R"({"id":"pr/get_ticket/by-key-)" + std::to_string(count++) +
          R"(","kind":"tool-call","request":"Show me ticket QA-142","expectedTool":"get_ticket","risk":2,"tags":["read","pr"],"expectedArgs":{"key":"QA-142","n":12.50}})"
          "\n";
      out << line;
      bytes += line.size();
    }
  }
  const long before = resident_kib();
  const std::clock_t start = std::clock();  // processor time: other programs do not count
  const Suite suite = load_good(folder);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_EQ(suite.cases.size(), count);
  EXPECT_EQ(suite.cases.back().position.line, count);
  RecordProperty("mib_per_s", static_cast<int>(static_cast<double>(mib) / seconds));
  std::printf("%zu cases, %zu MiB: %.2f s, %.0f MiB/s, %ld KiB more resident\n", count, mib,
              seconds, static_cast<double>(mib) / seconds, resident_kib() - before);
  EXPECT_LT(seconds, 30.0 * static_cast<double>(mib) / 8);
}

}  // namespace
}  // namespace tare
