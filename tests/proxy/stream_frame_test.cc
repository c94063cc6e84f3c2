// Events in bodies: how they are framed, and how they are found, in one piece or broken off.
#include "proxy/stream_frame.h"

#include <gmock/gmock.h>

namespace tare::proxy {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> events(std::string_view body, std::string_view type) {
  std::vector<std::string> out;
  for_each_event(body, type, [&](std::string_view json, BodySpan span) {
    EXPECT_LE(span.end, body.size());
    EXPECT_LT(span.begin, span.end);
    out.emplace_back(json);
  });
  return out;
}

TEST(Frames, ServerSentEventsWithEachLineBreakAndSeveralDataLines) {
  EXPECT_THAT(
      events(": hi\n\nevent: a\ndata: {1}\n\ndata:{2}\r\n\r\ndata: {\rdata: 3}\r\rid: 9\n\n",
             "text/event-stream; charset=utf-8"),
      ElementsAre("{1}", "{2}", "{\n3}"));
}

TEST(Frames, AnEventThatWasCutOffIsStillThere) {
  EXPECT_THAT(events("data: {1}\n\ndata: {2", "text/event-stream"), ElementsAre("{1}", "{2"));
}

TEST(Frames, LinesAndLists) {
  EXPECT_THAT(events("{1}\n\n{2}\r\n{3", "application/x-ndjson"), ElementsAre("{1}", "{2}", "{3"));
  EXPECT_THAT(events("[{\"a\":1}\n,\r\n{\"b\":[2]}]", "application/json"),
              ElementsAre("{\"a\":1}", "{\"b\":[2]}"));
  EXPECT_THAT(events("[{\"a\":1},{\"b\":[2", "application/json"),
              ElementsAre("{\"a\":1}", "{\"b\":[2"));
  EXPECT_THAT(events(" {\"a\":1} ", "application/json"), ElementsAre(" {\"a\":1} "));
  EXPECT_THAT(events("", "application/json"), ElementsAre());
}

TEST(Frames, WhatIsFramedIsFoundAgainEvenWithLineBreaksInside) {
  for (const auto provider : {formats::Provider::openai_chat, formats::Provider::anthropic,
                              formats::Provider::gemini, formats::Provider::ollama}) {
    for (const bool sse : {true, false}) {
      Endpoint endpoint;
      endpoint.provider = provider;
      endpoint.sse = sse;
      std::string body;
      for (const auto& part : frame_events(endpoint, {"{\"a\":\n1}", "{\"b\":2}"}, true))
        body += part;
      auto found = events(body, content_type_of(stream_framing(endpoint)));
      if (provider == formats::Provider::openai_chat) {
        EXPECT_EQ(found.back(), "[DONE]");
        found.pop_back();
      }
      ASSERT_EQ(found.size(), 2u) << body;
      EXPECT_EQ(found[1], "{\"b\":2}");
    }
  }
}

TEST(Frames, AnEventsTypeStandsInALineOfItsOwnWhereTheProviderRepeatsIt) {
  Endpoint endpoint;
  endpoint.provider = formats::Provider::anthropic;
  EXPECT_THAT(frame_events(endpoint, {R"({"type":"ping"})"}, true),
              ElementsAre("event: ping\ndata: {\"type\":\"ping\"}\n\n"));
  EXPECT_THAT(frame_events(endpoint, {R"({"type":"a\nb"})"}, true),
              ElementsAre("data: {\"type\":\"a\\nb\"}\n\n"));
}

}  // namespace
}  // namespace tare::proxy
