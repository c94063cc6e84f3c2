// Events as they are framed, and found again in what was framed.
#include "proxy/stream_frame.h"

#include <gmock/gmock.h>

#include "found_events.h"

namespace tare::proxy {
namespace {

using ::testing::ElementsAre;

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

TEST(Frames, NoLineBreakIsLost) {
  Endpoint lines;
  lines.provider = formats::Provider::ollama;
  // Between tokens a break is white space, and white space can be another.
  EXPECT_THAT(frame_events(lines, {"{\"a\":\r\n1}"}, true), ElementsAre("{\"a\":  1}\n"));
  // In a string no JSON has one: it stays, and breaks the line.
  EXPECT_THAT(frame_events(lines, {"{\"a\":\"x\ny\"}"}, true), ElementsAre("{\"a\":\"x\ny\"}\n"));
  Endpoint events_of;
  events_of.provider = formats::Provider::gemini;
  const auto sent = frame_events(events_of, {"{\"a\":\r1,\r\n\"b\":\n\r2}"}, true);
  EXPECT_THAT(sent, ElementsAre("data: {\"a\":\rdata: 1,\r\ndata: \"b\":\ndata: \rdata: 2}\n\n"));
  EXPECT_THAT(events(sent[0], "text/event-stream"), ElementsAre("{\"a\":\n1,\n\"b\":\n\n2}"));
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
