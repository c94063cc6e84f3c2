#include "proxy/cassette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/names.h"
#include "base/utf8.h"
#include "json/string_writer.h"
#include "proxy/http_text.h"

namespace tare::proxy {
namespace {

// What changes what a client does with the answer. The rest (dates, request ids, rate limits in
// figures) would only make two recordings of one answer differ.
bool decides(std::string_view header) {
  static constexpr std::array<std::string_view, 5> kDeciding = {
      "content-type", "content-encoding", "retry-after", "retry-after-ms", "x-should-retry"};
  return std::any_of(kDeciding.begin(), kDeciding.end(),
                     [&](std::string_view each) { return same_name(each, header); });
}

bool belongs(const Exchange& exchange) {
  return !exchange.upstream.empty() && exchange.answered_ms > 0;
}

std::string reply_line(const Exchange& exchange) {
  std::string out = fmt::format("{{\"status\":{}", exchange.status);
  std::string headers;
  for (const auto& [name, value] : exchange.reply_headers) {
    if (!decides(name) || !is_valid_utf8(value)) continue;
    if (!headers.empty()) headers += ',';
    json::append_json_string(headers, name);
    headers += ':';
    json::append_json_string(headers, value);
  }
  if (!headers.empty()) out += ",\"headers\":{" + headers + "}";
  const std::string& body = exchange.reply_body;
  const bool text = is_valid_utf8(body);
  out += text ? ",\"body\":" : ",\"bodyBase64\":";
  json::append_json_string(out, text ? body : base64_encode(body));
  if (!exchange.whole) out += fmt::format(",\"cut\":{}", body.size());
  return out + "}";
}

}  // namespace

std::string cassette_json(const std::vector<Exchange>& exchanges) {
  std::string out;
  for (const Exchange& exchange : exchanges) {
    if (!belongs(exchange)) continue;
    out += out.empty() ? "[\n " : ",\n ";
    out += reply_line(exchange);
  }
  return out.empty() ? "[]\n" : out + "\n]\n";
}

std::size_t cassette_replies(const std::vector<Exchange>& exchanges) {
  return static_cast<std::size_t>(std::count_if(exchanges.begin(), exchanges.end(), belongs));
}

}  // namespace tare::proxy
