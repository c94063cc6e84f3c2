// Walks with a stack of its own: depth in the file costs no stack here. Below $schema stands a JSON
// Schema, whose own `$ref` and the like are not ours to judge.
#include "suite/matchers.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/nearest_name.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 12> kMatchers = {
    "$oneOf",    "$regex",  "$range", "$approx",     "$type", "$unordered",
    "$contains", "$absent", "$any",   "$ignoreCase", "$date", "$schema"};

}  // namespace

void check_matchers(ValueReader& reader, json::Value value) {
  std::vector<json::Value> pending = {value};
  while (!pending.empty()) {
    const json::Value next = pending.back();
    pending.pop_back();
    if (next.is_array()) {
      for (json::Value element : next.elements()) pending.push_back(element);
    }
    if (!next.is_object()) continue;
    for (const json::Member& member : next.members()) {
      const std::string name = member.name.decoded();
      const bool matcher = name.starts_with('$') && !name.starts_with("$$");
      bool known = false;
      for (std::string_view one : kMatchers) known = known || one == name;
      if (matcher && !known) {
        std::string hint = nearest_name_hint(name, kMatchers);
        hint += fmt::format("; a literal key is written {}", shown(member.name).insert(1, "$"));
        reader.fault(member.name, fmt::format("unknown matcher {}", shown(member.name)),
                     std::move(hint));
      }
      if (name != "$schema") pending.push_back(member.value);
    }
  }
}

}  // namespace tare
