// Clients that stall, drip, flood, lie or leave: each is bounded, named, and hurts no other.
#include <gmock/gmock.h>

#include "proxy/observation.h"
#include "running_proxy.h"

namespace tare::proxy {
namespace {

using ::testing::HasSubstr;

const std::string kPath = "/v1/chat/completions";

ProxyLimits short_waits() {
  ProxyLimits limits;
  limits.idle_ms = 100;
  limits.body_ms = 100;
  limits.write_ms = 100;
  limits.linger_ms = 100;
  return limits;
}

class Hostile : public ::testing::Test {
 protected:
  Hostile() : proxy_(short_waits()), door_(proxy_.open(DoorOptions{.script = {{}, {}, {}}})) {}
  // The proxy is alive, and serves others.
  ~Hostile() override {
    const std::string other = proxy_.open(R"({"text":"alive"})");
    EXPECT_THAT(ask(proxy_.port(), "/" + other + kPath, "{}").body, HasSubstr("alive"));
  }
  Exchange only() {
    auto record = proxy_.close(door_);
    EXPECT_EQ(record.size(), 1u);
    return record.empty() ? Exchange{} : record[0];
  }
  RunningProxy proxy_;
  std::string door_;
};

TEST_F(Hostile, ABodyThatIsTooLargeIsRefusedUnreadAndTheClientHearsWhy) {
  Client client(proxy_.port());
  client.send("POST /" + door_ + kPath +
              " HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n");
  const std::string block(1 << 20, 'x');
  for (int i = 0; i < 100 && client.send(block); ++i) {
  }
  EXPECT_THAT(client.read_all(), HasSubstr("413"));
  const Exchange exchange = only();
  EXPECT_THAT(exchange.fault, HasSubstr("larger than the 33554432 bytes"));
  EXPECT_TRUE(exchange.request_body.empty());
}

TEST_F(Hostile, ChunksWithoutEndAreBoundedToo) {
  Client client(proxy_.port());
  client.send("POST /" + door_ + kPath +
              " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100000\r\n" + std::string(1 << 20, 'x') + "\r\n";
  int sent = 0;
  while (sent < 100 && client.send(chunk)) ++sent;
  client.read_all();
  EXPECT_THAT(only().fault, HasSubstr("larger than"));
}

TEST_F(Hostile, AHeadWithoutEndIsBounded) {
  Client client(proxy_.port());
  client.send("POST /" + door_ + kPath + " HTTP/1.1\r\n");
  for (int i = 0; i < 1000 && client.send("X-A: " + std::string(1000, 'y') + "\r\n"); ++i) {
  }
  client.read_all();
  ASSERT_EQ(proxy_.strays().size(), 1u);
  EXPECT_THAT(proxy_.strays()[0].fault, HasSubstr("no HTTP that can be read"));
}

TEST_F(Hostile, GarbageIsNamed) {
  for (const std::string& garbage : {std::string("\x16\x03\x01\x02\x00\x01", 6),
                                     std::string("SSH-2.0-x\r\n\r\n"), std::string(5000, '\0')}) {
    Client client(proxy_.port());
    client.send(garbage);
    client.end_sending();
    client.read_all();
  }
  EXPECT_EQ(proxy_.strays().size(), 3u);
}

TEST_F(Hostile, AClientThatStallsInItsBodyIsLetGoAndNamed) {
  Client client(proxy_.port());
  client.send("POST /" + door_ + kPath +
              " HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{\"a\"");
  client.read_all();  // until the proxy has enough
  const Exchange exchange = only();
  EXPECT_THAT(exchange.fault, HasSubstr("nothing whole came in 100 ms"));
  EXPECT_EQ(exchange.request_body, "{\"a\"");
}

TEST_F(Hostile, AClientThatDripsItsHeadIsLetGo) {
  Client client(proxy_.port());
  const std::string head = "POST /" + door_ + kPath + " HTTP/1.1\r\nX-A: ";
  client.send(head);
  while (client.send("y")) {
  }
  EXPECT_EQ(proxy_.strays().size(), 1u);
}

TEST_F(Hostile, AClientThatTakesNothingOfItsReplyIsLetGoAndNamed) {
  ScriptedReply large;
  large.body = std::string(32 << 20, 'x');
  const std::string door = proxy_.open(DoorOptions{.script = {large}});
  Client client(proxy_.port());
  client.send(post("/" + door + kPath, "{}"));
  client.read_until("\r\n\r\n");  // and no more, until the proxy has told its listener
  std::vector<Exchange> record;
  while (record.empty() || record[0].fault.empty()) {
    record = proxy_.on_loop([&] { return proxy_.peek(door); });
  }
  EXPECT_THAT(record[0].fault, HasSubstr("took nothing of its reply for 100 ms"));
  EXPECT_FALSE(record[0].whole);
}

TEST_F(Hostile, AClientThatLeavesInTheMiddleIsNamed) {
  {
    Client client(proxy_.port());
    client.send("POST /" + door_ + kPath + " HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{");
    client.end_sending();
    client.read_all();
  }
  EXPECT_THAT(only().fault, HasSubstr("went away in the middle"));
}

TEST_F(Hostile, ABodyThatIsNoJsonIsToldSoAndUsesUpNoReply) {
  for (const char* body : {"", "{", "[]", "\xff"}) {
    EXPECT_THAT(ask(proxy_.port(), "/" + door_ + kPath, body).head, HasSubstr("400"));
  }
  EXPECT_THAT(ask(proxy_.port(), "/" + door_ + kPath, "{}").head, HasSubstr("200"));
}

TEST(Connections, PastTheLimitIdleOnesGiveWay) {
  ProxyLimits limits;
  limits.connections = 3;
  RunningProxy proxy(limits);
  const std::string door = proxy.open(R"([{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"}])");
  std::vector<std::unique_ptr<Client>> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(std::make_unique<Client>(proxy.port()));
    held.back()->send(post("/" + door + kPath, "{}", ""));
    held.back()->read_until("}}");  // accepted, and kept open
  }
  EXPECT_THAT(ask(proxy.port(), "/" + door + kPath, "{}").head, HasSubstr("200"));
  EXPECT_EQ(held.front()->read_all(), "");  // the oldest is closed
}

TEST(Connections, PastTheLimitOfThoseInUseTheyAreRefusedAndNamed) {
  ProxyLimits limits;
  limits.connections = 3;
  RunningProxy proxy(limits);
  const std::string door = proxy.open(R"([{"text":"a"},{"text":"a"},{"text":"a"}])");
  std::vector<std::unique_ptr<Client>> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(std::make_unique<Client>(proxy.port()));
    held.back()->send("POST /" + door + kPath +
                      " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n");
    held.back()->read_until("\r\n\r\n");  // the proxy waits for the body
  }
  Client one_too_many(proxy.port());
  EXPECT_EQ(one_too_many.read_all(), "");
  ASSERT_EQ(proxy.strays().size(), 1u);
  EXPECT_THAT(proxy.strays()[0].fault, HasSubstr("3 connections are open"));
}

TEST(Doors, WhatIsUnderWayBehindADoorEndsWithIt) {
  RunningProxy proxy;
  const std::string door = proxy.open(R"({"text":"a"})");
  Client client(proxy.port());
  client.send("POST /" + door + kPath +
              " HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n");
  client.read_until("\r\n\r\n");  // the proxy waits for the body
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 1u);
  EXPECT_THAT(record[0].fault, HasSubstr("its door was closed"));
  client.read_all();  // returns: the connection is gone
}

TEST(Doors, RequestsThroughOneDoorAreCountedAndMeasured) {
  RunningProxy proxy;
  DoorOptions options{.script = {{}, {}, {}}};
  options.max_exchanges = 2;
  const std::string few = proxy.open(options);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(ask(proxy.port(), "/" + few + kPath, "{}").head, HasSubstr("200"));
  }
  EXPECT_THAT(ask(proxy.port(), "/" + few + kPath, "{}").head, HasSubstr("429"));
  EXPECT_EQ(proxy.close(few).size(), 2u);
  options.max_exchanges = 100;
  options.max_bytes = 10;
  const std::string small = proxy.open(options);
  EXPECT_THAT(ask(proxy.port(), "/" + small + kPath, R"({"a":1})").head, HasSubstr("200"));
  EXPECT_THAT(ask(proxy.port(), "/" + small + kPath, R"({"a":1})").head, HasSubstr("413"));
}

}  // namespace
}  // namespace tare::proxy
