// `adapter`: the program under test, and how it is started.
//
// ${NAME} is checked here but replaced only when something is launched (resolve_adapter_env), so
// that captured runs can be scored on a machine that has none of the keys.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "suite/sections.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 10> kMembers = {
    "command", "env", "secrets", "cwd", "stdin", "stdout", "reuse", "kind", "files", "sandbox"};
constexpr std::array<std::string_view, 2> kKinds = {"protocol", "command"};
constexpr std::uint32_t kMaxReuse = 1'000'000;

void read_env(ValueReader& reader, json::Value env, AdapterSpec& out) {
  if (!reader.object(env, "env")) return;
  for (const json::Member& member : env.members()) {
    const std::optional<std::string> name = reader.word(member.name, "a variable of env");
    if (!name) continue;
    if (name->find('=') != std::string::npos) {
      reader.fault(member.name,
                   fmt::format("variable {} has a '=' in its name", shown(member.name)));
    }
    const bool again = std::any_of(out.env.begin(), out.env.end(),
                                   [&](const auto& one) { return one.first == *name; });
    if (again) {
      reader.fault(member.name, fmt::format("variable {} stands twice in env", shown(member.name)),
                   "keep one of them");
    }
    const std::optional<std::string> value = reader.text(member.value, *name);
    if (!value) continue;
    if (!split_env_value(*value)) {
      reader.fault(member.value,
                   fmt::format("{} holds a \"${{\" that names no variable", shown(member.value)),
                   "write ${NAME}");
    }
    out.env.emplace_back(*name, *value);
  }
}

// Puts the environment's values in, and remembers what is missing, to name all of it at once.
class UnsetVariables {
 public:
  explicit UnsetVariables(std::string_view member) : member_(member) {}

  std::string resolve(const std::string& value) {
    std::string resolved;
    for (const EnvPart& part : split_env_value(value).value_or(std::vector<EnvPart>())) {
      if (!part.variable) {
        resolved += part.text;
      } else if (const char* found = std::getenv(part.text.c_str())) {
        resolved += found;
      } else if (std::find(names_.begin(), names_.end(), part.text) == names_.end()) {
        names_.push_back(part.text);
      }
    }
    return resolved;
  }
  std::optional<Error> error(const std::string& path) const {
    if (names_.empty()) return std::nullopt;
    return Error{ErrorKind::input,
                 fmt::format("{} names {} that {} not set: {}", member_,
                             names_.size() == 1 ? "a variable" : "variables",
                             names_.size() == 1 ? "is" : "are", fmt::join(names_, ", ")),
                 path,
                 fmt::format("export it before the run, or take it out of {}", member_),
                 {}};
  }

 private:
  std::string_view member_;
  std::vector<std::string> names_;
};

}  // namespace

std::optional<std::vector<EnvPart>> split_env_value(std::string_view value) {
  std::vector<EnvPart> parts;
  while (!value.empty()) {
    const std::size_t open = value.find("${");
    if (open != 0) parts.push_back({false, std::string(value.substr(0, open))});
    if (open == std::string_view::npos) return parts;
    value.remove_prefix(open + 2);
    const std::size_t close = value.find('}');
    if (close == std::string_view::npos || close == 0) return std::nullopt;
    const std::string_view name = value.substr(0, close);
    const bool good = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (!good) return std::nullopt;
    parts.push_back({true, std::string(name)});
    value.remove_prefix(close + 1);
  }
  return parts;
}

void read_launch(ValueReader& reader, const MemberSet& members, const std::string& directory,
                 AdapterSpec& out) {
  out.cwd = directory;
  if (members["command"].valid() && members["command"].is_string()) {
    reader.fault(members["command"], "\"command\" is one string; it must be an array",
                 "write [\"program\", \"argument\"]: no shell splits it");
  } else if (reader.array(members["command"], "command", false)) {
    for (json::Value part : members["command"].elements()) {
      const std::string name = fmt::format("command[{}]", out.command.size());
      auto text = out.command.empty() ? reader.word(part, name) : reader.text(part, name);
      out.command.push_back(text ? std::move(*text) : std::string());
    }
  }
  read_env(reader, members["env"], out);
  if (auto secrets = reader.words(members["secrets"], "secrets")) out.secrets = std::move(*secrets);
  if (auto cwd = reader.word(members["cwd"], "cwd")) {
    out.cwd = (std::filesystem::path(directory) / *cwd).lexically_normal().string();
  }
}

void read_adapter(ValueReader& reader, json::Value v, const std::string& directory,
                  AdapterSpec& out) {
  out.cwd = directory;
  if (!reader.object(v, "adapter")) return;
  MemberSet members(reader, "adapter", kMembers);
  members.read(v);
  members.require({"command"});
  read_launch(reader, members, directory, out);
  if (auto reuse = reader.whole32(members["reuse"], "reuse", 1, kMaxReuse)) out.reuse = *reuse;
  const auto kind = reader.choice(members["kind"], "kind", kKinds);
  if (kind && *kind == 1) out.kind = AdapterKind::command;
  const AdapterMembers rest{members["command"], members["stdout"], members["stdin"],
                            members["reuse"], members["files"]};
  switch (out.kind) {
    case AdapterKind::protocol:
      read_protocol_kind(reader, rest, out);
      break;
    case AdapterKind::command:
      read_command_kind(reader, rest, out);
      break;
  }
  if (members["sandbox"].valid()) {
    reader.fault(members["sandbox"], "\"sandbox\" is not in this version",
                 "remove it, or put the sandbox into \"command\"");
  }
}

Result<std::vector<std::pair<std::string, std::string>>> resolve_adapter_env(const Suite& suite) {
  std::vector<std::pair<std::string, std::string>> out;
  UnsetVariables unset("adapter.env");
  for (const auto& [name, value] : suite.adapter.env) out.emplace_back(name, unset.resolve(value));
  if (auto error = unset.error(suite.path)) return *error;
  return out;
}

Result<std::vector<std::pair<std::string, std::string>>> resolve_judge_env(const Suite& suite) {
  std::vector<std::pair<std::string, std::string>> out;
  if (!suite.judge) return out;
  UnsetVariables unset("judge.env");
  for (const auto& [name, value] : suite.judge->adapter.env) {
    out.emplace_back(name, unset.resolve(value));
  }
  if (auto error = unset.error(suite.path)) return *error;
  return out;
}

Result<std::vector<std::string>> resolve_upstream_keys(const Suite& suite) {
  std::vector<std::string> out;
  UnsetVariables unset("proxy.upstream");
  for (const UpstreamSpec& upstream : suite.proxy.upstreams) {
    const bool asked =
        suite.proxy.mode == ProxyMode::record || suite.proxy.mode == ProxyMode::forward;
    out.push_back(asked ? unset.resolve(upstream.key) : std::string());
  }
  if (auto error = unset.error(suite.path)) return *error;
  return out;
}

}  // namespace tare
