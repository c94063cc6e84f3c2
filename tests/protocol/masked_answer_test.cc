#include "protocol/masked_answer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocol/answer_reader.h"
#include "protocol/protocol_words.h"

namespace tare {
namespace {

const std::vector<std::string>& sample_events() {
  static const std::vector<std::string> events = {
      R"({"event":"started","model":"some-model-1","adapter":{"name":"my-adapter","version":"1"},)"
      R"("layers":[{"role":"framework","name":"some-layer"}]})",
      R"({"event":"manifest","tools":[{"name":"get_ticket","description":"gets a ticket",)"
      R"("inputSchema":{"type":"object","properties":{"id":{"type":"integer"}}}}]})",
      R"({"event":"raw","turn":1234567890,"name":"get_ticket","arguments":"{\"id\": 10000000.25}"})",
      R"({"event":"call","at":"client","name":"get_ticket","status":"rejected","id":"call-0001"})",
      R"({"event":"normalized","name":"get_ticket","arguments":{"id":10000000.25,"\u006bey":[true]}})",
      R"({"event":"usage","inputTokens":12345678,"costUsd":0.12345678})",
      R"({"event":"x-my-own-event","anything":-12345678e10})",
      R"({"event":"error","kind":"rateLimit","message":"slow down","retryAfterMs":1234567890})",
      R"({ "raw" : [{"name":"get_ticket","arguments":"{}"}], "normalized" : [ ] })",
      R"({"event":"finished","reason":"refusedByClient","message":"not like this"})"};
  return events;
}

std::vector<std::string> words() {
  std::vector<std::string> out;
  for (std::string_view word : protocol_words()) out.emplace_back(word);
  return out;
}

// What any piece of an event would do to it if it were a secret.
TEST(MaskedAnswer, EventsStayReadableWhateverIsSecret) {
  const std::vector<std::string> public_words = words();
  for (const std::string& event : sample_events()) {
    const Answer before = answer_from_events({event});
    for (std::size_t begin = 0; begin < event.size(); ++begin) {
      for (const std::size_t size : {8u, 9u, 13u, 24u}) {
        const std::string secret = event.substr(begin, size);
        const Masker masker({secret}, public_words);
        std::vector<MaskedSpan> spans;
        const std::string masked = mask_event(event, masker, &spans);
        std::size_t unreadable = 0;
        const Answer after = answer_from_events({masked}, &unreadable);
        ASSERT_EQ(unreadable, 0u) << secret << "\n" << masked;
        ASSERT_EQ(after.views.size(), before.views.size()) << masked;
        for (std::size_t i = 0; i < after.views.size(); ++i) {
          ASSERT_EQ(after.views[i].at, before.views[i].at) << masked;
          ASSERT_EQ(after.views[i].status, before.views[i].status) << masked;
          ASSERT_EQ(after.views[i].evidence, before.views[i].evidence) << masked;
        }
        ASSERT_EQ(after.finished, before.finished) << masked;
        ASSERT_EQ(after.error.has_value(), before.error.has_value()) << masked;
        ASSERT_EQ(after.manifest.has_value(), before.manifest.has_value()) << masked;
        ASSERT_EQ(after.usage.seen, before.usage.seen) << masked;
        for (const MaskedSpan& span : spans) ASSERT_LE(span.offset + span.length, masked.size());
      }
    }
  }
}

TEST(MaskedAnswer, ANumberIsTheSameInTextAndAsANumber) {
  const Masker masker({"1234.5678"});
  EXPECT_EQ(mask_event(R"({"event":"raw","name":"t","arguments":"{\"n\":1234.5678}"})", masker),
            R"({"event":"raw","name":"t","arguments":"{\"n\":9999.9999}"})");
  EXPECT_EQ(mask_event(R"({"event":"normalized","name":"t","arguments":{"n":1234.5678}})", masker),
            R"({"event":"normalized","name":"t","arguments":{"n":9999.9999}})");
}

TEST(MaskedAnswer, StdoutReadsAsBefore) {
  const std::vector<std::string> events = {"{\"raw\":[],\n\"normalized\":[]}"};
  const std::string secret = "line one\nline two";
  const Masker masker({secret, "raw\":[],\n\"norm"});
  EXPECT_EQ(mask_stdout("log " + secret + "\n" + events[0] + "\nline one\nli", events, masker),
            "log [masked]\n[masked]\n" + events[0] + "\n[masked]\n[masked]");
  EXPECT_EQ(mask_stdout("{\"event\":\"" + std::string("hunter2-secret\"}\n"), {},
                        Masker({"hunter2-secret"})),
            "{\"event\":\"[masked]\"}\n");
}

// Spans may lie within one another, and one may end where a piece begins.
TEST(MaskedAnswer, ASecretWithBackslashesIsMaskedInEverySpellingAndPlace) {
  for (const std::string& secret :
       {std::string(R"(DOMAIN\user99)"), std::string(R"(C:\new\table)"), std::string(R"(\\\\host)"),
        std::string(R"(\u0041bcdefgh)"), std::string("a\\nb\\tc\\rd")}) {
    const Masker masker({secret}, words());
    const std::string once = nlohmann::json(secret).dump();
    const std::string twice = nlohmann::json(once).dump();
    for (const std::string& spelled : {once, twice, nlohmann::json(secret + secret).dump()}) {
      const std::string short_form =
          R"({"raw":[],"normalized":[{"name":"x","arguments":{"k":)" + spelled + R"(}}]})";
      const std::string event = R"({"event":"message","role":"assistant","text":)" + spelled + "}";
      for (const std::vector<std::string>& events :
           {std::vector<std::string>{short_form}, {event}, {event, short_form}}) {
        std::string bytes = secret + "\n";
        for (const std::string& one : events) bytes += one + "\n" + secret + "\n";
        const std::string masked = mask_stdout(bytes, events, masker);
        EXPECT_EQ(masked.find(secret), std::string::npos) << masked;
        EXPECT_EQ(masked.find(once.substr(1, once.size() - 2)), std::string::npos) << masked;
      }
    }
  }
}

TEST(MaskedAnswer, EveryWordOfTheSchemaIsAWordOfTheProtocol) {
  std::ifstream file(TARE_SOURCE_DIR "/schemas/event.schema.json");
  const auto expect = [](const nlohmann::json& word) {
    if (!word.is_string()) return;
    EXPECT_TRUE(is_protocol_word(word.get<std::string>())) << word;
  };
  std::vector<nlohmann::json> left = {nlohmann::json::parse(file)};
  while (!left.empty()) {
    const nlohmann::json here = std::move(left.back());
    left.pop_back();
    if (here.is_object()) {
      if (here.contains("properties") && here["properties"].is_object()) {
        for (const auto& member : here["properties"].items()) expect(member.key());
      }
      if (here.contains("const")) expect(here["const"]);
      if (here.contains("enum") && here["enum"].is_array()) {
        for (const auto& word : here["enum"]) expect(word);
      }
    }
    if (here.is_structured()) left.insert(left.end(), here.begin(), here.end());
  }
}

}  // namespace
}  // namespace tare
