// The MCP server behind a door: its requests reach it whole, stay within the proxy's bounds, and
// are no exchanges of the model's.
#include <gmock/gmock.h>

#include "running_proxy.h"

namespace tare::proxy {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Seen {
  std::string method, body, session;
  std::uint64_t bytes = 0;
};

// Keeps what it was asked. All on the proxy's thread; read it with on_loop.
struct Server {
  std::vector<Seen> seen;
  std::promise<void> cut_request;

  McpHandler handler() {
    return [this](const McpRequest& request) {
      Seen each{std::string(request.method), std::string(request.body), "", request.bytes};
      for (const auto& [name, value] : *request.headers) {
        if (name == "Mcp-Session-Id") each.session = value;
      }
      seen.push_back(each);
      if (each.bytes > each.body.size()) cut_request.set_value();
      return McpReply{.status = 202, .headers = {{"X-Said", "yes"}}, .body = "<" + each.body + ">"};
    };
  }
};

TEST(McpDoor, EachMethodReachesTheHandlerAndIsNoExchange) {
  Server server;
  RunningProxy proxy;
  const std::string door = proxy.open(DoorOptions{.mcp = server.handler()});
  const std::string path = "/" + door + "/mcp";
  Client client(proxy.port());
  client.send(post(path, "one", "Mcp-Session-Id: s1\r\n"));
  EXPECT_THAT(client.read_until("<one>"), HasSubstr("HTTP/1.1 202 Accepted\r\nX-Said: yes\r\n"));
  client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_until("<>");
  client.send("DELETE " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(heard(client.read_all()).ended);
  const auto seen = proxy.on_loop([&] { return server.seen; });
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].method, "POST");
  EXPECT_EQ(seen[0].body, "one");
  EXPECT_EQ(seen[0].bytes, 3u);
  EXPECT_EQ(seen[0].session, "s1");
  EXPECT_EQ(seen[1].method, "GET");
  EXPECT_EQ(seen[2].method, "DELETE");
  EXPECT_THAT(proxy.close(door), IsEmpty());
}

TEST(McpDoor, OtherPathsAndDoorsWithoutAHandlerAreNotServed) {
  Server server;
  RunningProxy proxy;
  const std::string with = proxy.open(DoorOptions{.mcp = server.handler()});
  const std::string without = proxy.open(DoorOptions{});
  EXPECT_THAT(ask(proxy.port(), "/" + with + "/mcp/", "x").head, HasSubstr("404"));
  EXPECT_THAT(ask(proxy.port(), "/" + with + "/v1/mcp", "x").head, HasSubstr("404"));
  EXPECT_THAT(ask(proxy.port(), "/" + without + "/mcp", "x").head, HasSubstr("404"));
  EXPECT_THAT(ask(proxy.port(), "/mcp", "x").head, HasSubstr("404"));
  EXPECT_THAT(proxy.on_loop([&] { return server.seen; }), IsEmpty());
}

TEST(McpDoor, AClosedDoorIsServedNoMore) {
  Server server;
  RunningProxy proxy;
  const std::string door = proxy.open(DoorOptions{.mcp = server.handler()});
  proxy.close(door);
  EXPECT_THAT(ask(proxy.port(), "/" + door + "/mcp", "x").head, HasSubstr("404"));
  EXPECT_THAT(proxy.on_loop([&] { return server.seen; }), IsEmpty());
}

TEST(McpDoor, ABodyOverTheLimitIsHandedOnAsCut) {
  Server server;
  RunningProxy proxy(ProxyLimits{.body_bytes = 10, .linger_ms = 1});
  const std::string door = proxy.open(DoorOptions{.mcp = server.handler()});
  const Heard reply = ask(proxy.port(), "/" + door + "/mcp", std::string(1000, 'x'));
  EXPECT_THAT(reply.head, HasSubstr("202"));  // what the handler says
  const auto seen = proxy.on_loop([&] { return server.seen; });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].bytes, 1000u);
  EXPECT_LE(seen[0].body.size(), 10u);
}

TEST(McpDoor, AClientThatLeavesInItsBodyIsHandedOnAsCut) {
  Server server;
  RunningProxy proxy;
  const std::string door = proxy.open(DoorOptions{.mcp = server.handler()});
  Client client(proxy.port());
  client.send("POST /" + door + "/mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{\"jso");
  client.end_sending();
  server.cut_request.get_future().wait();
  const auto seen = proxy.on_loop([&] { return server.seen; });
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].body, "{\"jso");
  EXPECT_EQ(seen[0].bytes, 100u);
}

TEST(McpDoor, RequestsAndTheirBytesAreBoundedByDoor) {
  Server server;
  RunningProxy proxy(ProxyLimits{.linger_ms = 1});
  const std::string few = proxy.open(DoorOptions{.max_exchanges = 2, .mcp = server.handler()});
  for (int i = 0; i < 2; ++i) ask(proxy.port(), "/" + few + "/mcp", "x");
  EXPECT_THAT(ask(proxy.port(), "/" + few + "/mcp", "x").head, HasSubstr("429"));
  const std::string small = proxy.open(DoorOptions{.max_bytes = 5, .mcp = server.handler()});
  ask(proxy.port(), "/" + small + "/mcp", "four");
  ask(proxy.port(), "/" + small + "/mcp", "two");
  const auto seen = proxy.on_loop([&] { return server.seen; });
  ASSERT_EQ(seen.size(), 4u);
  EXPECT_EQ(seen[2].bytes, seen[2].body.size());
  EXPECT_GT(seen[3].bytes, seen[3].body.size());
}

}  // namespace
}  // namespace tare::proxy
