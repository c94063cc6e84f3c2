// `proxy`: who stands between the client, its model and its tools, and where requests go on to.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/nearest_name.h"
#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 4> kMembers = {"mode", "mcp", "cassettes", "upstream"};
constexpr std::array<std::string_view, 4> kModes = {"off", "replay", "record", "forward"};
constexpr std::array<std::string_view, 2> kMcp = {"server", "answers"};
constexpr std::array<std::string_view, 4> kProviders = {"openai", "anthropic", "gemini", "ollama"};
constexpr std::array<std::string_view, 2> kUpstream = {"url", "key"};

std::string beside(const Suite& suite, const std::string& path) {
  return (std::filesystem::path(suite.directory) / path).lexically_normal().string();
}

void read_mcp(ValueReader& reader, json::Value v, Suite& suite) {
  ProxySpec& out = suite.proxy;
  if (!v.valid()) return;
  if (!v.is_object()) {
    if (auto on = reader.flag(v, "mcp")) out.mcp = *on;
    return;
  }
  out.mcp = true;
  MemberSet members(reader, "mcp", kMcp);
  members.read(v);
  if (auto name = reader.word(members["server"], "server")) out.mcp_server = std::move(*name);
  if (auto path = reader.word(members["answers"], "answers")) {
    out.mcp_answers = beside(suite, *path);
  }
}

void read_upstream(ValueReader& reader, const json::Member& member, ProxySpec& out) {
  const std::string provider = member.name.decoded();
  if (std::find(kProviders.begin(), kProviders.end(), provider) == kProviders.end()) {
    reader.fault(member.name, fmt::format("{} is no provider that is spoken", shown(member.name)),
                 nearest_name_hint(provider, kProviders));
    return;
  }
  if (std::ranges::any_of(out.upstreams,
                          [&](const UpstreamSpec& one) { return one.provider == provider; })) {
    reader.fault(member.name, fmt::format("{} stands twice in upstream", shown(member.name)),
                 "keep one of them");
    return;
  }
  if (!reader.object(member.value, provider)) return;
  MemberSet members(reader, provider, kUpstream);
  members.read(member.value);
  if (!members.require({"url"})) return;
  UpstreamSpec upstream{.provider = provider, .url = {}, .key = {}};
  if (auto url = reader.word(members["url"], "url")) {
    if (!url->starts_with("https://") && !url->starts_with("http://")) {
      reader.fault(members["url"], fmt::format("\"url\" {} is no address", shown(members["url"])),
                   "write https://HOST/PATH");
    }
    upstream.url = std::move(*url);
  }
  if (auto key = reader.word(members["key"], "key")) {
    const auto parts = split_env_value(*key);
    if (!parts || std::none_of(parts->begin(), parts->end(),
                               [](const EnvPart& part) { return part.variable; })) {
      reader.fault(members["key"], "\"key\" names no variable",
                   "write \"${NAME}\": a key has no place in a file");
    }
    upstream.key = std::move(*key);
  }
  out.upstreams.push_back(std::move(upstream));
}

}  // namespace

std::string_view proxy_mode_name(ProxyMode mode) { return kModes[static_cast<std::size_t>(mode)]; }

void read_proxy(ValueReader& reader, json::Value v, Suite& suite) {
  if (!reader.object(v, "proxy")) return;
  ProxySpec& out = suite.proxy;
  MemberSet members(reader, "proxy", kMembers);
  members.read(v);
  if (auto mode = reader.choice(members["mode"], "mode", kModes)) {
    out.mode = static_cast<ProxyMode>(*mode);
  }
  read_mcp(reader, members["mcp"], suite);
  if (auto path = reader.word(members["cassettes"], "cassettes")) {
    out.cassettes = beside(suite, *path);
  }
  const json::Value upstreams = members["upstream"];
  if (reader.object(upstreams, "upstream")) {
    for (const json::Member& member : upstreams.members()) read_upstream(reader, member, out);
  }
  const bool asks = out.mode == ProxyMode::record || out.mode == ProxyMode::forward;
  if (asks && out.upstreams.empty() && !upstreams.valid()) {
    reader.fault(v, fmt::format("mode \"{}\" needs \"upstream\"", proxy_mode_name(out.mode)),
                 "add \"upstream\": {\"openai\": {\"url\": \"https://…/v1\", \"key\": "
                 "\"${OPENAI_API_KEY}\"}}");
  }
  if (out.mode == ProxyMode::record && out.cassettes.empty() && !members["cassettes"].valid()) {
    reader.fault(v, "mode \"record\" needs \"cassettes\"",
                 "add \"cassettes\": \"cassettes\", the folder that replies are written to");
  }
  if (out.any() && suite.adapter.reuse > 1) {
    reader.fault(v, "a proxy and adapter.reuse do not go together",
                 "set \"reuse\": 1: each attempt has an address of its own, and a process that "
                 "lives on keeps the first");
  }
  if (out.mcp && suite.tools_from == ToolsFrom::nowhere) {
    reader.fault(members["mcp"], "the MCP proxy has no tools to offer", "give the suite \"tools\"");
  }
}

}  // namespace tare
