// `judge` in a suite, its calibration, and what makes it another judge.
#include <gtest/gtest.h>

#include "suite_test_support.h"

namespace tare {
namespace {

constexpr const char* kCalibration =
    R"({"format":"tare-calibration/1","judgeSha256":"aa","contractsSha256":"bb","n":40,)"
    R"("agreement":0.9,"kappa":0.75})";

std::string judge_faults(const std::string& members, const std::string& calibration = {}) {
  Folder folder;
  folder.write("tare.json", suite_text(",\n\"judge\":{" + members + "}"));
  folder.write("cases.json", kGoodCase);
  if (!calibration.empty()) folder.write("c.json", calibration);
  return faults_of(folder);
}

TEST(JudgeSection, IsReadWhole) {
  Folder folder;
  folder.write("tare.json",
               suite_text(R"(,"judge":{"command":["python3","judge.py"],"env":{"K":"${HOME}"},)"
                          R"("secrets":["K"],"cwd":"sub","stdout":"mixed","threshold":3.5,)"
                          R"("minKappa":0.6,"calibration":"c.json","timeoutMs":700})"));
  folder.write("cases.json", kGoodCase);
  folder.write("c.json", kCalibration);
  const Suite suite = load_good(folder);
  ASSERT_TRUE(suite.judge);
  const JudgeSpec& judge = *suite.judge;
  EXPECT_EQ(judge.adapter.command, (std::vector<std::string>{"python3", "judge.py"}));
  EXPECT_EQ(judge.adapter.cwd, folder.file("sub"));
  EXPECT_EQ(judge.adapter.secrets, std::vector<std::string>{"K"});
  EXPECT_TRUE(judge.adapter.mixed_stdout);
  EXPECT_EQ(judge.threshold, 3.5);
  EXPECT_EQ(judge.min_kappa, 0.6);
  EXPECT_EQ(judge.timeout_ms, 700u);
  ASSERT_TRUE(judge.calibration);
  EXPECT_EQ(judge.calibration->judge_sha256, "aa");
  EXPECT_EQ(judge.calibration->contracts_sha256, "bb");
  EXPECT_EQ(judge.calibration->pairs, 40u);
  EXPECT_EQ(judge.calibration->agreement, 0.9);
  EXPECT_EQ(judge.calibration->kappa, 0.75);
}

TEST(JudgeSection, DefaultsAreThresholdFourAndNothingElse) {
  Folder folder;
  folder.write("tare.json", suite_text(R"(,"judge":{"command":["x"]})"));
  folder.write("cases.json", kGoodCase);
  const Suite suite = load_good(folder);
  ASSERT_TRUE(suite.judge);
  EXPECT_EQ(suite.judge->threshold, 4);
  EXPECT_FALSE(suite.judge->min_kappa);
  EXPECT_FALSE(suite.judge->calibration);
  EXPECT_EQ(suite.judge->adapter.cwd, folder.path());
}

TEST(JudgeSection, FaultsAreNamedByPlace) {
  EXPECT_EQ(judge_faults(R"("command":["x"],"treshold":4)"),
            "tare.json:2:26: unknown member \"treshold\" in judge | did you mean \"threshold\"?");
  EXPECT_EQ(judge_faults(R"("threshold":4)"), "tare.json:2:9: \"command\" is missing in judge");
  EXPECT_EQ(judge_faults(R"("command":["x"],"threshold":6)"),
            "tare.json:2:38: \"threshold\" is 6; it must be a number from 1 to 5");
  EXPECT_EQ(judge_faults(R"("command":["x"],"minKappa":"high")"),
            "tare.json:2:37: \"minKappa\" is \"high\"; it must be a number from -1 to 1");
  EXPECT_EQ(judge_faults(R"("command":["x"],"calibration":"c.json")", kCalibration),
            "tare.json:2:40: \"calibration\" without \"minKappa\" decides nothing | say how much "
            "agreement is enough: \"minKappa\": 0.6");
}

TEST(JudgeSection, ReuseIsForTheAdapterAlone) {
  const std::string faults = judge_faults(R"("command":["x"],"reuse":4)");
  EXPECT_NE(faults.find("a judge is started for each question"), std::string::npos) << faults;
  EXPECT_EQ(faults.find("unknown member"), std::string::npos) << faults;
}

TEST(JudgeSection, ACalibrationOfOtherContractsIsAWarning) {
  Folder folder;
  const std::string suite =
      suite_text(R"(,"judge":{"command":["x"],"minKappa":0.6,"calibration":"c.json"})");
  folder.write("tare.json", suite);
  folder.write("cases.json", kGoodCase);
  folder.write("c.json", kCalibration);
  const Suite other = load_good(folder);
  ASSERT_EQ(other.warnings.size(), 1u);
  EXPECT_NE(other.warnings[0].find("other contracts"), std::string::npos);
  folder.write("c.json",
               R"({"format":"tare-calibration/1","judgeSha256":"aa","contractsSha256":")" +
                   contracts_digest(other) + R"(","n":40,"agreement":0.9,"kappa":0.75})");
  EXPECT_TRUE(load_good(folder).warnings.empty());
}

TEST(JudgeSection, ACalibrationThatIsNotThereOrNoneIsAFault) {
  const std::string members = R"("command":["x"],"minKappa":0.6,"calibration":"c.json")";
  EXPECT_NE(judge_faults(members).find("leave \"calibration\" out until then"), std::string::npos);
  EXPECT_EQ(judge_faults(members, kCalibration), "");
  EXPECT_NE(judge_faults(members, "[]").find("it must be an object"), std::string::npos);
  EXPECT_NE(judge_faults(members, R"({"format":"tare-calibration/1"})").find("c.json:1:1: "),
            std::string::npos);
  std::string other = kCalibration;
  other.replace(other.find("0.75"), 4, "7500");
  EXPECT_NE(judge_faults(members, other).find("\"kappa\" is 7500"), std::string::npos);
  other = kCalibration;
  other.replace(other.find("n/1"), 3, "n/2");
  EXPECT_NE(judge_faults(members, other).find("\"format\""), std::string::npos);
  other = kCalibration;
  other.replace(other.find("0.75"), 4, "null");
  EXPECT_EQ(judge_faults(members, other), "");
}

std::string digest_of(const std::string& members, const std::string& prompt) {
  static const Folder folder;  // one place, for the command may name files in it
  folder.write("prompt.md", prompt);
  folder.write("tare.json", suite_text(",\"judge\":{" + members + "}"));
  folder.write("cases.json", kGoodCase);
  return judge_digest(*load_good(folder).judge);
}

TEST(JudgeDigest, ChangesWithCommandFilesEnvironmentAndThresholdAlone) {
  const std::string plain = R"("command":["j","prompt.md"],"env":{"M":"a"})";
  const std::string base = digest_of(plain, "be strict");
  EXPECT_EQ(digest_of(plain + R"(,"timeoutMs":5,"minKappa":0.5)", "be strict"), base);
  EXPECT_NE(digest_of(plain, "be kind"), base);
  EXPECT_NE(digest_of(plain + R"(,"threshold":3)", "be strict"), base);
  EXPECT_NE(digest_of(R"("command":["j","prompt.md"],"env":{"M":"b"})", "be strict"), base);
  EXPECT_NE(digest_of(R"("command":["k","prompt.md"],"env":{"M":"a"})", "be strict"), base);
}

TEST(JudgeEnv, AnUnsetVariableIsNamed) {
  Folder folder;
  folder.write("tare.json",
               suite_text(R"(,"judge":{"command":["x"],"env":{"A":"${TARE_TEST_NOT_SET}"}})"));
  folder.write("cases.json", kGoodCase);
  const Suite suite = load_good(folder);
  const auto env = resolve_judge_env(suite);
  ASSERT_FALSE(env);
  EXPECT_NE(env.error().reason.find("judge.env names a variable that is not set"),
            std::string::npos);
}

}  // namespace
}  // namespace tare
