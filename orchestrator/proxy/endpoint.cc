#include "proxy/endpoint.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "proxy/percent.h"

namespace tare::proxy {
namespace {

// A slash that is escaped parts no segments, so it stays escaped.
std::string decoded_path(std::string_view sent) {
  std::string out;
  while (!sent.empty()) {
    std::size_t end = sent.find("%2");
    while (end != sent.npos && (end + 2 >= sent.size() || ascii_lower(sent[end + 2]) != 'f')) {
      end = sent.find("%2", end + 1);
    }
    const std::string_view piece = sent.substr(0, end);
    out += percent_decoded(piece);
    sent.remove_prefix(piece.size());
    out += sent.substr(0, 3);
    sent.remove_prefix(std::min<std::size_t>(sent.size(), 3));
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
    if (percent_decoded(pair) == "alt=sse") return true;
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
  }
  return false;
}

}  // namespace

Target split_target(std::string_view target) {
  Target out;
  const std::size_t question = target.find('?');
  if (question != std::string_view::npos) out.query = std::string(target.substr(question + 1));
  std::string_view path = target.substr(0, question);
  if (!path.starts_with('/')) return out;
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::string_view door = path.substr(0, path.find('/'));
  out.door = percent_decoded(door);
  path.remove_prefix(door.size());
  // A base URL that ends in a slash doubles the first one.
  while (path.starts_with("//")) path.remove_prefix(1);
  out.sent = std::string(path);
  out.path = without_doubled_slashes(decoded_path(path));
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
