// Findings as sentences.
#include "report/finding_text.h"

#include <gtest/gtest.h>

#include <string>

#include "diff/kind.h"

namespace tare {
namespace {

Finding made(std::string_view kind, std::string raw, std::string normalized) {
  Finding finding;
  finding.kind = kind;
  finding.path = "/n";
  finding.severity = Severity::medium;
  finding.effect = Effect::damaged;
  finding.raw = std::move(raw);
  finding.normalized = std::move(normalized);
  finding.raw_type = finding.raw->starts_with('"') ? "string" : "number";
  finding.normalized_type = finding.normalized->starts_with('"') ? "string" : "number";
  return finding;
}

TEST(FindingSentence, SaysWhatWhereHowGraveWhatItDidAndWhetherAnythingWasLost) {
  Finding finding = made("stringToNumber", "\"4\"", "4");
  EXPECT_EQ(finding_sentence(finding),
            "stringToNumber at /n: string \"4\" became number 4 (medium, damaged, lossless)");
  finding.lossless = false;
  finding.effect = Effect::neutral;
  finding.remark = "RAW untyped";
  EXPECT_EQ(finding_sentence(finding),
            "stringToNumber at /n: string \"4\" became number 4 (medium, neutral, lossy; RAW "
            "untyped)");
}

TEST(FindingSentence, LongValuesAreCutAroundWhatChanged) {
  const std::string same(3000, 'x');
  const Finding finding =
      made("stringAltered", "\"" + same + "old" + same + "\"", "\"" + same + "new" + same + "\"");
  const std::string sentence = finding_sentence(finding);
  EXPECT_NE(sentence.find("old"), sentence.npos) << sentence;
  EXPECT_NE(sentence.find("new"), sentence.npos) << sentence;
  EXPECT_LT(sentence.size(), 250u);
  EXPECT_EQ(sentence.find('\n'), sentence.npos);
}

TEST(FindingSentence, NothingThatATerminalObeysComesThrough) {
  Finding finding = made("stringAltered", "\"\x1b[2J\"", "\"" + std::string(100, '\x1b') + "\"");
  finding.remark = "\x1b[2J";
  finding.path = "/\x1b[2J";
  EXPECT_EQ(finding_sentence(finding).find('\x1b'), std::string::npos);
}

TEST(FindingRemedy, IsThatOfItsKind) {
  EXPECT_EQ(finding_remedy(made("stringToNumber", "1", "2")), kind_info("stringToNumber").remedy);
  EXPECT_EQ(finding_remedy(made("noKind", "1", "2")), "");
}

}  // namespace
}  // namespace tare
