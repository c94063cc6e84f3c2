#include "record/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/sha256.h"
#include "sample_records.h"

namespace tare {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::string text = *read_file(path);
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  if (begin < text.size()) lines.push_back(text.substr(begin));
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// The oracle for the chain: its definition.
void expect_chain(const std::string& path) {
  std::string before(64, '0');
  for (const std::string& line : lines_of(path)) {
    const auto json = nlohmann::ordered_json::parse(line);
    EXPECT_EQ(json["prevSha256"], before);
    EXPECT_EQ(json.rbegin().key(), "prevSha256");
    before = sha256_hex(line);
  }
}

class JournalTest : public testing::Test {
 protected:
  JournalTest() : path_(folder_.path("journal.jsonl")) {}

  void write_sample(bool footer) {
    auto writer = JournalWriter::create(path_, sample_header());
    ASSERT_TRUE(writer) << writer.error().reason;
    ASSERT_TRUE(writer->append(full_attempt(), Masker()));
    ASSERT_TRUE(writer->append(completed_attempt("b", 1), Masker()));
    ASSERT_TRUE(writer->append(completed_attempt("b\n\"", 2), Masker()));
    if (footer) {
      ASSERT_TRUE(writer->append_footer({.counts = {{"attempts", 3}, {"cases", 2}}}));
    }
    ASSERT_TRUE(writer->sync());
  }
  void replace(const std::string& content) { ASSERT_TRUE(write_file_atomically(path_, content)); }

  // What reading says: case ids joined, or the error.
  std::string read_all(bool* footer = nullptr, bool* torn = nullptr) {
    auto reader = JournalReader::open(path_);
    if (!reader) return "open: " + describe(reader.error());
    std::string out;
    std::vector<JournalReader::Entry> entries;
    auto walked = reader->for_each_entry([&](const JournalReader::Entry& entry) {
      entries.push_back(entry);
      return true;
    });
    if (!walked) return "walk: " + describe(walked.error());
    for (const auto& entry : entries) {
      auto record = reader->read_at(entry.offset);
      if (!record) return "read: " + describe(record.error());
      EXPECT_EQ(record->case_id, entry.case_id);
      EXPECT_EQ(record->trial, entry.trial);
      EXPECT_EQ(record->attempt, entry.attempt);
      EXPECT_EQ(record->complete(), entry.complete);
      EXPECT_EQ(record->retryable, entry.retryable);
      EXPECT_EQ(record->failure, entry.failure);
      out += entry.case_id + "#" + std::to_string(entry.trial) + ";";
    }
    if (footer) *footer = reader->has_footer();
    if (torn) *torn = reader->torn_tail();
    return out;
  }
  static std::string describe(const Error& error) {
    return error.reason + " | " + error.where + " | " + error.mend;
  }

  const std::string all_ = full_attempt().case_id + "#2;b#1;b\n\"#2;";
  TempFolder folder_;
  std::string path_;
};

TEST_F(JournalTest, WhatIsAppendedIsReadInOrder) {
  write_sample(true);
  bool footer = false, torn = true;
  EXPECT_EQ(read_all(&footer, &torn), all_);
  EXPECT_TRUE(footer);
  EXPECT_FALSE(torn);
  expect_chain(path_);
}

TEST_F(JournalTest, TheHeaderComesBackWhole) {
  write_sample(false);
  auto reader = JournalReader::open(path_);
  ASSERT_TRUE(reader);
  const JournalHeader& h = reader->header();
  const JournalHeader expected = sample_header();
  EXPECT_EQ(h.manifest_json, expected.manifest_json);
  EXPECT_EQ(h.trials, 3u);
  EXPECT_TRUE(h.trials_forced);
  EXPECT_EQ(h.filter, expected.filter);
  EXPECT_EQ(h.profile, "nightly");
  EXPECT_EQ(h.selected_cases, 7u);
  EXPECT_EQ(h.provenance.run_id, expected.provenance.run_id);
  EXPECT_FALSE(reader->has_footer());
}

TEST_F(JournalTest, AppendGivesTheOffsetThatReadingTakes) {
  auto writer = JournalWriter::create(path_, sample_header());
  ASSERT_TRUE(writer);
  std::vector<std::uint64_t> offsets;
  for (std::uint32_t i = 1; i <= 50; ++i) {
    offsets.push_back(*writer->append(completed_attempt("case", i), Masker()));
  }
  auto reader = JournalReader::open(path_);
  ASSERT_TRUE(reader);
  for (std::uint32_t i = 50; i >= 1; --i) EXPECT_EQ(reader->read_at(offsets[i - 1])->trial, i);
  EXPECT_FALSE(reader->read_at(offsets[1] + 1));
  EXPECT_FALSE(reader->read_at(1 << 30));
  EXPECT_FALSE(reader->read_at(0)) << "the header is no attempt";
}

TEST_F(JournalTest, AVisitMayStop) {
  write_sample(true);
  auto reader = JournalReader::open(path_);
  int seen = 0;
  ASSERT_TRUE(reader->for_each_entry([&](const auto&) { return ++seen < 2; }));
  EXPECT_EQ(seen, 2);
}

TEST_F(JournalTest, AnExistingJournalIsNotOverwritten) {
  write_sample(false);
  const std::string before = *read_file(path_);
  auto again = JournalWriter::create(path_, sample_header());
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().mend, HasSubstr("--resume"));
  EXPECT_EQ(*read_file(path_), before);
}

TEST_F(JournalTest, CutAtAnyByteItGoesOnWithARightChain) {
  write_sample(true);
  const std::string whole = *read_file(path_);
  const std::vector<std::string> lines = lines_of(path_);
  const std::string ids[] = {"", full_attempt().case_id + "#2;", full_attempt().case_id + "#2;b#1;",
                             all_};
  int reopened = 0;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    ASSERT_TRUE(write_file_atomically(path_, whole.substr(0, cut)));
    std::size_t whole_lines = 0;
    for (std::size_t end = 0; whole_lines < lines.size(); ++whole_lines) {
      end += lines[whole_lines].size() + 1;
      if (end > cut) break;
    }
    bool torn = false, footer = false;
    const std::string read = read_all(&footer, &torn);
    auto writer = JournalWriter::reopen(path_);
    if (whole_lines == 0) {
      ASSERT_THAT(read, HasSubstr("no whole header")) << cut;
      ASSERT_FALSE(writer);
      ASSERT_THAT(writer.error().reason, HasSubstr("no whole header")) << cut;
      continue;
    }
    const std::size_t attempts = std::min<std::size_t>(whole_lines, 4) - 1;
    ASSERT_EQ(read, ids[attempts]) << cut;
    ASSERT_EQ(footer, whole_lines == 5) << cut;
    ASSERT_EQ(torn, whole[cut - 1] != '\n') << cut;
    ASSERT_TRUE(writer) << cut << ": " << writer.error().reason;
    ASSERT_TRUE(writer->append(completed_attempt("after", 1), Masker()));
    ASSERT_TRUE(writer->append_footer({.counts = {{"attempts", attempts + 1}}}));
    ASSERT_EQ(read_all(&footer, &torn), ids[attempts] + "after#1;") << cut;
    ASSERT_TRUE(footer && !torn) << cut;
    expect_chain(path_);
    ++reopened;
  }
  EXPECT_GT(reopened, 1000);
}

TEST_F(JournalTest, AnyChangedByteBreaksTheChainOrTheLine) {
  write_sample(true);
  const std::string whole = *read_file(path_);
  const std::size_t last_newline = whole.rfind('\n', whole.size() - 2);
  for (std::size_t at = 0; at < last_newline; ++at) {
    std::string changed = whole;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    replace(changed);
    const std::string read = read_all();
    ASSERT_TRUE(read.starts_with("open: ") || read.starts_with("walk: ")) << at << ": " << read;
    ASSERT_THAT(read, HasSubstr(path_ + ":"));
    ASSERT_FALSE(JournalWriter::reopen(path_)) << at;
  }
  // Without the newline before it the footer makes no JSON of the line it joins: a torn tail.
  std::string changed = whole;
  changed[last_newline] = ' ';
  replace(changed);
  bool footer = true, torn = false;
  EXPECT_EQ(read_all(&footer, &torn), full_attempt().case_id + "#2;b#1;");
  EXPECT_TRUE(torn && !footer);
}

TEST_F(JournalTest, ABrokenLineIsNamedWithAWayOut) {
  write_sample(true);
  auto lines = lines_of(path_);
  auto swapped = lines;
  std::swap(swapped[1], swapped[2]);
  replace(joined(swapped));
  EXPECT_THAT(read_all(),
              HasSubstr("walk: the chain is broken: line 2 does not carry the SHA-256 of "
                        "line 1"));
  EXPECT_THAT(read_all(),
              HasSubstr(path_ + ":2 | restore the journal from a copy, or keep the lines "
                                "before it (head -n 1) and resume the run"));
  auto garbage = lines;
  garbage[2] = "garbage";
  replace(joined(garbage));
  EXPECT_THAT(read_all(), HasSubstr(path_ + ":3"));
  auto missing = lines;
  missing.erase(missing.begin());
  replace(joined(missing));
  EXPECT_THAT(read_all(), HasSubstr("lines before it are gone"));
  auto beyond = lines;
  beyond.push_back(R"({"type":"attempt","prevSha256":")" + sha256_hex(lines.back()) + "\"}");
  replace(joined(beyond));
  EXPECT_THAT(read_all(), HasSubstr("a line follows the footer"));
  EXPECT_FALSE(JournalWriter::reopen(path_));
  replace("{\"a\":1}\n{\"b\":2}\n");
  EXPECT_THAT(read_all(), HasSubstr("open: "));
  replace("");
  EXPECT_THAT(read_all(), HasSubstr("no whole header"));
}

TEST_F(JournalTest, ALastLineThatIsNoJsonIsTornAndLeftOut) {
  write_sample(false);
  const std::string whole = *read_file(path_);
  for (const std::string& tail :
       {std::string("garbage\n"), std::string(5000, '\0'), std::string(50, '\0') + "\n",
        std::string("{\"type\":\"attempt\",\"caseId\":\n"), std::string("\n"),
        std::string(1 << 20, '[')}) {
    replace(whole + tail);
    bool torn = false;
    EXPECT_EQ(read_all(nullptr, &torn), all_);
    EXPECT_TRUE(torn);
    ASSERT_TRUE(JournalWriter::reopen(path_));
    EXPECT_EQ(*read_file(path_), whole);
  }
  // Whole JSON at the end that does not fit was put there by a hand: nothing is cut off in silence.
  replace(whole + "{\"type\":\"attempt\"}\n");
  EXPECT_THAT(read_all(), HasSubstr("walk: "));
  EXPECT_FALSE(JournalWriter::reopen(path_));
}

TEST_F(JournalTest, ReorderedEnvelopesAreStillRead) {
  auto writer = JournalWriter::create(path_, sample_header());
  const auto json = nlohmann::ordered_json::parse(attempt_to_json(full_attempt(), Masker()));
  nlohmann::ordered_json reversed;
  for (auto member = json.rbegin(); member != json.rend(); ++member) {
    reversed[member.key()] = member.value();
  }
  reversed["prevSha256"] = sha256_hex(lines_of(path_)[0]);
  replace(*read_file(path_) + reversed.dump() + "\n");
  EXPECT_EQ(read_all(), full_attempt().case_id + "#2;");
}

TEST_F(JournalTest, HugeLinesPassThrough) {
  auto writer = JournalWriter::create(path_, sample_header());
  AttemptRecord record = completed_attempt("huge", 1);
  // Eight times what an adapter may print by default, and all of it doubles when escaped.
  record.events.push_back("{\"event\":\"x-big\",\"t\":\"" + std::string(16 << 20, '"') + "\"}");
  ASSERT_TRUE(writer->append(record, Masker()));
  ASSERT_TRUE(writer->append(completed_attempt("small", 1), Masker()));
  EXPECT_EQ(read_all(), "huge#1;small#1;");
  auto reader = JournalReader::open(path_);
  std::uint64_t offset = 0;
  ASSERT_TRUE(reader->for_each_entry([&](const auto& entry) {
    offset = entry.offset;
    return false;
  }));
  EXPECT_EQ(reader->read_at(offset)->events, record.events);
}

TEST_F(JournalTest, AMissingJournalIsAnErrorThatNamesIt) {
  EXPECT_THAT(read_all(), HasSubstr("open: cannot open \"" + path_ + "\": No such file"));
  EXPECT_FALSE(JournalWriter::reopen(path_));
}

}  // namespace
}  // namespace tare
