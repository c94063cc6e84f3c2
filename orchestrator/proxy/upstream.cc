#include "proxy/upstream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "proxy/http_text.h"
#include "proxy/percent.h"

namespace tare::proxy {
namespace {

constexpr std::array<std::string_view, kServices> kNames = {"openai", "anthropic", "gemini",
                                                            "ollama"};

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Error bad_url(std::string_view url, std::string_view why) {
  return {.kind = ErrorKind::usage,
          .reason = fmt::format("\"{}\" is no upstream's URL: {}", url, why),
          .mend = "write https://HOST[:PORT][/PATH], as the provider's own SDK takes it"};
}

bool is_host(std::string_view host) {
  return !host.empty() && host.size() <= 253 && std::all_of(host.begin(), host.end(), [](char c) {
    return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '.' ||
           c == '-' || c == '_';
  });
}

bool is_ipv6(std::string_view host) {
  return !host.empty() && host.find_first_not_of("0123456789abcdefABCDEF:.") == host.npos;
}

// Host and port; what is left of `rest` is the path. An empty text if all is well.
std::string_view read_authority(std::string_view& rest, Upstream& out) {
  const std::size_t end = std::min(rest.find('/'), rest.size());
  std::string_view authority = rest.substr(0, end);
  rest.remove_prefix(end);
  if (authority.find('@') != authority.npos) return "a user and a password do not belong into it";
  if (take_prefix(authority, "[")) {
    const std::size_t bracket = authority.find(']');
    if (bracket == authority.npos || !is_ipv6(authority.substr(0, bracket))) {
      return "its host is no address";
    }
    out.host = std::string(authority.substr(0, bracket));
    authority.remove_prefix(bracket + 1);
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    out.host = std::string(authority.substr(0, colon));
    authority.remove_prefix(colon);
    if (!is_host(out.host)) return "its host is no name";
  }
  if (authority.empty()) return "";
  authority.remove_prefix(1);
  const auto [at, error] =
      std::from_chars(authority.data(), authority.data() + authority.size(), out.port);
  if (error != std::errc() || at != authority.data() + authority.size() || out.port == 0) {
    return "its port is no number from 1 to 65535";
  }
  return "";
}

// "/v1", "/v1beta", "/v4": a path's last segment that names a version.
bool ends_in_version(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return false;
  const std::string_view last = path.substr(slash + 1);
  return last.size() >= 2 && last[0] == 'v' && is_digit(last[1]);
}

std::string_view usual_version(Service service) {
  switch (service) {
    case Service::openai:
    case Service::anthropic:
      return "/v1";
    case Service::gemini:
      return "/v1beta";
    case Service::ollama:
      return "";
  }
  return "";
}

// Off the front: every version, and the last of them.
std::string_view take_versions(std::string_view& path) {
  std::string_view last;
  while (true) {
    const std::size_t end = path.find('/', 1);
    if (end == path.npos || !ends_in_version(path.substr(0, end))) return last;
    last = path.substr(0, end);
    path.remove_prefix(end);
  }
}

// What cannot stand in a request line is escaped; all else is the client's own spelling.
std::string for_a_line(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = c > ' ' && c < 127;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

// By any reading: a server may take an escaped slash for one, and a segment for what stands before
// its parameters.
bool climbs(std::string_view sent) {
  const std::string path = percent_decoded(sent);
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view segment = rest.substr(0, rest.find_first_of("/\\"));
    const std::string_view name = segment.substr(0, segment.find(';'));
    if (name == ".." || name == ".") return true;
    rest.remove_prefix(std::min(rest.size(), segment.size() + 1));
  }
  return false;
}

// Headers of one stretch of the way alone (RFC 9110, 7.6.1), and what the proxy says itself.
bool of_one_hop(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kOneHop = {
      "connection", "keep-alive", "proxy-connection", "te",   "trailer",        "transfer-encoding",
      "upgrade",    "expect",     "content-length",   "host", "accept-encoding"};
  return std::any_of(kOneHop.begin(), kOneHop.end(),
                     [&](std::string_view own) { return same_name(own, name); });
}

// "Connection: close, X-Other" makes X-Other a header of one hop too.
std::vector<std::string> named_in_connection(const Headers& headers) {
  std::vector<std::string> out;
  for (const auto& [name, value] : headers) {
    if (!same_name(name, "connection")) continue;
    for (std::string_view rest = value; !rest.empty();) {
      const std::string_view item = rest.substr(0, rest.find(','));
      out.emplace_back(without_blank_ends(item));
      rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    }
  }
  return out;
}

bool among(const std::vector<std::string>& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& each) { return same_name(each, name); });
}

}  // namespace

Service service_of(formats::Provider provider) {
  switch (provider) {
    case formats::Provider::openai_chat:
    case formats::Provider::openai_responses:
      return Service::openai;
    case formats::Provider::anthropic:
      return Service::anthropic;
    case formats::Provider::gemini:
      return Service::gemini;
    case formats::Provider::ollama:
      return Service::ollama;
  }
  return Service::openai;
}

std::string_view service_name(Service service) { return kNames[static_cast<std::size_t>(service)]; }

std::optional<Service> service_named(std::string_view name) {
  for (const Service service : kAllServices) {
    if (service_name(service) == name) return service;
  }
  return std::nullopt;
}

std::string_view usual_url(Service service) {
  switch (service) {
    case Service::openai:
      return "https://api.openai.com/v1";
    case Service::anthropic:
      return "https://api.anthropic.com";
    case Service::gemini:
      return "https://generativelanguage.googleapis.com";
    case Service::ollama:
      return "http://127.0.0.1:11434";
  }
  return "";
}

std::vector<std::string_view> usual_key_variables(Service service) {
  switch (service) {
    case Service::openai:
      return {"OPENAI_API_KEY"};
    case Service::anthropic:
      return {"ANTHROPIC_API_KEY"};
    case Service::gemini:
      return {"GEMINI_API_KEY", "GOOGLE_API_KEY"};
    case Service::ollama:
      return {"OLLAMA_API_KEY"};
  }
  return {};
}

std::string Upstream::authority() const {
  const std::string name = host.find(':') == host.npos ? host : "[" + host + "]";
  return port == (tls ? 443 : 80) ? name : fmt::format("{}:{}", name, port);
}

std::string Upstream::origin() const { return (tls ? "https://" : "http://") + authority(); }

bool Upstream::on_loopback() const {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

Result<Upstream> read_upstream(Service service, std::string_view url, std::string key) {
  Upstream out;
  std::string_view rest = url;
  if (take_prefix(rest, "http://")) {
    out.tls = false;
    out.port = 80;
  } else if (!take_prefix(rest, "https://")) {
    return bad_url(url, "it begins with neither https:// nor http://");
  }
  if (const std::string_view fault = read_authority(rest, out); !fault.empty()) {
    // What a person wrote before an @ may be a password.
    return bad_url(url.find('@') == url.npos ? url : "…@…", fault);
  }
  if (rest.find_first_of("?# \t\r\n") != rest.npos) {
    return bad_url(url, "it holds more than a host and a path");
  }
  while (rest.ends_with('/')) rest.remove_suffix(1);
  out.base = std::string(rest);
  if (service == Service::openai && out.base.empty()) out.base = "/v1";
  const bool one_line =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < 127; });
  if (!one_line) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("the key for {} is no line of plain characters",
                                       service_name(service)),
                 .mend = "look for a line break or a blank in its variable"};
  }
  out.key = std::move(key);
  return out;
}

std::optional<std::string> upstream_target(const Upstream& upstream, Service service,
                                           std::string_view path, std::string_view query) {
  if (climbs(path)) return std::nullopt;
  const std::string_view asked = take_versions(path);
  std::string out = upstream.base;
  // OpenAI's base URLs end in a version, or in what stands for one; those of the others before it.
  if (service != Service::openai && !ends_in_version(out)) {
    out += service == Service::gemini && !asked.empty() ? asked : usual_version(service);
  }
  out += for_a_line(path);
  std::string kept;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (!is_key_pair(pair)) kept += fmt::format("{}{}", kept.empty() ? "?" : "&", pair);
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
  }
  return out + kept;
}

Headers upstream_headers(const Upstream& upstream, Service service, const Headers& client) {
  Headers out = {{"Host", upstream.authority()}};
  const std::vector<std::string> hop = named_in_connection(client);
  for (const auto& header : client) {
    const std::string& name = header.first;
    if (!of_one_hop(name) && !carries_key(name) && !among(hop, name)) out.push_back(header);
  }
  out.emplace_back("Accept-Encoding", "identity");
  if (upstream.key.empty()) return out;
  switch (service) {
    case Service::openai:
    case Service::ollama:
      out.emplace_back("Authorization", "Bearer " + upstream.key);
      break;
    case Service::anthropic:
      out.emplace_back("x-api-key", upstream.key);
      break;
    case Service::gemini:
      out.emplace_back("x-goog-api-key", upstream.key);
      break;
  }
  return out;
}

Headers answer_headers(const Headers& upstream) {
  static constexpr std::array<std::string_view, 3> kAround = {"alt-svc", "set-cookie",
                                                              "strict-transport-security"};
  Headers out;
  const std::vector<std::string> hop = named_in_connection(upstream);
  for (const auto& header : upstream) {
    const std::string& name = header.first;
    const bool around = std::any_of(kAround.begin(), kAround.end(),
                                    [&](std::string_view each) { return same_name(each, name); });
    if (!around && !of_one_hop(name) && !among(hop, name)) out.push_back(header);
  }
  return out;
}

}  // namespace tare::proxy
