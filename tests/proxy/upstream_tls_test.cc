// TLS to a provider is verified: who is not who the URL says gets neither request nor key.
#include <gmock/gmock.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>

#include "local_server.h"
#include "running_proxy.h"

namespace tare::proxy {
namespace {

using ::testing::HasSubstr;

class Tls : public ::testing::Test {
 protected:
  Tls() {
    char name[] = "/tmp/tare-tls-XXXXXX";
    folder_ = ::mkdtemp(name);
    trust(authority_);
  }
  ~Tls() override {
    ::unsetenv("SSL_CERT_FILE");
    std::filesystem::remove_all(folder_);
  }
  void trust(const Certificate& authority) {
    const std::string file = folder_ + "/roots.pem";
    ASSERT_TRUE(write_file_atomically(file, authority.pem()).ok());
    ::setenv("SSL_CERT_FILE", file.c_str(), 1);
    ::setenv("SSL_CERT_DIR", folder_.c_str(), 1);
  }
  LocalServer::Serve count_requests() {
    return [this](Peer& peer) {
      std::string body;
      while (!peer.request(body).empty()) {
        ++requests_;
        peer.write(answer("{\"a\":1}"));
      }
    };
  }
  // What the client hears of a provider at `url`.
  Heard ask_at(const std::string& url) {
    Upstreams upstreams;
    upstreams.limits.connect_ms = connect_ms_;
    upstreams.of(Service::openai) = *read_upstream(Service::openai, url, "sk-real-123456");
    RunningProxy proxy;
    const std::string door = proxy.open_to(upstreams);
    Heard out;
    for (int i = 0; i < 2; ++i) {
      out = ask(proxy.port(), "/" + door + "/v1/chat/completions", "{}");
    }
    return out;
  }
  std::string folder_;
  Certificate authority_ = make_certificate("A test's authority", "");
  std::atomic<int> requests_ = 0;
  std::uint32_t connect_ms_ = 60'000;
};

TEST_F(Tls, ACertificateOfATrustedAuthorityForThatHostIsTaken) {
  const Certificate good = make_certificate("x", "DNS:localhost,IP:127.0.0.1", 3600, &authority_);
  LocalServer server(count_requests(), &good);
  EXPECT_EQ(ask_at(server.url("localhost")).body, "{\"a\":1}");
  EXPECT_EQ(ask_at(server.url("127.0.0.1")).body, "{\"a\":1}");
  EXPECT_EQ(requests_, 4);
  EXPECT_EQ(server.connections(), 2u);  // each kept from the first request for the second
}

TEST_F(Tls, AnUnknownAuthorityIsRefusedAndNamed) {
  const Certificate stranger = make_certificate("A stranger", "");
  const Certificate bad = make_certificate("x", "DNS:localhost", 3600, &stranger);
  const Certificate itself = make_certificate("x", "DNS:localhost");
  for (const Certificate* each : {&bad, &itself}) {
    LocalServer server(count_requests(), each);
    const Heard said = ask_at(server.url("localhost"));
    EXPECT_THAT(said.head, HasSubstr("502"));
    EXPECT_THAT(said.body, HasSubstr("no authority that this machine trusts"));
    EXPECT_THAT(said.body, HasSubstr("SSL_CERT_FILE"));
  }
  EXPECT_EQ(requests_, 0);
}

TEST_F(Tls, ACertificateForAnotherHostIsRefusedAndNamed) {
  const Certificate other =
      make_certificate("localhost", "DNS:other.example,IP:127.0.0.2", 3600, &authority_);
  LocalServer server(count_requests(), &other);
  EXPECT_THAT(ask_at(server.url("localhost")).body, HasSubstr("made out to another name"));
  EXPECT_THAT(ask_at(server.url("127.0.0.1")).body, HasSubstr("made out to another name"));
  EXPECT_EQ(requests_, 0);
}

TEST_F(Tls, AnExpiredCertificateIsRefusedAndNamed) {
  const Certificate old = make_certificate("x", "DNS:localhost", -60, &authority_);
  LocalServer server(count_requests(), &old);
  EXPECT_THAT(ask_at(server.url("localhost")).body, HasSubstr("it has expired"));
  EXPECT_EQ(requests_, 0);
}

TEST_F(Tls, PlainHttpWhereTlsIsAwaitedAndTheOtherWayRoundIsNamed) {
  LocalServer plain([](Peer& peer) {
    peer.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    peer.wait_for_end();
  });
  EXPECT_THAT(ask_at("https://127.0.0.1:" + std::to_string(plain.port())).body,
              HasSubstr("the URL begins with http://"));
  LocalServer alert([](Peer& peer) {
    std::string body;
    peer.request(body);
    peer.write("\x15\x03\x01\x02\x02\x16");
  });
  EXPECT_THAT(ask_at(alert.url()).body, HasSubstr("the URL begins with https://"));
}

TEST_F(Tls, AServerThatSaysNothingOfTlsIsGivenUp) {
  connect_ms_ = 100;
  LocalServer silent([](Peer& peer) { peer.wait_for_end(); });
  const std::string url = "https://127.0.0.1:" + std::to_string(silent.port());
  EXPECT_THAT(ask_at(url).body, HasSubstr("then said nothing of TLS"));
}

TEST_F(Tls, ATlsOlderThanTheOnesThatHoldIsRefused) {
  const Certificate good = make_certificate("x", "DNS:localhost", 3600, &authority_);
  LocalServer server(count_requests(), &good, TLS1_1_VERSION);
  EXPECT_THAT(ask_at(server.url("localhost")).head, HasSubstr("502"));
  EXPECT_EQ(requests_, 0);
}

}  // namespace
}  // namespace tare::proxy
