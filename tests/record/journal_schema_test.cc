// What the writer writes is held to schemas/journal.schema.json by another implementation.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "record/journal.h"
#include "sample_records.h"

namespace tare {
namespace {

constexpr int kNoModule = 77;

struct Verdict {
  int exit_code;
  std::string text;
};

Verdict validate(const std::string& file) {
  const std::string command = std::string("/usr/bin/python3 ") + TARE_SOURCE_DIR +
                              "/tests/support/validate_json.py journal.schema.json '" + file +
                              "' --lines 2>&1";
  Verdict verdict{-1, {}};
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return verdict;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    verdict.text.append(buffer.data(), n);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) verdict.exit_code = WEXITSTATUS(status);
  return verdict;
}

TEST(JournalSchema, HoldsForAllThatIsWritten) {
  TempFolder temp;
  const std::string path = temp.path("journal.jsonl");
  auto writer = JournalWriter::create(path, sample_header());
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->append(full_attempt(), Masker({"warning", "get-secret", "print logs"})));
  ASSERT_TRUE(writer->append(completed_attempt("b", 1), Masker()));
  AttemptRecord crash = completed_attempt("\xff", 1);
  crash.outcome = AttemptOutcome::client_crash;
  crash.termination = {Termination::Kind::signalled, 11, true, false};
  ASSERT_TRUE(writer->append(crash, Masker()));
  AttemptRecord command = completed_attempt("c", 1);
  command.kind = AdapterKind::command;
  command.events = {R"({"event":"finished","reason":"stop"})"};
  ASSERT_TRUE(writer->append(command, Masker()));
  ASSERT_TRUE(writer->append(sample_judgement("c"), Masker({"so it is"})));
  Judgement failed = sample_judgement("c");
  failed.attempt = full_attempt();
  failed.attempt.artifacts.clear();
  ASSERT_TRUE(writer->append(failed, Masker()));
  ASSERT_TRUE(writer->append_footer({.counts = {{"attempts", 3}},
                                     .interrupted = true,
                                     .cost_stop = {{1.5, 1.625}},
                                     .stopped_early = {{"a\xff", 2, 5}}}));
  const Verdict verdict = validate(path);
  if (verdict.exit_code == kNoModule) GTEST_SKIP() << verdict.text;
  EXPECT_EQ(verdict.exit_code, 0) << verdict.text;

  const std::string bare = temp.path("bare.jsonl");
  ASSERT_TRUE(JournalWriter::create(bare, JournalHeader()));
  EXPECT_EQ(validate(bare).exit_code, 0) << validate(bare).text;
}

TEST(JournalSchema, RefusesWhatTheReaderRefuses) {
  TempFolder temp;
  const std::string path = temp.path("changed.jsonl");
  auto good = nlohmann::ordered_json::parse(attempt_to_json(full_attempt(), Masker()));
  good["prevSha256"] = std::string(64, '0');
  std::string text;
  int lines = 0;
  const auto add = [&](const nlohmann::ordered_json& changed) {
    EXPECT_FALSE(attempt_from_json(changed.dump())) << changed.dump();
    text += changed.dump() + "\n";
    ++lines;
  };
  auto changed = good;
  changed["colour"] = "red";
  add(changed);
  changed = good;
  changed.erase("failure");
  add(changed);
  changed = good;
  changed["outcome"] = "completed";
  add(changed);
  changed = good;
  changed["events"][0] = 1;
  add(changed);
  changed = good;
  changed["termination"]["kind"] = "vanished";
  add(changed);
  ASSERT_TRUE(write_file_atomically(path, text));
  const Verdict verdict = validate(path);
  if (verdict.exit_code == kNoModule) GTEST_SKIP() << verdict.text;
  EXPECT_EQ(verdict.exit_code, 1);
  for (int line = 1; line <= lines; ++line) {
    EXPECT_NE(verdict.text.find("line " + std::to_string(line) + ":"), std::string::npos)
        << verdict.text;
  }
}

}  // namespace
}  // namespace tare
