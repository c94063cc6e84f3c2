#include "proxy/http_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "proxy/percent.h"

namespace tare::proxy {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool frames(std::string_view name) {
  static constexpr std::array<std::string_view, 4> kOwn = {"content-length", "transfer-encoding",
                                                           "connection", "keep-alive"};
  return std::any_of(kOwn.begin(), kOwn.end(),
                     [&](std::string_view own) { return same_name(own, name); });
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

Headers sent_headers(const PlannedReply& reply) {
  Headers out;
  for (const auto& header : reply.headers) {
    if (!frames(header.first)) out.push_back(header);
  }
  return out;
}

std::string head_of(const PlannedReply& reply, std::string_view reason, bool chunked,
                    bool keep_alive) {
  std::optional<std::uint64_t> length;
  if (!reply.chunked) length = reply.body_bytes();
  return forwarded_head(reply, reason, length, chunked, keep_alive);
}

std::string forwarded_head(const PlannedReply& reply, std::string_view reason,
                           std::optional<std::uint64_t> length, bool chunked, bool keep_alive) {
  std::string out = fmt::format("HTTP/1.1 {} {}\r\n", reply.status, reason);
  for (const auto& [name, value] : sent_headers(reply)) {
    out += fmt::format("{}: {}\r\n", name, value);
  }
  if (chunked) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (length) {
    out += fmt::format("Content-Length: {}\r\n", *length);
  }
  out += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return out;
}

void append_chunk(std::string& out, std::string_view bytes) {
  if (bytes.empty()) return;  // an empty chunk would end the body
  out += fmt::format("{:x}\r\n", bytes.size());
  out += bytes;
  out += "\r\n";
}

bool carries_key(std::string_view header) {
  static constexpr std::array<std::string_view, 8> kKeys = {
      "authorization", "proxy-authorization", "x-api-key",   "api-key", "x-goog-api-key",
      "cookie",        "set-cookie",          "x-auth-token"};
  return std::any_of(kKeys.begin(), kKeys.end(),
                     [&](std::string_view key) { return same_name(key, header); });
}

bool is_key_pair(std::string_view pair) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "key", "apikey", "api_key", "api-key", "access_token", "x-api-key", "x-goog-api-key"};
  const std::string name = percent_decoded(pair.substr(0, pair.find('=')));
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view key) { return same_name(key, name); });
}

std::string without_keys(std::string_view query) {
  std::string out;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (!out.empty()) out += '&';
    out += is_key_pair(pair) ? fmt::format("{}={}", pair.substr(0, pair.find('=')), kLeftOut)
                             : std::string(pair);
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
  }
  return out;
}

}  // namespace tare::proxy
