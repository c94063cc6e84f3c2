// Requests that go on to a provider: what it gets, what the client hears, what is kept.
#include <gmock/gmock.h>

#include <future>

#include "forward_support.h"

namespace tare::proxy {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Forward, TheProviderGetsTheVeryRequestWithTheRealKeyAndTheClientItsVeryAnswer) {
  const std::string said_back = "{\"choices\" : [ {\"n\": 1.0} ]}\n";
  std::promise<std::pair<std::string, std::string>> got;
  LocalServer server([&](Peer& peer) {
    std::string body;
    std::string head = peer.request(body);
    got.set_value({head, body});
    peer.write(answer(said_back, "X-Other: kept\r\nSet-Cookie: a=b\r\n"));
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  Client client(proxy.port());
  const std::string body = "{\"model\":\"m\", \"n\": 1.0}";
  client.send(post("/" + door + kPath + "?key=dummy&x=1", body,
                   "Authorization: Bearer dummy\r\nX-Mine: kept\r\nAccept-Encoding: gzip\r\n"
                   "Connection: close\r\n"));
  const Heard heard_back = heard(client.read_all());
  EXPECT_EQ(heard_back.body, said_back);
  EXPECT_TRUE(heard_back.ended);
  EXPECT_THAT(heard_back.head, HasSubstr("X-Other: kept"));
  EXPECT_THAT(heard_back.head, Not(HasSubstr("Set-Cookie")));
  const auto [head, request] = got.get_future().get();
  EXPECT_EQ(request, body);
  EXPECT_THAT(head, HasSubstr("POST /v1/chat/completions?x=1 HTTP/1.1\r\n"));
  EXPECT_THAT(head, HasSubstr("Authorization: Bearer sk-real-123456\r\n"));
  EXPECT_THAT(head, HasSubstr("Accept-Encoding: identity\r\n"));
  EXPECT_THAT(head, HasSubstr("X-Mine: kept\r\n"));
  EXPECT_THAT(head, Not(AnyOf(HasSubstr("dummy"), HasSubstr("gzip"), HasSubstr(door))));
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 1u);
  EXPECT_EQ(record[0].reply_body, said_back);
  EXPECT_EQ(record[0].upstream, server.url());
  EXPECT_EQ(record[0].turn, 1u);
  EXPECT_TRUE(record[0].whole);
  EXPECT_EQ(record[0].fault, "");
  for (const auto& [name, value] : record[0].request_headers) {
    EXPECT_THAT(value, Not(HasSubstr("sk-real")));
  }
}

// Each event goes out only when the client has got the one before: held back, none would come.
TEST(Forward, AStreamPassesEventByEvent) {
  std::promise<void> first_seen;
  std::string whole;
  LocalServer server([&](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
        "Transfer-Encoding: chunked\r\n\r\n");
    // With the beginning of the next chunk's head, as a slow sender would part it.
    peer.write("10\r\ndata: {\"a\": 1}\n\n\r\n1");
    first_seen.get_future().wait();
    peer.write("0\r\ndata: {\"b\": 2}\n\n\r\n0\r\n\r\n");
    peer.wait_for_end();
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  Client client(proxy.port());
  client.send(post("/" + door + kPath, R"({"stream":true})"));
  const std::string first = client.read_until("{\"a\": 1}\n\n");
  EXPECT_THAT(first, HasSubstr("text/event-stream"));
  first_seen.set_value();
  const Heard said = heard(first + client.read_all());
  EXPECT_EQ(said.body, "data: {\"a\": 1}\n\ndata: {\"b\": 2}\n\n");
  EXPECT_TRUE(said.ended);
  EXPECT_EQ(proxy.close(door).at(0).reply_body, said.body);
}

TEST(Forward, OneConnectionServesRequestAfterRequestAndANewOneReplacesOneThatWasGivenUp) {
  LocalServer server([](Peer& peer) {
    std::string body;
    for (int i = 0; i < 3 && !peer.request(body).empty(); ++i) peer.write(answer("{}"));
  });  // and closes after three
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(ask(proxy.port(), "/" + door + kPath, "{}").body, "{}") << i;
  }
  EXPECT_EQ(server.connections(), 3u);
}

TEST(Forward, AnAnswerThatEndsWithItsConnectionIsWhole) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{\"a\":1}");
  });
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_TRUE(exchange.whole) << exchange.fault;
  EXPECT_EQ(exchange.reply_body, "{\"a\":1}");
  EXPECT_EQ(said.body, "{\"a\":1}");
  EXPECT_TRUE(said.ended);
}

TEST(Forward, AProvidersRefusalPassesAsItIs) {
  LocalServer server(always(
      answer("{\"error\":{\"type\":\"rate\"}}", "retry-after: 7\r\n", "429 Too Many Requests")));
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_EQ(exchange.status, 429u);
  EXPECT_TRUE(exchange.whole);
  EXPECT_THAT(said.head, HasSubstr("retry-after: 7"));
  EXPECT_THAT(observe({exchange}).facts,
              ::testing::Contains(HasSubstr("the model answered with 429")));
}

TEST(Forward, ARedirectIsNotFollowedAndNamed) {
  LocalServer server(always(answer("", "Location: https://elsewhere.example/\r\n", "302 Found")));
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_EQ(exchange.status, 502u);
  EXPECT_THAT(exchange.fault, HasSubstr("https://elsewhere.example/"));
  EXPECT_THAT(said.head, Not(HasSubstr("Location")));
  EXPECT_THAT(said.body, HasSubstr("redirects are not followed"));
}

TEST(Forward, AnAnswerThatIsCompressedAllTheSameIsKeptAndNamed) {
  const std::string bytes = "\x1f\x8b\x08\xff";
  LocalServer server(always(answer(bytes, "Content-Encoding: gzip\r\n")));
  const Exchange exchange = one(server);
  EXPECT_EQ(exchange.reply_body, bytes);
  EXPECT_TRUE(exchange.whole);
  EXPECT_THAT(exchange.fault, HasSubstr("as gzip"));
}

TEST(Forward, AKeyThatTheProviderSendsBackIsHeardByNobody) {
  for (const std::string key :
       {"sk-real-123456", "\\u0073k-real-12345\\u0036", "sk%2Dreal-123456"}) {
    const std::string body = "{\"key\":\"" + key + "\"}";
    LocalServer server(always(answer(body, "X-Echo: sk-real-123456\r\n")));
    Heard said;
    const Exchange exchange = one(server, short_waits(), &said);
    EXPECT_EQ(exchange.reply_body, "{\"key\":\"" + std::string(key.size(), '*') + "\"}");
    EXPECT_EQ(said.body, exchange.reply_body);
    EXPECT_TRUE(said.ended);
    EXPECT_THAT(said.head, Not(HasSubstr("sk-real")));
    for (const auto& [name, value] : exchange.reply_headers) {
      EXPECT_THAT(value, Not(HasSubstr("sk-real")));
    }
    EXPECT_THAT(exchange.fault, HasSubstr("sent the key back"));
  }
}

TEST(Forward, AKeyThatIsPartedOverChunksIsHeardByNobody) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const char c : std::string("{\"no\":\"\\u0073k-real-123456\",\"s\":\"s\"}s")) {
      peer.write(std::string("1\r\n") + c + "\r\n");
    }
    peer.write("0\r\n\r\n");
    peer.wait_for_end();
  });
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_EQ(said.body, "{\"no\":\"" + std::string(19, '*') + "\",\"s\":\"s\"}s");
  EXPECT_TRUE(said.ended);
  EXPECT_EQ(exchange.reply_body, said.body);
  EXPECT_TRUE(exchange.whole);
}

TEST(Forward, APathGoesOnAsItCame) {
  std::promise<std::string> got;
  LocalServer server([&](Peer& peer) {
    std::string body;
    got.set_value(peer.request(body));
    peer.write(answer("{}"));
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  ask(proxy.port(), "/" + door + "/v1beta/models/a%2fb:generateContent?k%65y=dummy&x=%31", "{}");
  EXPECT_THAT(got.get_future().get(),
              HasSubstr("POST /v1beta/models/a%2fb:generateContent?x=%31 HTTP/1.1\r\n"));
  const auto record = proxy.close(door);
  EXPECT_EQ(record.at(0).target, "/v1beta/models/a%2fb:generateContent?k%65y=[not kept]&x=%31");
}

TEST(Forward, ACutInAToolsJsonLeavesItsCallIncomplete) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    const std::string event =
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"q\": \"ab"}}]}}]})";
    peer.write(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000\r\n\r\n" +
        event + "\n\n");
  });
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_FALSE(exchange.whole);
  EXPECT_FALSE(said.ended);
  EXPECT_THAT(exchange.fault, HasSubstr("cut its answer short"));
  const ReplyObservation seen = observe_reply(exchange);
  ASSERT_EQ(seen.calls.size(), 1u);
  EXPECT_FALSE(seen.calls[0].call.complete);
  EXPECT_EQ(seen.calls[0].call.arguments, "{\"q\": \"ab");
}

TEST(Forward, WhatIsUnderWayEndsWithItsDoor) {
  std::promise<void> asked;
  LocalServer server([&](Peer& peer) {
    std::string body;
    peer.request(body);
    asked.set_value();
    peer.wait_for_end();  // returns: the proxy hung up
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  Client client(proxy.port());
  client.send(post("/" + door + kPath, "{}"));
  asked.get_future().wait();
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 1u);
  EXPECT_THAT(record[0].fault, HasSubstr("its door was closed"));
  client.read_all();  // returns too
}

TEST(Forward, AClientThatLeavesInAStreamIsNamedAndTheProviderIsHungUpOn) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = "10000\r\n" + std::string(1 << 16, 'x') + "\r\n";
    while (peer.write(chunk)) {  // until the proxy hangs up
    }
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  Client client(proxy.port());
  client.send(post("/" + door + kPath, "{}"));
  client.read_until("xxx");
  client.leave();
  std::vector<Exchange> record;
  while (record.empty()) {
    record = proxy.on_loop([&] { return proxy.peek(door); });
  }
  EXPECT_THAT(record[0].fault, HasSubstr("the client went away after"));
  EXPECT_FALSE(record[0].whole);
}

TEST(Forward, TwoHundredAtOnceNeverMix) {
  LocalServer server([](Peer& peer) {
    std::string body;
    while (!peer.request(body).empty() && peer.write(answer(body))) {
    }
  });
  RunningProxy proxy;
  const std::string door = proxy.open_to(to(server));
  const std::string other = proxy.open_to(to(server));
  std::vector<std::thread> threads;
  for (int t = 0; t < 10; ++t) {
    threads.emplace_back([&, t] {
      std::vector<std::unique_ptr<Client>> clients;
      for (int i = 0; i < 20; ++i) {
        clients.push_back(std::make_unique<Client>(proxy.port()));
        clients.back()->send(post("/" + (i % 2 == 0 ? door : other) + kPath,
                                  "{\"n\":" + std::to_string(t * 20 + i) + "}"));
      }
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(heard(clients[static_cast<std::size_t>(i)]->read_all()).body,
                  "{\"n\":" + std::to_string(t * 20 + i) + "}");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& each : {door, other}) {
    const auto record = proxy.close(each);
    EXPECT_EQ(record.size(), 100u);
    for (const Exchange& exchange : record) EXPECT_EQ(exchange.reply_body, exchange.request_body);
  }
}

}  // namespace
}  // namespace tare::proxy
