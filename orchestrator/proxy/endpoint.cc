#include "proxy/endpoint.h"

#include <array>

namespace tare::proxy {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                        hex_digit(text[i + 2]) >= 0;
    if (!escape) {
      out.push_back(text[i]);
      continue;
    }
    out.push_back(static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2])));
    i += 2;
  }
  return out;
}

std::string without_doubled_slashes(std::string_view path) {
  std::string out;
  for (const char c : path) {
    if (c != '/' || out.empty() || out.back() != '/') out.push_back(c);
  }
  return out;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// At most two: a base URL with a version, and a client that adds its own.
void skip_versions(std::string_view& path) {
  static constexpr std::array<std::string_view, 3> kVersions = {"/v1/", "/v1beta/", "/v1alpha/"};
  for (int times = 0; times < 2; ++times) {
    for (const std::string_view version : kVersions) {
      if (!path.starts_with(version)) continue;
      path.remove_prefix(version.size() - 1);
      break;
    }
  }
}

bool asks_for_events(std::string_view query) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (pair == "alt=sse") return true;
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
  }
  return false;
}

}  // namespace

Target split_target(std::string_view target) {
  Target out;
  const std::size_t question = target.find('?');
  if (question != std::string_view::npos) out.query = std::string(target.substr(question + 1));
  const std::string path = without_doubled_slashes(percent_decoded(target.substr(0, question)));
  if (!path.starts_with('/')) return out;
  const std::size_t end = path.find('/', 1);
  out.door = path.substr(1, end == std::string::npos ? end : end - 1);
  if (end != std::string::npos) out.path = path.substr(end);
  return out;
}

std::optional<Endpoint> endpoint_of(std::string_view path, std::string_view query) {
  skip_versions(path);
  Endpoint out;
  if (path == "/chat/completions") return out;
  out.provider = formats::Provider::openai_responses;
  if (path == "/responses") return out;
  out.provider = formats::Provider::anthropic;
  if (path == "/messages") return out;
  out.provider = formats::Provider::ollama;
  if (path == "/api/chat") return out;
  out.provider = formats::Provider::gemini;
  if (!take_prefix(path, "/models/")) return std::nullopt;
  const std::size_t colon = path.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  out.model = std::string(path.substr(0, colon));
  out.stream_path = path.substr(colon) == ":streamGenerateContent";
  out.sse = asks_for_events(query);
  if (!out.stream_path && path.substr(colon) != ":generateContent") return std::nullopt;
  return out;
}

}  // namespace tare::proxy
