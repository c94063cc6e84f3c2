// Group F: one call whose name changes, with a list of tools where the kind needs one.
#pragma once

#include "mutation.h"

namespace tare::mutation {

inline Pair name_pair(Rng& rng, const std::string& raw, const std::string& normalized,
                      const std::vector<std::string>& offered = {}) {
  const std::string text = object_text(some_members(rng, 1, 3));
  Pair out;
  out.note = raw + "  =>  " + normalized;
  out.answer = answer_of({view(At::wire, raw, text)}, {view(At::tool, normalized, text)});
  if (!offered.empty()) {
    out.manifest.emplace();
    for (const std::string& name : offered) out.manifest->tools.push_back(tool(name));
  }
  return out;
}

inline std::string tool_name(Rng& rng) {
  std::string out = letters(rng, 4, 7);
  for (std::uint64_t parts = 1 + rng.below(2); parts > 0; --parts) out += "_" + letters(rng, 4, 7);
  return out;
}

inline Pair name_prefixed(Rng& rng) {
  const std::string name = tool_name(rng);
  return name_pair(rng, name, letters(rng, 2, 6) + rng.pick({"__", ".", ":", "/"}) + name);
}
inline Pair name_prefix_stripped(Rng& rng) {
  const std::string name = tool_name(rng);
  const std::string raw =
      rng.pick({"functions", "default_api", "mcp"}) + rng.pick({"__", ".", ":", "/"}) + name;
  if (rng.chance(50)) return name_pair(rng, raw, name);
  return name_pair(rng, raw, name, {name, tool_name(rng)});
}
inline Pair name_case_changed(Rng& rng) {
  const std::string name = tool_name(rng);
  std::string raw = name;
  for (std::size_t i = 0; i < raw.size(); ++i)
    if (raw[i] != '_' && (i == 0 || raw[i - 1] == '_')) raw[i] = static_cast<char>(raw[i] - 0x20);
  if (rng.chance(50)) std::erase(raw, '_');
  return name_pair(rng, raw, name);
}
inline Pair name_sanitized(Rng& rng) {
  std::string name = tool_name(rng);
  const std::string raw = name;
  if (rng.chance(50)) {
    std::ranges::replace(name, '_', '-');
    return name_pair(rng, raw, name);
  }
  std::string odd = raw;
  std::ranges::replace(odd, '_', rng.chance(50) ? ' ' : '$');
  return name_pair(rng, odd, raw);
}

inline std::string long_name(Rng& rng) {
  std::string out = tool_name(rng);
  while (out.size() < 70) out += "_" + letters(rng, 4, 8);
  return out;
}
inline Pair name_truncated(Rng& rng) {
  const std::string raw = long_name(rng);
  if (rng.chance(50)) return name_pair(rng, raw, raw.substr(0, 64));
  std::string hash;
  for (int i = 0; i < 8; ++i) hash += "0123456789abcdef"[rng.below(16)];
  return name_pair(rng, raw, raw.substr(0, 55) + "_" + hash);
}
inline Pair name_collision(Rng& rng) {
  if (rng.chance(50)) {
    const std::string one = long_name(rng);
    std::string other = one.substr(0, 66) + letters(rng, 4, 6);
    if (other == one) other += "x";
    return name_pair(rng, one, other, {one, other, tool_name(rng)});
  }
  const std::string base = tool_name(rng);  // the same once separators are replaced
  std::string dotted = base;
  dotted[dotted.find('_')] = '.';
  return name_pair(rng, dotted, base, {dotted, base, tool_name(rng)});
}
inline Pair name_fuzzy_mapped(Rng& rng) {
  const std::string offered = tool_name(rng);
  std::string raw = offered;
  raw[1 + rng.below(2)] = 'q';
  raw[rng.below(1)] = 'w';
  if (raw == offered) raw[0] = 'k';
  return name_pair(rng, raw, offered, {offered, tool_name(rng)});
}
inline Pair name_sentinel(Rng& rng) {
  return name_pair(rng, tool_name(rng), rng.pick({"invalid", "unknown", "error", "noop"}),
                   {tool_name(rng), tool_name(rng)});
}
inline Pair name_concatenated(Rng& rng) {
  const std::string name = tool_name(rng);
  return name_pair(rng, name, name + name);
}
inline Pair name_changed(Rng& rng) {
  return name_pair(rng, "a" + tool_name(rng), "b" + tool_name(rng));
}

inline std::vector<Mutator> name_mutators() {
  return {{"namePrefixed", name_prefixed},         {"namePrefixStripped", name_prefix_stripped},
          {"nameCaseChanged", name_case_changed},  {"nameSanitized", name_sanitized},
          {"nameTruncated", name_truncated},       {"nameCollision", name_collision},
          {"nameFuzzyMapped", name_fuzzy_mapped},  {"nameSentinel", name_sentinel},
          {"nameConcatenated", name_concatenated}, {"nameChanged", name_changed}};
}

}  // namespace tare::mutation
