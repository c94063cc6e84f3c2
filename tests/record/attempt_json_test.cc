#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "base/utf8.h"
#include "record/journal.h"
#include "sample_records.h"

namespace tare {
namespace {

void expect_same(const AttemptRecord& a, const AttemptRecord& b) {
  EXPECT_EQ(a.case_id, b.case_id);
  EXPECT_EQ(a.trial, b.trial);
  EXPECT_EQ(a.attempt, b.attempt);
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.failure, b.failure);
  EXPECT_EQ(a.failure_text, b.failure_text);
  EXPECT_EQ(a.retryable, b.retryable);
  EXPECT_EQ(a.termination.kind, b.termination.kind);
  EXPECT_EQ(a.termination.value, b.termination.value);
  EXPECT_EQ(a.termination.core_dumped, b.termination.core_dumped);
  EXPECT_EQ(a.termination.stop_exited, b.termination.stop_exited);
  EXPECT_EQ(a.notes.stdin_unread, b.notes.stdin_unread);
  EXPECT_EQ(a.notes.leaked_pipe, b.notes.leaked_pipe);
  EXPECT_EQ(a.notes.missing_newline, b.notes.missing_newline);
  EXPECT_EQ(a.notes.descendants_left, b.notes.descendants_left);
  EXPECT_EQ(a.notes.stderr_truncated, b.notes.stderr_truncated);
  EXPECT_EQ(a.notes.log_lines, b.notes.log_lines);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.recorded, b.recorded);
  EXPECT_EQ(a.stderr_tail, b.stderr_tail);
  EXPECT_EQ(a.artifacts, b.artifacts);
  EXPECT_EQ(a.stdout_bytes, b.stdout_bytes);
  EXPECT_EQ(a.stderr_bytes, b.stderr_bytes);
  EXPECT_EQ(a.started_unix_ms, b.started_unix_ms);
  EXPECT_EQ(a.duration_ms, b.duration_ms);
}

AttemptRecord read_back(const AttemptRecord& record) {
  auto read = attempt_from_json(attempt_to_json(record, Masker()));
  EXPECT_TRUE(read) << read.error().reason;
  return read ? std::move(*read) : AttemptRecord();
}

TEST(AttemptJson, LosesNothing) {
  expect_same(read_back(full_attempt()), full_attempt());
  expect_same(read_back(completed_attempt("a", 1)), completed_attempt("a", 1));
  AttemptRecord odd = full_attempt();
  odd.case_id = "\xed\xa0\x80 surrogate";
  odd.started_unix_ms = -5;
  odd.stdout_bytes = UINT64_MAX;
  odd.failure_text = "\xff";
  expect_same(read_back(odd), odd);
}

TEST(AttemptJson, WhatWasRecordedComesBackAndIsReadAgain) {
  AttemptRecord record = completed_attempt("a", 1);
  EXPECT_EQ(attempt_to_json(record, Masker()).find("\"recorded\""), std::string::npos);
  record.recorded = {R"({"event":"call","at":"wire","name":"t","arguments":"{\"n\":1.0}"})",
                     R"({"event":"x-recorder","modelRequests":2})"};
  const AttemptRecord read = read_back(record);
  expect_same(read, record);
  ASSERT_TRUE(read.answer.recorders);
  EXPECT_EQ(read.answer.recorders->model_requests, 2u);
  ASSERT_FALSE(read.answer.views.empty());
  EXPECT_EQ(read.answer.views[0].evidence, Evidence::recorded);
}

TEST(AttemptJson, ASecretInWhatWasRecordedIsMaskedWithItsPlace) {
  AttemptRecord record = completed_attempt("a", 1);
  record.recorded = {R"({"event":"message","role":"assistant","text":"the key is sk-0123456789"})"};
  const std::string line = attempt_to_json(record, Masker({"sk-0123456789"}));
  EXPECT_EQ(line.find("sk-0123456789"), std::string::npos);
  EXPECT_NE(line.find("\"in\":\"recorded/0\""), std::string::npos) << line;
}

TEST(AttemptJson, IsOneLineOfValidUtf8WhateverTheBytes) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    AttemptRecord record = full_attempt();
    for (std::string* text : {&record.case_id, &record.failure_text, &record.stderr_tail,
                              &record.events[0], &record.events[1]}) {
      text->clear();
      for (auto n = random() % 20; n > 0; --n) {
        *text += static_cast<char>(random() % 3 == 0 ? random() & 0xff : random() & 0x7f);
      }
    }
    const std::string line = attempt_to_json(record, Masker());
    ASSERT_EQ(line.find('\n'), std::string::npos);
    ASSERT_TRUE(is_valid_utf8(line));
    ASSERT_TRUE(nlohmann::json::accept(line)) << line;
    expect_same(read_back(record), record);
  }
}

TEST(AttemptJson, TheAnswerIsReadFromTheEvents) {
  const AttemptRecord record = read_back(full_attempt());
  ASSERT_EQ(record.answer.views.size(), 1u);
  EXPECT_EQ(record.answer.views[0].at, At::wire);
  EXPECT_EQ(record.answer.views[0].arguments, "{\"a\":1.0}");
  EXPECT_EQ(record.answer.finished, FinishReason::stop);
  EXPECT_TRUE(read_back(completed_attempt("a", 1)).answer.short_form);
}

TEST(AttemptJson, AProgramThatTellsOfNoCallStaysOne) {
  AttemptRecord record = completed_attempt("a", 1);
  EXPECT_EQ(attempt_to_json(record, Masker()).find("\"kind\":\"command\""), std::string::npos);
  record.kind = AdapterKind::command;
  record.events = {R"({"event":"finished","reason":"stop"})"};
  const AttemptRecord back = read_back(record);
  EXPECT_EQ(back.kind, AdapterKind::command);
  EXPECT_TRUE(back.answer.short_form);
  EXPECT_FALSE(back.answer.raw_given || back.answer.normalized_given);
  EXPECT_EQ(back.answer.finished, FinishReason::stop);
}

TEST(AttemptJson, SecretsAreMaskedAndTheSpansNoted) {
  AttemptRecord record = full_attempt();
  record.case_id = "id-with-hunter2-secret";
  record.failure_text = "said hunter2-secret";
  record.stderr_tail = "hunter2-secret hunter2-secret";
  record.events[0] = R"({"event":"x-a","t":"hunter2-secret"})";
  const std::string line = attempt_to_json(record, Masker({"hunter2-secret"}));
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["caseId"], record.case_id);
  EXPECT_EQ(json["failureText"], "said [masked]");
  EXPECT_EQ(json["stderrTail"], "[masked] [masked]");
  EXPECT_EQ(json["events"][0], R"({"event":"x-a","t":"[masked]"})");
  ASSERT_EQ(json["masked"].size(), 4u);
  for (const auto& span : json["masked"]) {
    const auto text = json.at(nlohmann::json::json_pointer("/" + span["in"].get<std::string>()));
    EXPECT_EQ(text.get<std::string>().substr(span["offset"], span["length"]), "[masked]");
  }
  EXPECT_EQ(json["masked"][3]["in"], "events/0");
  auto read = attempt_from_json(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->failure_text, "said [masked]");
}

TEST(AttemptJson, ChangedLinesAreRefusedByName) {
  const auto good = nlohmann::ordered_json::parse(attempt_to_json(full_attempt(), Masker()));
  ASSERT_TRUE(attempt_from_json(good.dump()));
  for (const auto& member : good.items()) {
    if (member.key() == "failureText" || member.key() == "stderrTail" ||
        member.key() == "artifacts") {
      continue;  // optional
    }
    auto changed = good;
    changed.erase(member.key());
    auto read = attempt_from_json(changed.dump());
    ASSERT_FALSE(read) << member.key();
    EXPECT_NE(read.error().reason.find(member.key()), std::string::npos) << read.error().reason;
  }
  for (const auto& member : good.items()) {
    auto changed = good;
    changed[member.key()] = {{"no", "such"}, {"thing", -1}};
    EXPECT_FALSE(attempt_from_json(changed.dump())) << member.key();
  }
  auto unknown = good;
  unknown["colour"] = "red";
  EXPECT_FALSE(attempt_from_json(unknown.dump()));
  auto number = good;
  number["trial"] = 4294967296u;
  EXPECT_FALSE(attempt_from_json(number.dump()));
  number["trial"] = 1.5;
  EXPECT_FALSE(attempt_from_json(number.dump()));
  number["trial"] = -1;
  EXPECT_FALSE(attempt_from_json(number.dump()));
  auto crossed = good;
  crossed["outcome"] = "completed";
  EXPECT_FALSE(attempt_from_json(crossed.dump()));
  for (const char* text : {"", "null", "[]", "{}", "{", "\"attempt\""}) {
    EXPECT_FALSE(attempt_from_json(text)) << text;
  }
  EXPECT_FALSE(attempt_from_json(std::string(2000000, '[')));
}

}  // namespace
}  // namespace tare
