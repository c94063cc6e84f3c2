#include "protocol/command_answer.h"

#include <gtest/gtest.h>

#include <random>

#include "json/reader.h"
#include "protocol/recorded_answer.h"

namespace tare {
namespace {

TEST(CommandAnswer, AnEndWithoutTextIsFinishedAndSaysNothing) {
  const auto events = command_events(true, "");
  const Answer answer = answer_of(AdapterKind::command, events, {});
  EXPECT_EQ(answer.finished, FinishReason::stop);
  EXPECT_TRUE(answer.messages.empty());
  EXPECT_TRUE(answer.views.empty());
}

TEST(CommandAnswer, NothingIsKnownOfCallsOnEitherSide) {
  const Answer answer = answer_of(AdapterKind::command, command_events(true, "done"), {});
  EXPECT_TRUE(answer.short_form);
  EXPECT_FALSE(answer.raw_given);
  EXPECT_FALSE(answer.normalized_given);
  // The same events from an adapter say: no tool.
  EXPECT_FALSE(answer_of(AdapterKind::protocol, command_events(true, "done"), {}).short_form);
}

TEST(CommandAnswer, WithoutAnEndThereIsNoAnswer) {
  EXPECT_TRUE(command_events(false, "").empty());
  EXPECT_FALSE(answer_of(AdapterKind::command, command_events(false, "x"), {}).finished);
}

TEST(CommandAnswer, TheTextIsTheAssistantsToTheByte) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    std::string text(1 + random() % 40, '\0');
    for (char& c : text) {
      const std::string_view odd = "\"\\\n\r\t\x1b\x7f{}u0";
      c = random() % 2 != 0 ? static_cast<char>(random() % 256) : odd[random() % odd.size()];
    }
    const auto events = command_events(true, text);
    ASSERT_EQ(events.size(), 2u);
    json::Document document;
    ASSERT_FALSE(json::read_strict(events[0], document)) << round;
    EXPECT_EQ(events[0].find('\n'), std::string::npos);
    const Answer answer = answer_of(AdapterKind::command, events, {});
    ASSERT_EQ(answer.messages.size(), 1u);
    EXPECT_EQ(answer.messages[0].role, "assistant");
    EXPECT_FALSE(answer.messages[0].reasoning);
    ASSERT_EQ(answer.messages[0].text, text) << round;
  }
}

}  // namespace
}  // namespace tare
