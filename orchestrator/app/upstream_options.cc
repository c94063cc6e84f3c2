#include "app/upstream_options.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "base/nearest_name.h"
#include "process/hidden_secrets.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, proxy::kServices> kNames = {"openai", "anthropic", "gemini",
                                                                   "ollama"};

struct Pair {
  proxy::Service service = proxy::Service::openai;
  std::string value;  // behind the '='
};

Result<Pair> read_pair(std::string_view option, std::string_view text) {
  const std::string_view name = text.substr(0, text.find('='));
  const auto service = proxy::service_named(name);
  if (!service) {
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("{} names \"{}\", which is no provider", option, name),
                 .mend = nearest_name_hint(name, kNames)};
  }
  Pair out{.service = *service, .value = {}};
  if (name.size() < text.size()) out.value = std::string(text.substr(name.size() + 1));
  return out;
}

Error twice(std::string_view option, proxy::Service service) {
  return {.kind = ErrorKind::usage,
          .reason = fmt::format("{} is given twice for {}", option, proxy::service_name(service)),
          .mend = "keep one"};
}

std::string variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? "" : value;
}

std::string usual_key(proxy::Service service) {
  for (const std::string_view name : proxy::usual_key_variables(service)) {
    if (std::string value = variable(name); !value.empty()) return value;
  }
  return "";
}

// Clients under test run beside the proxy as the same user: what it alone may know is not to be
// read from it. Without a key there is nothing to hide, and it may be traced.
void hide_keys(const proxy::Upstreams& upstreams, const std::vector<std::string>& named) {
  std::vector<std::string> variables;
  bool any = false;
  for (const proxy::Service service : proxy::kAllServices) {
    const auto& upstream = upstreams.of(service);
    if (!upstream || upstream->key.empty()) continue;
    any = true;
    for (const std::string_view name : proxy::usual_key_variables(service)) {
      variables.emplace_back(name);
    }
  }
  for (const std::string& text : named) variables.push_back(text.substr(text.find('=') + 1));
  if (any) hide_from_other_processes(variables);
}

Result<proxy::Upstreams> upstreams_of(const std::vector<std::string>& upstreams,
                                      const std::vector<std::string>& keys) {
  std::array<std::optional<std::string>, proxy::kServices> named_keys;
  for (const std::string& text : keys) {
    auto pair = read_pair("--key-from", text);
    if (!pair) return pair.error();
    auto& slot = named_keys[static_cast<std::size_t>(pair->service)];
    if (slot) return twice("--key-from", pair->service);
    slot = variable(pair->value);
    if (slot->empty()) {
      return Error{.kind = ErrorKind::usage,
                   .reason = fmt::format("--key-from {}: the variable \"{}\" is not set",
                                         proxy::service_name(pair->service), pair->value),
                   .mend = "set it to the key, or name the one that holds it"};
    }
  }
  proxy::Upstreams out;
  for (const std::string& text : upstreams) {
    auto pair = read_pair("--upstream", text);
    if (!pair) return pair.error();
    const proxy::Service service = pair->service;
    if (out.of(service)) return twice("--upstream", service);
    const std::string url =
        pair->value.empty() ? std::string(proxy::usual_url(service)) : pair->value;
    auto& named = named_keys[static_cast<std::size_t>(service)];
    auto upstream = proxy::read_upstream(service, url, named.value_or(""));
    if (!upstream) return upstream.error();
    if (!named && (upstream->tls || upstream->on_loopback())) {
      upstream = proxy::read_upstream(service, url, usual_key(service));
      if (!upstream) return upstream.error();
    }
    named.reset();
    out.of(service) = std::move(*upstream);
  }
  for (const proxy::Service service : proxy::kAllServices) {
    if (!named_keys[static_cast<std::size_t>(service)]) continue;
    return Error{.kind = ErrorKind::usage,
                 .reason = fmt::format("--key-from names {}, but no --upstream does",
                                       proxy::service_name(service)),
                 .mend = fmt::format("add --upstream {}", proxy::service_name(service))};
  }
  return out;
}

}  // namespace

Result<proxy::Upstreams> read_upstream_options(const std::vector<std::string>& upstreams,
                                               const std::vector<std::string>& keys) {
  auto out = upstreams_of(upstreams, keys);
  if (out) hide_keys(*out, keys);
  return out;
}

}  // namespace tare
