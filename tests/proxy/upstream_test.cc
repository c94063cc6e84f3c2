// What is sent to a provider, and what a URL of one may be.
#include "proxy/upstream.h"

#include <gmock/gmock.h>

#include "proxy/http_text.h"

namespace tare::proxy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

Upstream at(Service service, std::string_view url, std::string key = "") {
  auto out = read_upstream(service, url, std::move(key));
  EXPECT_TRUE(out.ok()) << url;
  return out.ok() ? *out : Upstream{};
}

std::string target(Service service, std::string_view url, std::string_view path,
                   std::string_view query = "") {
  return upstream_target(at(service, url), service, path, query).value_or("refused");
}

TEST(Upstream, PathsJoinTheBaseUrlAsTheProvidersOwnSdkJoinsThem) {
  const std::string chat = "/v1/chat/completions";
  EXPECT_EQ(target(Service::openai, "https://a.example/v1", chat), "/v1/chat/completions");
  EXPECT_EQ(target(Service::openai, "https://a.example/v1/", "/chat/completions"),
            "/v1/chat/completions");
  EXPECT_EQ(target(Service::openai, "https://a.example", chat), "/v1/chat/completions");
  EXPECT_EQ(target(Service::openai, "https://a.example/openai/v1", "/v1/v1/responses"),
            "/openai/v1/responses");
  EXPECT_EQ(target(Service::openai, "https://a.example/api", chat), "/api/chat/completions");
  EXPECT_EQ(target(Service::anthropic, "https://a.example", "/v1/messages", "beta=true"),
            "/v1/messages?beta=true");
  EXPECT_EQ(target(Service::anthropic, "https://a.example/v1", "/messages"), "/v1/messages");
  EXPECT_EQ(target(Service::gemini, "https://a.example", "/v1alpha/models/m:generateContent"),
            "/v1alpha/models/m:generateContent");
  EXPECT_EQ(target(Service::gemini, "https://a.example/x", "/models/m n:generateContent"),
            "/x/v1beta/models/m%20n:generateContent");
  EXPECT_EQ(target(Service::ollama, "http://127.0.0.1:11434", "/api/chat"), "/api/chat");
}

TEST(Upstream, AKeyInTheQueryIsLeftOutAndAPathThatClimbsIsRefused) {
  EXPECT_EQ(target(Service::gemini, "https://a.example", "/v1beta/models/m:streamGenerateContent",
                   "key=dummy&alt=sse"),
            "/v1beta/models/m:streamGenerateContent?alt=sse");
  EXPECT_EQ(target(Service::gemini, "https://a.example", "/models/../../files:generateContent"),
            "refused");
}

TEST(Upstream, APathGoesOnWithTheBytesItCameWith) {
  for (const std::string path :
       {"/v1beta/models/publishers%2Fgoogle%2fmodels%2Fm:generateContent",
        "/v1beta/models/a%20b%3Ac//d%C3%A4:generateContent", "/v1beta/models/m%3AgenerateContent",
        "/v1beta/models/..a:generateContent", "/v1beta/models/a..;b=..:generateContent"}) {
    EXPECT_EQ(target(Service::gemini, "https://a.example", path), path);
  }
  for (const std::string path :
       {"/models/%2e%2e/%2E./files:generateContent", "/models/x%2f..%2F..%2ffiles:generateContent",
        "/models/..;a/files:generateContent", "/models/x%5c..%5cfiles:generateContent",
        "/./models/m:generateContent"}) {
    EXPECT_EQ(target(Service::gemini, "https://a.example", path), "refused") << path;
  }
}

TEST(Upstream, AKeysNameInTheQueryIsToldDecoded) {
  for (const std::string pair :
       {"key=dummy", "k%65y=dummy", "%6B%65%79=dummy", "KEY=dummy", "api%5Fkey=dummy", "key",
        "access%5ftoken=dummy", "apiKey=dummy", "x-goog-api-key=dummy"}) {
    EXPECT_EQ(target(Service::openai, "https://a.example", "/v1/responses", "a=%31&" + pair + "&b"),
              "/v1/responses?a=%31&b")
        << pair;
    EXPECT_THAT(without_keys("a=%31&" + pair), Not(HasSubstr("dummy")));
  }
  EXPECT_EQ(target(Service::openai, "https://a.example", "/v1/responses", "keys=1&monkey=2&a=key"),
            "/v1/responses?keys=1&monkey=2&a=key");
}

TEST(Upstream, TheClientsKeysAndItsOwnStretchOfTheWayAreLeftOut) {
  const Headers client = {{"Authorization", "Bearer dummy"},
                          {"X-Api-Key", "dummy"},
                          {"x-goog-api-key", "dummy"},
                          {"Cookie", "dummy"},
                          {"Connection", "keep-alive, X-Mine"},
                          {"X-Mine", "dummy"},
                          {"Host", "127.0.0.1:1"},
                          {"Content-Length", "7"},
                          {"Transfer-Encoding", "chunked"},
                          {"Accept-Encoding", "gzip, br"},
                          {"anthropic-version", "2023-06-01"}};
  for (const Service service : kAllServices) {
    const Upstream to = at(service, "https://a.example:8443/v1", "real-key");
    const Headers sent = upstream_headers(to, service, client);
    std::string all;
    for (const auto& [name, value] : sent) all += name + ": " + value + "\n";
    EXPECT_THAT(all, Not(HasSubstr("dummy")));
    EXPECT_THAT(all, Not(HasSubstr("gzip")));
    EXPECT_THAT(all, HasSubstr("real-key"));
    EXPECT_THAT(sent, Contains(Pair("anthropic-version", "2023-06-01")));
    EXPECT_THAT(sent, Contains(Pair("Host", "a.example:8443")));
    EXPECT_THAT(sent, Contains(Pair("Accept-Encoding", "identity")));
    EXPECT_EQ(sent.size(), 4u);
  }
  EXPECT_THAT(upstream_headers(at(Service::openai, "https://a.example", "k1"), Service::openai, {}),
              Contains(Pair("Authorization", "Bearer k1")));
  EXPECT_THAT(
      upstream_headers(at(Service::anthropic, "https://a.example", "k1"), Service::anthropic, {}),
      Contains(Pair("x-api-key", "k1")));
  EXPECT_THAT(upstream_headers(at(Service::gemini, "https://a.example", "k1"), Service::gemini, {}),
              Contains(Pair("x-goog-api-key", "k1")));
}

TEST(Upstream, UrlsAreReadWhole) {
  const Upstream six = at(Service::openai, "http://[::1]:8000/v1");
  EXPECT_EQ(six.host, "::1");
  EXPECT_EQ(six.origin(), "http://[::1]:8000");
  EXPECT_TRUE(six.on_loopback());
  EXPECT_EQ(at(Service::openai, "https://a.example").origin(), "https://a.example");
  EXPECT_EQ(at(Service::openai, "http://a.example").port, 80);
  for (const char* url :
       {"", "a.example", "ftp://a.example", "https://", "https://a b", "https://a.example:0",
        "https://a.example:99999", "https://a.example:x", "https://a.example/v1?key=1",
        "https://[zz]/", "https://a.example/\r\nX: y", "https://[::1"}) {
    const auto bad = read_upstream(Service::openai, url, "");
    ASSERT_FALSE(bad.ok()) << url;
    EXPECT_THAT(bad.error().mend, HasSubstr("https://HOST"));
  }
}

TEST(Upstream, NoErrorSaysAKey) {
  const auto user = read_upstream(Service::openai, "https://me:secret@a.example", "");
  ASSERT_FALSE(user.ok());
  EXPECT_THAT(user.error().reason, Not(HasSubstr("secret")));
  const auto key = read_upstream(Service::openai, "https://a.example", "secret\n");
  ASSERT_FALSE(key.ok());
  EXPECT_THAT(key.error().reason + key.error().mend, Not(HasSubstr("secret")));
}

TEST(Upstream, WhatAClientIsToldLeadsItNowhereElse) {
  const Headers seen = answer_headers({{"Content-Type", "text/event-stream"},
                                       {"Set-Cookie", "a"},
                                       {"Alt-Svc", "h3"},
                                       {"Transfer-Encoding", "chunked"},
                                       {"retry-after", "2"}});
  EXPECT_EQ(seen, (Headers{{"Content-Type", "text/event-stream"}, {"retry-after", "2"}}));
}

}  // namespace
}  // namespace tare::proxy
