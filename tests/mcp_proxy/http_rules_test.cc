// Headers as both ends read and write them; whom a URL may name.
#include "mcp_proxy/http_rules.h"

#include <gtest/gtest.h>

#include "mcp_proxy/loopback_http.h"

namespace tare {
namespace {

TEST(HeaderValue, what_is_not_safe_is_coded_and_reads_back) {
  EXPECT_EQ(to_header_value("us-west1"), "us-west1");
  EXPECT_EQ(to_header_value("Hello, 世界"), "=?base64?SGVsbG8sIOS4lueVjA==?=");
  EXPECT_EQ(to_header_value(" padded "), "=?base64?IHBhZGRlZCA=?=");
  EXPECT_EQ(to_header_value("=?base64?literal?="), "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
  for (const char* text : {"", "a b", "line1\nline2", "\x7f", "=?base64?x", "é"}) {
    EXPECT_EQ(from_header_value(to_header_value(text)), text);
  }
  EXPECT_EQ(from_header_value("=?base64?@@?="), std::nullopt);
}

TEST(LoopbackUrl, only_this_machine_is_named) {
  for (const char* url : {"http://127.0.0.1:1/a/b?c", "http://localhost:80", "http://[::1]:65535/",
                          "http://127.9.9.9/x"}) {
    EXPECT_TRUE(parse_loopback_url(url).ok()) << url;
  }
  for (const char* url : {"",
                          "127.0.0.1",
                          "https://127.0.0.1/",
                          "http://example.com/",
                          "http://10.0.0.1:80/",
                          "http://127.0.0.1.example.com/",
                          "http://127.0.0.1@example.com/",
                          "http://user@127.0.0.1/",
                          "http://127.1/",
                          "http://0.0.0.0/",
                          "http://[::2]/",
                          "http://[::1]x/",
                          "http://127.0.0.1:/",
                          "http://127.0.0.1:0/",
                          "http://127.0.0.1:65536/",
                          "http://127.0.0.1:1x/",
                          "http://127.0.0.1/a#b",
                          "http://127.0.0.1/a b",
                          "http://127.0.0.1/\r\nX: y",
                          "http://localhost.example.com/"}) {
    EXPECT_FALSE(parse_loopback_url(url).ok()) << url;
  }
}

TEST(LoopbackUrl, its_parts_are_as_they_are_sent) {
  const auto url = parse_loopback_url("http://[::1]:8080?q");
  ASSERT_TRUE(url.ok());
  EXPECT_EQ(url->target, "/?q");
  EXPECT_EQ(url->authority(), "[::1]:8080");
  EXPECT_EQ(parse_loopback_url("http://localhost")->authority(), "localhost:80");
}

}  // namespace
}  // namespace tare
