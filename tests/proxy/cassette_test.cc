// What was recorded is said again byte for byte, and holds no key.
#include "proxy/cassette.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "proxy/replay.h"
#include "proxy/reply_script.h"
#include "running_proxy.h"

namespace tare::proxy {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Exchange answered(std::string body, Headers headers = {{"Content-Type", "application/json"}}) {
  Exchange out;
  out.endpoint = Endpoint{};
  out.upstream = "https://a.example";
  out.status = 200;
  out.answered_ms = 1;
  out.reply_headers = std::move(headers);
  out.reply_body = std::move(body);
  out.whole = true;
  return out;
}

std::vector<Exchange> recorded() {
  std::vector<Exchange> out;
  out.push_back(answered("{\"a\": 1.0,\n \"s\":\"\\u00e9\xc3\xa9\xf0\x9f\x98\x80\"}"));
  out.push_back(answered("data: {\"b\" : \"\\ud83d\"}\r\n\r\ndata: [DONE]\n\n",
                         {{"Content-Type", "text/event-stream"}}));
  out.push_back(answered(std::string("\x1f\x8b\0\xff", 4), {{"Content-Encoding", "gzip"}}));
  out.push_back(answered(R"({"error":{}})", {{"Retry-After", "2"}, {"X-Request-Id", "r1"}}));
  out.back().status = 429;
  out.push_back(answered(std::string("\0\x01\x7f", 3), {{"content-type", "text/plain"}}));
  for (const char* body : {"", "{\"cut", "data: {\"cut"}) {
    out.push_back(answered(body));
    out.back().whole = false;
  }
  out.push_back(answered("[1]"));
  out.back().whole = false;  // all of it may have come, and still the end is missing
  return out;
}

TEST(Cassette, ReplaysEachAnswerByteForByteOverTheWire) {
  const std::vector<Exchange> taken = recorded();
  auto script = read_reply_script(cassette_json(taken));
  ASSERT_TRUE(script.ok()) << script.error().reason;
  ASSERT_EQ(script->size(), taken.size());
  EXPECT_EQ(cassette_replies(taken), taken.size());
  RunningProxy proxy;
  const std::string door = proxy.open(DoorOptions{.script = *script});
  for (const Exchange& each : taken) {
    SCOPED_TRACE(each.reply_body);
    const Heard said = ask(proxy.port(), "/" + door + "/v1/chat/completions", "{}");
    EXPECT_EQ(said.body, each.reply_body);
    EXPECT_EQ(said.ended, each.whole);
    EXPECT_THAT(said.head, HasSubstr("HTTP/1.1 " + std::to_string(each.status) + " "));
    for (const auto& [name, value] : each.reply_headers) {
      if (name != "X-Request-Id") {
        EXPECT_THAT(said.head, HasSubstr(name + ": " + value));
      }
    }
  }
}

TEST(Cassette, IsOneReplyALineAndJsonToAnotherReader) {
  const std::string text = cassette_json(recorded());
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')),
            recorded().size() + 2);
  EXPECT_EQ(nlohmann::json::parse(text).size(), recorded().size());
  EXPECT_EQ(cassette_json(recorded()), text);
  EXPECT_THAT(text, Not(HasSubstr("r1")));
  EXPECT_EQ(cassette_json({}), "[]\n");
}

TEST(Cassette, HoldsNothingOfARequestAndNothingThatNoProviderSaid) {
  Exchange own = answered("tare says");
  own.upstream.clear();
  Exchange under_way = answered("half");
  under_way.answered_ms = 0;
  Exchange said = answered("{}");
  said.request_headers = {{"X-Mine", "secret"}};
  said.request_body = "secret";
  said.target = "/secret";
  const std::string text = cassette_json({own, under_way, said});
  EXPECT_EQ(nlohmann::json::parse(text).size(), 1u);
  EXPECT_THAT(text, Not(HasSubstr("secret")));
}

}  // namespace
}  // namespace tare::proxy
