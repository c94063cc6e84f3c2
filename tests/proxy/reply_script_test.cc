// Scripts as people write them, and what is said of those that are wrong.
#include "proxy/reply_script.h"

#include <gmock/gmock.h>

namespace tare::proxy {
namespace {

using ::testing::HasSubstr;

ScriptedReply one(std::string_view json) {
  auto script = read_reply_script(json);
  EXPECT_TRUE(script.ok()) << (script.ok() ? "" : script.error().reason);
  return script.ok() && !script->empty() ? script->front() : ScriptedReply{};
}

std::string fault(std::string_view json) {
  auto script = read_reply_script(json);
  if (script.ok()) return "none";
  return script.error().where + " " + script.error().reason + "; " + script.error().mend;
}

TEST(ReplyScript, ArgumentsAreTheVeryText) {
  const auto reply = one(R"({"calls":[{"id":"a","name":"f","arguments":"{\"n\": 1.0, \"n\":2,}"},
                                       {"name":"g","arguments":{"n": 1e400}}]})");
  ASSERT_EQ(reply.calls.size(), 2u);
  EXPECT_EQ(reply.calls[0].arguments, R"({"n": 1.0, "n":2,})");
  EXPECT_EQ(reply.calls[0].id, "a");
  EXPECT_EQ(reply.calls[1].arguments, R"({"n": 1e400})");
  EXPECT_FALSE(reply.calls[1].id.has_value());
}

TEST(ReplyScript, OneReplyOrOneATurn) {
  EXPECT_EQ(read_reply_script(R"({"text":"a"})")->size(), 1u);
  EXPECT_EQ(read_reply_script(R"([{"status":429,"retryAfter":2},{"text":"a"}])")->size(), 2u);
  EXPECT_TRUE(read_reply_script("[]")->empty());
}

TEST(ReplyScript, ARecordedBodyKeepsItsBytes) {
  EXPECT_EQ(one(R"({"body":"data: {}\n\n"})").body, "data: {}\n\n");
  EXPECT_EQ(one(R"({"body":{"n": 1.0}})").body, R"({"n": 1.0})");
  EXPECT_EQ(one(R"({"bodyBase64":"/w=="})").body, "\xff");
  EXPECT_EQ(one(R"({"events":[{"a": 1.0},[2]]})").events,
            (std::vector<std::string>{R"({"a": 1.0})", "[2]"}));
}

TEST(ReplyScript, ChunksAreWordsOrBytes) {
  EXPECT_EQ(one(R"({"text":"a","chunks":"whole"})").chunking.event_bytes, 0u);
  EXPECT_EQ(one(R"({"text":"a","chunks":7})").chunking.event_bytes, 7u);
  EXPECT_EQ(one(R"({"text":"a","chunks":"byte"})").chunking.transport_bytes, 1u);
}

TEST(ReplyScript, WhatIsWrongIsSaidWithItsPlace) {
  EXPECT_THAT(fault(R"({"txt":"a"})"), HasSubstr("1:2 unknown member \"txt\""));
  EXPECT_THAT(fault(R"({"txt":"a"})"), HasSubstr("\"text\""));
  EXPECT_THAT(fault(R"([{"calls":[{"arguments":"{}"}]}])"), HasSubstr("no \"name\""));
  EXPECT_THAT(fault(R"({"chunks":0})"), HasSubstr("\"chunks\""));
  EXPECT_THAT(fault(R"({"chunks":"bit"})"), HasSubstr("\"bit\""));
  EXPECT_THAT(fault(R"({"body":"a","text":"b"})"), HasSubstr("another"));
  EXPECT_THAT(fault(R"({"status":99})"), HasSubstr("200 to 599"));
  EXPECT_THAT(fault("{\"headers\":{\"a\":\"x\\r\\nB: y\"}}"), HasSubstr("no header"));
  EXPECT_THAT(fault(R"({"text":"a","text":"b"})"), HasSubstr("twice"));
  EXPECT_THAT(fault("{"), HasSubstr("no JSON"));
  EXPECT_THAT(fault("7"), HasSubstr("no object"));
}

}  // namespace
}  // namespace tare::proxy
