// Whatever a script says, each provider's rules put it together again, byte for byte.
#include "proxy/render.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "proxy/observation.h"
#include "proxy/replay.h"

namespace tare::proxy {
namespace {

using formats::Provider;

constexpr Provider kAll[] = {Provider::openai_chat, Provider::openai_responses, Provider::anthropic,
                             Provider::gemini, Provider::ollama};

bool sends_json(Provider provider, bool stream) {
  return provider == Provider::gemini || provider == Provider::ollama ||
         (provider == Provider::anthropic && !stream);
}

Endpoint endpoint(Provider provider, bool stream, bool sse = true) {
  Endpoint out;
  out.provider = provider;
  out.stream_path = provider == Provider::gemini && stream;
  out.sse = sse;
  return out;
}

Exchange exchange_of(const ScriptedReply& reply, const Endpoint& where, bool stream) {
  ModelRequest request;
  request.model = "m\"1";
  request.stream = stream;
  request.usage_in_stream = true;
  const PlannedReply planned = plan_reply(reply, where, request, 3);
  Exchange out;
  out.endpoint = where;
  out.status = planned.status;
  out.reply_headers = planned.headers;
  for (const std::string& part : planned.parts) out.reply_body += part;
  return out;
}

void expect_same(const ScriptedReply& reply, Provider provider, bool stream, bool sse) {
  const Endpoint where = endpoint(provider, stream, sse);
  const ReplyObservation seen = observe_reply(exchange_of(reply, where, stream));
  ASSERT_EQ(seen.calls.size(), reply.calls.size());
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    EXPECT_EQ(seen.calls[i].call.name, reply.calls[i].name);
    EXPECT_EQ(seen.calls[i].call.arguments, reply.calls[i].arguments);
    // Ollama never says that its calls are whole, for each is.
    EXPECT_TRUE(seen.calls[i].call.complete);
    EXPECT_FALSE(seen.calls[i].spans.empty());
    if (reply.calls[i].id) {
      EXPECT_EQ(seen.calls[i].call.id, reply.calls[i].id);
    }
  }
  EXPECT_EQ(seen.content, reply.text);
  if (stream || provider != Provider::openai_responses) {
    EXPECT_EQ(seen.reasoning, reply.reasoning);
  }
  EXPECT_THAT(seen.faults, ::testing::IsEmpty());
  EXPECT_FALSE(seen.finish.empty());
}

TEST(Render, EachProviderStreamedOrNotInAnyPartsIsPutTogetherAgain) {
  const std::string valid =
      "{\"n\": 12345678901234567890.10, \"n\":-0 ,\"s\":\"\\u00e9\xc3\xa9\xf0\x9f\x98\x80\\\"\"}";
  for (const Provider provider : kAll) {
    for (const bool stream : {false, true}) {
      for (const std::size_t bytes : {0, 1, 2, 3, 7, 1000}) {
        for (const bool escapes : {false, true}) {
          SCOPED_TRACE(std::string(formats::provider_name(provider)) +
                       (stream ? " stream " : " whole ") + std::to_string(bytes));
          ScriptedReply reply;
          reply.text = "h\xc3\xa9llo \xf0\x9f\x98\x80";
          reply.reasoning = "because\n";
          reply.calls = {
              {.id = "a", .name = "f", .arguments = valid, .name_space = ""},
              {.id = std::nullopt, .name = "g\xc3\xa9", .arguments = "{}", .name_space = ""}};
          if (!sends_json(provider, stream)) {
            reply.calls.push_back(
                {.id = "", .name = "h", .arguments = "{\"cut\": \"off", .name_space = ""});
            reply.calls.back().id = "c";
          }
          reply.chunking = {.event_bytes = bytes, .transport_bytes = 0, .escapes = escapes};
          expect_same(reply, provider, stream, bytes != 2);
        }
      }
    }
  }
}

TEST(Render, EveryEventAndBodyIsJsonToAnotherReader) {
  ScriptedReply reply;
  reply.text = "a\"\n";
  reply.reasoning = "b";
  reply.calls = {{.id = "a", .name = "f", .arguments = R"({"x":[1,2]})", .name_space = "ns"}};
  reply.chunking.event_bytes = 2;
  ModelRequest request;
  request.usage_in_stream = true;
  const RenderTask task{.reply = reply, .request = request, .turn = 1};
  for (const Provider provider : kAll) {
    const Endpoint where = endpoint(provider, true);
    EXPECT_TRUE(nlohmann::json::accept(render_body(where, task)));
    for (const std::string& event : render_events(where, task)) {
      EXPECT_TRUE(nlohmann::json::accept(event)) << event;
    }
  }
}

TEST(Render, NothingToSayIsStillAReply) {
  for (const Provider provider : kAll) {
    for (const bool stream : {false, true}) {
      expect_same(ScriptedReply{}, provider, stream, true);
    }
  }
}

TEST(Render, ArgumentsThatAreEmptyAreAnEmptyObjectWhereJsonIsSent) {
  ScriptedReply reply;
  reply.calls = {{.id = "a", .name = "f", .arguments = "", .name_space = ""}};
  for (const Provider provider : kAll) {
    const auto seen = observe_reply(exchange_of(reply, endpoint(provider, false), false));
    EXPECT_EQ(seen.calls.at(0).call.arguments, sends_json(provider, false) ? "{}" : "");
  }
}

TEST(Render, AnErrorInTheMiddleEndsAStreamAndIsAStatusElsewhere) {
  ScriptedReply reply;
  reply.calls = {{.id = "a", .name = "f", .arguments = "{}", .name_space = ""}};
  reply.error = ScriptedError{.type = "", .message = "broke"};
  for (const Provider provider : kAll) {
    const Exchange streamed = exchange_of(reply, endpoint(provider, true), true);
    EXPECT_EQ(streamed.status, 200u);
    EXPECT_THAT(streamed.reply_body, ::testing::HasSubstr("broke"));
    const auto seen = observe_reply(streamed);
    EXPECT_THAT(seen.faults, ::testing::Contains("the provider reports an error"));
    const Exchange whole = exchange_of(reply, endpoint(provider, false), false);
    EXPECT_EQ(whole.status, 500u);
    EXPECT_TRUE(nlohmann::json::accept(whole.reply_body));
  }
}

TEST(Render, AReplyInTooManyPartsIsRefusedBeforeItIsMade) {
  ScriptedReply reply;
  reply.text = std::string(kMaxEvents + 1, 'x');
  reply.chunking.event_bytes = 1;
  EXPECT_EQ(exchange_of(reply, endpoint(Provider::openai_chat, true), true).status, 500u);
}

TEST(Render, ARecordedBodyGoesOutAsItIs) {
  ScriptedReply reply;
  reply.body = "event: x\r\ndata: {\"a\" : 1.0}\r\n\r\n";
  reply.chunking.event_bytes = 5;
  ModelRequest request;
  const auto planned = plan_reply(reply, endpoint(Provider::anthropic, true), request, 1);
  EXPECT_TRUE(planned.chunked);
  EXPECT_EQ(planned.chunk_bytes, 5u);
  EXPECT_EQ(planned.parts, std::vector<std::string>{*reply.body});
  EXPECT_THAT(std::string(planned.content_type()), ::testing::StartsWith("text/event-stream"));
}

}  // namespace
}  // namespace tare::proxy
