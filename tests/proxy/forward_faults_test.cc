// Providers that fall silent, drip, send garbage or too much: bounded, and named.
#include <gmock/gmock.h>

#include "forward_support.h"

namespace tare::proxy {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(Forward, AProviderThatSaysNothingIsGivenUpAndNamed) {
  LocalServer server([](Peer& peer) { peer.wait_for_end(); });
  Heard said;
  const Exchange exchange = one(server, short_waits(), &said);
  EXPECT_EQ(exchange.status, 502u);
  EXPECT_THAT(exchange.fault, HasSubstr("no answer came within 100 ms"));
  EXPECT_THAT(exchange.fault, HasSubstr(server.url()));
  EXPECT_THAT(said.body, HasSubstr("no answer came"));
}

TEST(Forward, AProviderThatFallsSilentInItsAnswerIsGivenUpAndNamed) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a");
    peer.wait_for_end();
  });
  const Exchange exchange = one(server);
  EXPECT_THAT(exchange.fault, HasSubstr("nothing more of the answer came within 100 ms"));
  EXPECT_EQ(exchange.reply_body, "{\"a");
  EXPECT_FALSE(exchange.whole);
}

TEST(Forward, AProviderThatDripsIsGivenUpAndNamed) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    while (!peer.ends_within(10) && peer.write("x")) {
    }
  });
  const Exchange exchange = one(server);
  EXPECT_THAT(exchange.fault, HasSubstr("not whole after 300 ms"));
  EXPECT_FALSE(exchange.whole);
}

TEST(Forward, AnAnswerThatIsTooLargeIsNotTaken) {
  LocalServer told([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n");
    const std::string block(1 << 20, 'x');
    for (int i = 0; i < 100 && peer.write(block); ++i) {
    }
  });
  const Exchange before = one(told);
  EXPECT_EQ(before.status, 502u);
  EXPECT_THAT(before.fault, HasSubstr("larger than the 1048576 bytes"));
  EXPECT_EQ(before.upstream, "");
  LocalServer untold([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const std::string chunk = "100000\r\n" + std::string(1 << 20, 'x') + "\r\n";
    for (int i = 0; i < 100 && peer.write(chunk); ++i) {
    }
  });
  const Exchange during = one(untold);
  EXPECT_THAT(during.fault, HasSubstr("larger than the 1048576 bytes"));
  EXPECT_FALSE(during.whole);
  EXPECT_LE(during.reply_body.size(), std::size_t{1} << 20);
}

TEST(Forward, AHeadWithoutEndIsBounded) {
  LocalServer server([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 1000 && peer.write("X-A: " + std::string(1000, 'y') + "\r\n"); ++i) {
    }
  });
  EXPECT_THAT(one(server).fault, HasSubstr("head of its answer is larger than 65536"));
}

TEST(Forward, GarbageInsteadOfHttpIsNamed) {
  for (const std::string& garbage :
       {std::string("SSH-2.0-x\r\n\r\n"), std::string(5000, '\0'),
        std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        std::string("HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n")}) {
    LocalServer server(always(garbage));
    const Exchange exchange = one(server);
    EXPECT_THAT(exchange.fault, AnyOf(HasSubstr("no HTTP"), HasSubstr("none of HTTP's")));
    EXPECT_EQ(exchange.status, 502u);
  }
  LocalServer leaves([](Peer&) {});
  EXPECT_THAT(one(leaves).fault, AnyOf(HasSubstr("without an answer"), HasSubstr("did not take")));
}

TEST(Forward, WhereNobodyListensTheClientHearsWhatToMend) {
  std::string url;
  {
    const LocalServer gone(always(""));
    url = gone.url();
  }
  Upstreams upstreams;
  upstreams.of(Service::openai) = *read_upstream(Service::openai, url, "");
  RunningProxy proxy;
  const std::string door = proxy.open_to(upstreams);
  const Heard said = ask(proxy.port(), "/" + door + kPath, "{}");
  EXPECT_THAT(said.head, HasSubstr("502"));
  EXPECT_THAT(said.body, HasSubstr("no connection"));
  EXPECT_THAT(said.body, HasSubstr("see whether it runs"));
  EXPECT_THAT(ask(proxy.port(), "/" + door + "/v1/messages", "{}").body,
              HasSubstr("no upstream is named for anthropic"));
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 2u);
  EXPECT_EQ(record[0].upstream, "");
}

}  // namespace
}  // namespace tare::proxy
