#include "mcp_proxy/http_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/names.h"

namespace tare {
namespace {

constexpr std::string_view kOpen = "=?base64?";
constexpr std::string_view kClose = "?=";
constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";

bool same_letters(std::string_view a, std::string_view b) {  // whatever the case
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

bool is_coded(std::string_view value) {
  return value.size() >= kOpen.size() + kClose.size() && value.starts_with(kOpen) &&
         value.ends_with(kClose);
}

json::Value member(json::Value object, std::string_view name) {
  return object.valid() && object.is_object() ? object.find(name) : json::Value();
}

}  // namespace

std::optional<std::string_view> http_field(const HttpFields& fields, std::string_view name) {
  for (const auto& [each, value] : fields) {
    if (same_letters(each, name)) return value;
  }
  return std::nullopt;
}

bool is_loopback_origin(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  if (scheme == std::string_view::npos) return false;  // "null" too: whose page it is, is not known
  std::string_view host = origin.substr(scheme + 3);
  host = host.substr(0, host.find('/'));
  if (host.starts_with("[::1]")) return host.size() == 5 || host[5] == ':';
  host = host.substr(0, host.find(':'));
  if (same_letters(host, "localhost")) return true;
  return host.starts_with("127.") &&
         std::all_of(host.begin(), host.end(), [](char c) { return c == '.' || is_digit(c); });
}

bool wants_events(std::string_view accept) {
  const auto has = [&](std::string_view type) {
    return accept.find(type) != std::string_view::npos;
  };
  return has("text/event-stream") && !has("application/json") && !has("application/*") &&
         !has("*/*");
}

std::string to_header_value(std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool padded = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (plain && !padded && !is_coded(text)) return std::string(text);
  return fmt::format("{}{}{}", kOpen, base64_encode(text), kClose);
}

std::optional<std::string> from_header_value(std::string_view value) {
  if (!is_coded(value)) return std::string(value);
  value.remove_prefix(kOpen.size());
  value.remove_suffix(kClose.size());
  auto bytes = base64_decode(value);
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

std::optional<std::string> name_for_header(const mcp::Message& message) {
  const bool named = message.method == "tools/call" || message.method == "prompts/get";
  if (!named && message.method != "resources/read") return std::nullopt;
  const json::Value name = member(message.params, named ? "name" : "uri");
  return name.valid() ? name.as_string() : std::nullopt;
}

std::optional<std::string> revision_said(const mcp::Message& message) {
  const json::Value version = member(member(message.params, "_meta"), kMetaVersion);
  return version.valid() ? version.as_string() : std::nullopt;
}

std::string as_event(std::string_view message) {
  return fmt::format("event: message\ndata: {}\n\n", message);
}

}  // namespace tare
