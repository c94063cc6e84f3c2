// Judgements and the footer in a journal: the chain holds, and all of it comes back.
#include <gtest/gtest.h>

#include "record/journal.h"
#include "record/journal_line.h"
#include "sample_records.h"

namespace tare {
namespace {

TEST(JudgementLine, ComesBackWhole) {
  const Judgement was = sample_judgement("a \"b\" \xc3\xa9");
  const auto now = judgement_from_json(judgement_to_json(was, Masker()));
  ASSERT_TRUE(now) << now.error().reason;
  EXPECT_EQ(now->judged_attempt, 4u);
  EXPECT_EQ(now->contract_sha256, was.contract_sha256);
  EXPECT_EQ(now->attempt.case_id, was.attempt.case_id);
  EXPECT_EQ(now->attempt.trial, 3u);
  EXPECT_EQ(now->attempt.attempt, 2u);
  EXPECT_EQ(now->attempt.events, was.attempt.events);
  ASSERT_TRUE(now->attempt.answer.verdict);
  EXPECT_EQ(now->attempt.answer.verdict->score, 3.5);
  EXPECT_EQ(now->attempt.answer.verdict->reason, "so it is");
  EXPECT_EQ(now->attempt.answer.usage.cost_usd, 0.25);
}

TEST(JudgementLine, IsMaskedAsAllElseIs) {
  const std::string line = judgement_to_json(sample_judgement("a"), Masker({"so it is"}));
  EXPECT_EQ(line.find("so it is"), std::string::npos);
  EXPECT_NE(line.find("\"masked\":["), std::string::npos);
  EXPECT_TRUE(judgement_from_json(line));
}

TEST(JudgementLine, AnAttemptIsNoJudgementAndNeitherIsItTheOther) {
  EXPECT_FALSE(judgement_from_json(attempt_to_json(completed_attempt("a", 1), Masker())));
  EXPECT_FALSE(attempt_from_json(judgement_to_json(sample_judgement("a"), Masker())));
  std::string line = judgement_to_json(sample_judgement("a"), Masker());
  line.insert(1, "\"colour\":1,");
  EXPECT_FALSE(judgement_from_json(line));
}

TEST(JudgementLine, TheEnvelopeIsReadFromThePrefixAndWhereThatIsNotAsWrittenFromAll) {
  const std::string line = judgement_to_json(sample_judgement("a"), Masker());
  std::string other = line;
  other.insert(1, " ");
  for (const std::string& text : {line, other}) {
    const auto entry = read_envelope(text);
    ASSERT_TRUE(entry) << entry.error().reason;
    EXPECT_EQ(entry->case_id, "a");
    EXPECT_EQ(entry->trial, 3u);
    EXPECT_EQ(entry->judged_attempt, 4u);
    EXPECT_EQ(entry->attempt, 2u);
    EXPECT_TRUE(entry->complete);
  }
  EXPECT_FALSE(read_envelope(attempt_to_json(completed_attempt("a", 1), Masker()))->judged_attempt);
}

TEST(JournalFooter, SaysWhyTheRunEndedAndWhatStoppedEarly) {
  TempFolder temp;
  const std::string path = temp.path("journal.jsonl");
  auto writer = JournalWriter::create(path, sample_header());
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->append(completed_attempt("a", 3), Masker()));
  ASSERT_TRUE(writer->append(sample_judgement("a"), Masker()));
  JournalFooter footer;
  footer.counts = {{"cases", 2}};
  footer.cost_stop = {0.1, 0.30000000000000004};
  footer.stopped_early = {{"a", 2, 5}, {"b\n", 1, 3}};
  ASSERT_TRUE(writer->append_footer(footer));

  auto reader = JournalReader::open(path);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->header().adaptive);
  std::vector<JournalReader::Entry> entries;
  ASSERT_TRUE(reader->for_each_entry([&](const JournalReader::Entry& entry) {
    entries.push_back(entry);
    return true;
  }));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_FALSE(entries[0].judged_attempt);
  EXPECT_EQ(entries[1].judged_attempt, 4u);
  EXPECT_TRUE(reader->read_at(entries[0].offset));
  EXPECT_TRUE(reader->read_judgement_at(entries[1].offset));
  EXPECT_FALSE(reader->read_judgement_at(entries[0].offset));
  ASSERT_TRUE(reader->footer());
  EXPECT_EQ(reader->footer()->counts.at("cases"), 2u);
  EXPECT_FALSE(reader->footer()->interrupted);
  ASSERT_TRUE(reader->footer()->cost_stop);
  EXPECT_EQ(reader->footer()->cost_stop->known_usd, 0.30000000000000004);
  EXPECT_EQ(reader->footer()->stopped_early, footer.stopped_early);
}

}  // namespace
}  // namespace tare
