// Arguments that are no JSON, at providers that send arguments as JSON: the body breaks, and what
// the model wrote is known all the same.
#include <gtest/gtest.h>

#include "proxy/door.h"
#include "proxy/observation.h"

namespace tare::proxy {
namespace {

// The reply as a client would have got it, without a socket.
Exchange answered(const std::string& path, const std::string& query, const std::string& body,
                  const std::string& script) {
  auto replies = read_reply_script(script);
  if (!replies) throw std::runtime_error(replies.error().reason);
  Door door({.script = std::move(*replies)});
  Exchange exchange;
  exchange.order = 1;
  exchange.endpoint = endpoint_of(path, query);
  exchange.request_body = body;
  const PlannedReply reply = door.answer(exchange);
  exchange.status = reply.status;
  exchange.reply_headers = reply.headers;
  for (const std::string& part : reply.parts) exchange.reply_body += part;
  exchange.whole = true;
  return exchange;
}

constexpr const char* kScript =
    R"({"text":"Well.","calls":[{"id":"call_1","name":"set_valve","arguments":"{\"valve\":\"a\",\"litres\":12"}]})";

struct Asked {
  const char *path, *query, *body;
};

TEST(BrokenBody, TheCallIsOnRecordWhoeverIsAsked) {
  for (const Asked& asked :
       {Asked{"/v1/messages", "", R"({"model":"m","messages":[]})"},
        Asked{"/v1beta/models/m:generateContent", "", R"({"contents":[]})"},
        Asked{"/v1beta/models/m:streamGenerateContent", "alt=sse", R"({"contents":[]})"},
        Asked{"/api/chat", "", R"({"model":"m","messages":[]})"},
        Asked{"/api/chat", "", R"({"model":"m","messages":[],"stream":false})"},
        Asked{"/v1/chat/completions", "", R"({"model":"m","messages":[]})"},
        Asked{"/v1/responses", "", R"({"model":"m","input":[],"stream":true})"}}) {
    const Observation seen = observe({answered(asked.path, asked.query, asked.body, kScript)});
    ASSERT_EQ(seen.views.size(), 1u) << asked.path;
    EXPECT_EQ(seen.views[0].name, "set_valve") << asked.path;
    EXPECT_EQ(seen.views[0].arguments, R"({"valve":"a","litres":12)") << asked.path;
  }
}

TEST(BrokenBody, OfACutReplyOnlyWhatWentOutIsOnRecord) {
  Exchange exchange = answered("/v1/messages", "", R"({"model":"m","messages":[]})", kScript);
  exchange.reply_body.resize(exchange.reply_body.size() / 2);
  exchange.whole = false;
  const Observation seen = observe({exchange});
  for (const auto& place : seen.places) EXPECT_FALSE(place.complete);
}

TEST(BrokenBody, AJsonStringInTheArgumentsPlaceStaysTheTextThatWasWritten) {
  for (const char* arguments : {R"(\"{\\\"n\\\": 1}\")", "null", R"(\"x\")"}) {
    const std::string script =
        R"({"calls":[{"name":"f","arguments":")" + std::string(arguments) + R"("}]})";
    for (const Asked& asked :
         {Asked{"/v1/messages", "", R"({"model":"m","messages":[]})"},
          Asked{"/v1beta/models/m:generateContent", "", R"({"contents":[]})"},
          Asked{"/api/chat", "", R"({"model":"m","messages":[],"stream":false})"}}) {
      const Exchange exchange = answered(asked.path, asked.query, asked.body, script);
      const Observation seen = observe({exchange});
      ASSERT_EQ(seen.views.size(), 1u) << asked.path << script;
      EXPECT_EQ(seen.views[0].arguments, exchange.scripted[0].arguments) << asked.path;
    }
  }
}

TEST(BrokenBody, LineBreaksInBrokenArgumentsAreNotLost) {
  for (const char* arguments : {R"({\"a\":\"x\ny\"})", R"({\"a\":\r\n\"x\n)"}) {
    const std::string script =
        R"({"calls":[{"name":"f","arguments":")" + std::string(arguments) + R"("}]})";
    for (const Asked& asked :
         {Asked{"/api/chat", "", R"({"model":"m","messages":[]})"},
          Asked{"/v1beta/models/m:streamGenerateContent", "alt=sse", R"({"contents":[]})"},
          Asked{"/v1beta/models/m:streamGenerateContent", "", R"({"contents":[]})"}}) {
      const Exchange exchange = answered(asked.path, asked.query, asked.body, script);
      const Observation seen = observe({exchange});
      ASSERT_EQ(seen.views.size(), 1u) << asked.path << script;
      std::string as_read = exchange.scripted[0].arguments;
      if (std::string(asked.query) == "alt=sse") std::erase(as_read, '\r');
      EXPECT_EQ(seen.views[0].arguments, as_read) << asked.path;
      EXPECT_EQ(seen.replies, 1u);
    }
  }
}

TEST(BrokenBody, LineBreaksThatALineCannotHoldAreSaid) {
  const std::string script = R"({"calls":[{"name":"f","arguments":"{\"a\":\n1}"}]})";
  const auto told = [&](const char* path, const char* body) {
    const Observation seen = observe({answered(path, "", body, script)});
    EXPECT_EQ(seen.views.size(), 1u);
    return std::pair(seen.views[0].arguments.value_or(""), seen.facts.size());
  };
  EXPECT_EQ(told("/api/chat", R"({"model":"m","messages":[]})"),
            std::pair(std::string(R"({"a": 1})"), std::size_t{1}));
  EXPECT_EQ(told("/api/chat", R"({"model":"m","messages":[],"stream":false})"),
            std::pair(std::string("{\"a\":\n1}"), std::size_t{0}));
  EXPECT_EQ(told("/v1/chat/completions", R"({"model":"m","messages":[],"stream":true})"),
            std::pair(std::string("{\"a\":\n1}"), std::size_t{0}));
}

TEST(BrokenBody, AnEventStreamIsOneWhateverTheCaseOfItsType) {
  Exchange exchange = answered("/v1/responses", "", R"({"model":"m","input":[],"stream":true})",
                               R"({"calls":[{"name":"f","arguments":"{}"}]})");
  for (auto& [name, value] : exchange.reply_headers) {
    if (value == "text/event-stream") value = "Text/Event-Stream";
  }
  exchange.scripted.clear();
  EXPECT_EQ(observe({exchange}).views.size(), 1u);
}

TEST(BrokenBody, ACallThatCanBeReadStaysTheOneOfTheWire) {
  const Observation seen =
      observe({answered("/v1/messages", "", R"({"model":"m","messages":[]})",
                        R"({"calls":[{"name":"set_valve","arguments":"{ \"valve\": 1.0 }"}]})")});
  ASSERT_EQ(seen.views.size(), 1u);
  EXPECT_EQ(seen.views[0].arguments, R"({ "valve": 1.0 })");
  EXPECT_TRUE(seen.views[0].id.has_value());
  EXPECT_FALSE(seen.places[0].spans.empty());
}

}  // namespace
}  // namespace tare::proxy
