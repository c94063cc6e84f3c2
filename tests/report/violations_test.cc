// Violations in every form: one line each, escaped, valid against the schemas of others.
#include "report/violations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "report/command.h"
#include "report/sample_run.h"

namespace tare {
namespace {

using sample::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::array<RuleInfo, 3> kRules{{
    {"policy/extra-tool", "A tool that nobody reviewed.", "docs/policy.md#policyextra-tool"},
    {"policy/approval", "Approval as reviewed.", "docs/policy.md#policyapproval"},
    {"policy/quiet", "Finds nothing here.", "docs/policy.md#policyquiet"},
}};

ViolationReport sample_report() {
  ViolationReport report;
  report.what = "policy check";
  report.facts = {{"policy", "policy.json"}, {"reviewed by", "Ada"}};
  report.violations = {
      {.rule = "policy/extra-tool",
       .subject = "wipe_ledger",
       .text = "is not a reviewed tool",
       .mend = "review it, or take it away",
       .file = "policy.json",
       .line = 3,
       .column = 5},
      {.rule = "policy/approval",
       .level = ViolationLevel::warning,
       .subject = "release_payment",
       .text = "asks nobody",
       .waived_because = "a fixture"},
      {.rule = "policy/approval", .level = ViolationLevel::note, .text = "conditional is a word"},
  };
  return report;
}

TEST(Violations, ALineEachWithItsSubjectFirstAndWaivedOnesApart) {
  EXPECT_EQ(violations_text(sample_report(), {}),
            "policy       policy.json\n"
            "reviewed by  Ada\n"
            "wipe_ledger: is not a reviewed tool; review it, or take it away [policy/extra-tool] "
            "(policy.json:3:5)\n"
            "policy check: note: conditional is a word [policy/approval]\n"
            "\nwaived\n"
            "  release_payment: warning: asks nobody; waived: a fixture [policy/approval]\n"
            "\npolicy check: 1 error, 1 note, 1 waived\n");
}

TEST(Violations, QuietTextIsNothingWhereNothingWasFound) {
  ViolationReport report = sample_report();
  report.violations.erase(report.violations.begin());
  report.violations.pop_back();
  EXPECT_EQ(violations_text(report, {.quiet = true}), "");
  EXPECT_EQ(violation_summary({.what = "lint"}), "lint: nothing found");
}

TEST(Violations, WarningsDecideWhereStrictAndWaivedOnesNever) {
  ViolationReport report;
  EXPECT_EQ(exit_code_of(report), 0);
  report.violations = {{.rule = "a/b", .level = ViolationLevel::warning}};
  EXPECT_EQ(exit_code_of(report), 0);
  report.strict = true;
  EXPECT_EQ(exit_code_of(report), 1);
  report.violations[0].level = ViolationLevel::error;
  report.strict = false;
  EXPECT_EQ(exit_code_of(report), 1);
  report.violations[0].waived_because = "known";
  EXPECT_EQ(exit_code_of(report), 0);
}

TEST(Violations, JsonHoldsEveryMember) {
  const auto json = nlohmann::json::parse(violations_json(sample_report()));
  EXPECT_EQ(json["format"], "tare-violations/1");
  EXPECT_EQ(json["exitCode"], 1);
  EXPECT_EQ(json["counts"]["waived"], 1);
  EXPECT_EQ(json["violations"][0]["line"], 3);
  EXPECT_EQ(json["violations"][1]["waivedBecause"], "a fixture");
  EXPECT_TRUE(json["violations"][1]["file"].is_null());
  EXPECT_TRUE(json["violations"][2]["subject"].is_null());
  EXPECT_EQ(json["facts"][1]["text"], "Ada");
}

TEST(Violations, JunitShowsRulesThatFoundNothingAsPassed) {
  const std::string xml = violations_junit(sample_report(), kRules);
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\""));
  EXPECT_THAT(xml, HasSubstr("classname=\"policy/quiet\" time=\"0.000\"/>"));
  EXPECT_THAT(xml, HasSubstr("waived: a fixture: asks nobody"));
}

TEST(Violations, SarifNamesRulesPlacesAndSuppressions) {
  const auto json = nlohmann::json::parse(violations_sarif(sample_report(), kRules, "1.2"));
  const auto& run = json["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 3u);
  const auto& first = run["results"][0];
  EXPECT_EQ(first["ruleIndex"], 0);
  EXPECT_EQ(first["level"], "error");
  EXPECT_THAT(first["message"]["text"].get<std::string>(), StartsWith("wipe_ledger: "));
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["region"]["startColumn"], 5);
  EXPECT_EQ(first["locations"][0]["logicalLocations"][0]["name"], "wipe_ledger");
  EXPECT_EQ(run["results"][1]["suppressions"][0]["justification"], "a fixture");
  EXPECT_FALSE(run["results"][2].contains("locations"));
}

TEST(Violations, MovingALineDoesNotMakeANewFingerprint) {
  ViolationReport report = sample_report();
  const auto fingerprint = [&] {
    return nlohmann::json::parse(
        violations_sarif(report, kRules, "1"))["runs"][0]["results"][0]["partialFingerprints"];
  };
  const auto before = fingerprint();
  report.violations[0].line = 99;
  EXPECT_EQ(fingerprint(), before);
  report.violations[0].subject = "other";
  EXPECT_NE(fingerprint(), before);
}

TEST(Violations, MarkdownKeepsWaivedOnesApart) {
  const std::string text = violations_markdown(sample_report());
  EXPECT_THAT(text, StartsWith("## policy check: 1 error, 1 note, 1 waived\n"));
  EXPECT_LT(text.find("wipe\\_ledger"), text.find("### Waived"));
  EXPECT_GT(text.find("release\\_payment"), text.find("### Waived"));
}

// Every byte, in every text that comes from outside.
ViolationReport evil_report() {
  ViolationReport report;
  report.what = "policy check";
  for (int byte = 0; byte < 256; ++byte) {
    const std::string evil =
        "a" + std::string(1, static_cast<char>(byte)) + "]]>&<\"|'\xef\xbf\xbf\xed\xa0\x80";
    report.facts.emplace_back(evil, evil);
    Violation violation{.rule = "policy/approval", .subject = evil, .text = evil, .mend = evil};
    violation.file = evil;
    violation.line = 1;
    if (byte % 2 == 1) violation.waived_because = evil;
    report.violations.push_back(violation);
  }
  return report;
}

TEST(Violations, TextIsOneLineEachWhateverTheyHold) {
  ViolationReport report = evil_report();
  report.facts.clear();
  const std::string text = violations_text(report, {});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 256 + 4);
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(Violations, JunitIsValidAgainstTheSchema) {
  const std::string schema = sample::shared_data() + "/schemas/junit/JUnit.xsd";
  if (!std::filesystem::exists(schema)) GTEST_SKIP() << "no " << schema;
  for (const ViolationReport& report : {sample_report(), evil_report(), ViolationReport{}}) {
    TemporaryFolder folder;
    std::ofstream(folder.file("v.xml"), std::ios::binary) << violations_junit(report, kRules);
    const auto result = sample::run_command("xmllint --noout --schema '" + schema + "' '" +
                                            folder.file("v.xml") + "'");
    if (result.exit_code == 127) GTEST_SKIP() << "xmllint is not installed";
    EXPECT_EQ(result.exit_code, 0) << result.output;
  }
}

TEST(Violations, JsonFormsAreValidAgainstTheirSchemas) {
  const std::string sarif = sample::shared_data() + "/schemas/sarif/sarif-schema-2.1.0.json";
  const std::string own = std::string(TARE_SOURCE_DIR) + "/schemas/violations.schema.json";
  for (const ViolationReport& report : {sample_report(), evil_report(), ViolationReport{}}) {
    TemporaryFolder folder;
    std::ofstream(folder.file("v.json"), std::ios::binary) << violations_json(report);
    std::ofstream(folder.file("v.sarif"), std::ios::binary)
        << violations_sarif(report, kRules, "0.1.0");
    for (const auto& [schema, file] : {std::pair(own, "v.json"), std::pair(sarif, "v.sarif")}) {
      if (!std::filesystem::exists(schema)) GTEST_SKIP() << "no " << schema;
      const auto result = sample::run_command(
          "python3 -W ignore -c \"import sys,json\ntry:\n import jsonschema\n"
          "except ImportError:\n sys.exit(77)\n"
          "jsonschema.validate(json.load(open(sys.argv[1])),json.load(open(sys.argv[2])),"
          "format_checker=jsonschema.FormatChecker())\" '" +
          folder.file(file) + "' '" + schema + "'");
      if (result.exit_code == 77) GTEST_SKIP() << "python3-jsonschema is not installed";
      EXPECT_EQ(result.exit_code, 0) << file << "\n" << result.output.substr(0, 2000);
    }
  }
}

}  // namespace
}  // namespace tare
