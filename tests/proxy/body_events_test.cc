// Events found in bodies: in one piece, broken off, under whatever content type they came.
#include "proxy/body_events.h"

#include <gmock/gmock.h>

#include "found_events.h"

namespace tare::proxy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BodyEvents, ServerSentEventsWithEachLineBreakAndSeveralDataLines) {
  EXPECT_THAT(
      events(": hi\n\nevent: a\ndata: {1}\n\ndata:{2}\r\n\r\ndata: {\rdata: 3}\r\rid: 9\n\n",
             "text/event-stream; charset=utf-8"),
      ElementsAre("{1}", "{2}", "{\n3}"));
}

TEST(BodyEvents, AnEventThatWasCutOffIsStillThere) {
  EXPECT_THAT(events("data: {1}\n\ndata: {2", "text/event-stream"), ElementsAre("{1}", "{2"));
}

TEST(BodyEvents, LinesAndLists) {
  EXPECT_THAT(events("{1}\n\n{2}\r\n{3", "application/x-ndjson"), ElementsAre("{1}", "{2}", "{3"));
  EXPECT_THAT(events("[{\"a\":1}\n,\r\n{\"b\":[2]}]", "application/json"),
              ElementsAre("{\"a\":1}", "{\"b\":[2]}"));
  EXPECT_THAT(events("[{\"a\":1},{\"b\":[2", "application/json"),
              ElementsAre("{\"a\":1}", "{\"b\":[2"));
  EXPECT_THAT(events(" {\"a\":1} ", "application/json"), ElementsAre(" {\"a\":1} "));
  EXPECT_THAT(events("", "application/json"), ElementsAre());
}

constexpr std::string_view kTypes[] = {
    "",           "text/event-stream",    "application/json",
    "text/plain", "application/x-ndjson", "application/octet-stream"};

TEST(BodyEvents, ServerSentEventsAreToldByTheBody) {
  for (const std::string_view type : kTypes) {
    for (const std::string lead :
         {"", "\xef\xbb\xbf", "\n\n", ": remark\n\n", "event: a\n", "id: 7\n", "retry: 3\n",
          "data\n\n", "\xef\xbb\xbf\r\n:\r\n\r\n"}) {
      const auto found = events(lead + "data: {\"a\":1}\n\ndata: {\"b\":2}\n\n", type);
      ASSERT_GE(found.size(), 2u) << type << lead;
      EXPECT_EQ(found[found.size() - 2], "{\"a\":1}") << type << lead;
      EXPECT_EQ(found.back(), "{\"b\":2}") << type << lead;
    }
  }
}

TEST(BodyEvents, JsonIsToldByTheBody) {
  for (const std::string_view type : kTypes) {
    for (const std::string lead : {"", "\xef\xbb\xbf"}) {
      EXPECT_THAT(events(lead + "{\"a\":\n 1}\n", type), ElementsAre("{\"a\":\n 1}\n")) << type;
      EXPECT_THAT(events(lead + "[{\"a\":1},\n{\"b\":2}]", type),
                  ElementsAre("{\"a\":1}", "{\"b\":2}"))
          << type;
      EXPECT_THAT(events(lead + "{\"a\":1}\n{\"b\":2}\n", type),
                  ElementsAre("{\"a\":1}", "{\"b\":2}"))
          << type;
    }
  }
}

TEST(BodyEvents, WhatCannotBeReadIsHandedOn) {
  for (const std::string_view type : kTypes) {
    // A call whose arguments are no JSON: alone, and as a line among others.
    EXPECT_THAT(events("{\"a\":tru}", type), ElementsAre("{\"a\":tru}")) << type;
    EXPECT_THAT(events("{\"a\":\"x\ny\"}\n{\"b\":2}\n", type),
                ElementsAre("{\"a\":\"x", "y\"}", "{\"b\":2}"))
        << type;
    EXPECT_THAT(events("{\"a\":1}rest", type), ElementsAre("{\"a\":1}", "rest")) << type;
    EXPECT_THAT(events("[{\"a\":1}] rest", type), ElementsAre("{\"a\":1}", " rest")) << type;
    EXPECT_THAT(events("{\"a\":1}\n{\"b\":\n", type), ElementsAre("{\"a\":1}", "{\"b\":")) << type;
  }
  EXPECT_THAT(events("garbage", ""), ElementsAre("garbage"));
}

TEST(BodyEvents, ALineOfJsonAmongServerSentEventsIsNoSilence) {
  EXPECT_THAT(events("data: {\"a\":1}\n\n{\"error\":{}}\n\n", "text/event-stream"),
              ElementsAre("{\"a\":1}", "{\"error\":{}}"));
  EXPECT_THAT(events("{\"error\":{}}\n\ndata: {\"a\":1}\n\n", "text/event-stream"),
              ElementsAre("{\"error\":{}}", "{\"a\":1}"));
}

TEST(BodyEvents, ValuesMaySpanLinesOrShareOne) {
  EXPECT_THAT(events("{\"a\":\n1} {\"b\":\n\n2}{\"c\":3}\n", "application/x-ndjson"),
              ElementsAre("{\"a\":\n1}", " {\"b\":\n\n2}", "{\"c\":3}"));
}

TEST(BodyEvents, EachByteThatIsNoBlankStandsInOneEvent) {
  const std::string body = "{\"a\":1}x\n{\"b\":\n2}{\"c\"\n}\n[1,\n {\"d\":[\n";
  std::string found;
  for (const std::string& event : events(body, "application/x-ndjson")) found += event;
  std::string left = body;
  std::erase_if(left, [](char c) { return c == '\n' || c == ' '; });
  std::erase_if(found, [](char c) { return c == '\n' || c == ' '; });
  EXPECT_EQ(found, left);
}

// Each of these made a reader that begins anew at every line or value go quadratic.
TEST(BodyEvents, ManySmallOrUnendingValuesAreReadInOnePass) {
  for (const std::string part : {"{}", "[1,\n", "{\"a\":\n", "{\"a\":\"\n", "\n", "{} \n", "x\n"}) {
    std::string body = "{}\n";
    while (body.size() < 2'000'000) body += part;
    std::size_t count = 0;
    for_each_event(body, "application/x-ndjson", [&](std::string_view, BodySpan) { ++count; });
    EXPECT_GT(count, 0u);
  }
}

TEST(BodyEvents, NothingIsFoundInBlanks) {
  for (const std::string_view type : kTypes) {
    for (const std::string body : {"", " ", "\n\n", "\xef\xbb\xbf", "[]", "[ ]\n"}) {
      EXPECT_THAT(events(body, type), IsEmpty()) << type << body;
    }
  }
}

}  // namespace
}  // namespace tare::proxy
