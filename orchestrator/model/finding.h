// One coercion at one path of one call pair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/call.h"

namespace tare {

enum class FindingOn : std::uint8_t { arguments, name, id, call, text };
std::string_view finding_on_name(FindingOn on);

enum class Severity : std::uint8_t { none, info, low, medium, high, critical };
std::string_view severity_name(Severity severity);
std::optional<Severity> severity_from_name(std::string_view name);

// What the change did to a score: hid the model's error, broke or altered a good call, neither.
enum class Effect : std::uint8_t { neutral, rescued, damaged };
std::string_view effect_name(Effect effect);
std::optional<Effect> effect_from_name(std::string_view name);

struct Hop {
  At from = At::wire;
  At to = At::tool;
};
std::string hop_name(Hop hop);  // "wire>tool"

struct Finding {
  FindingOn on = FindingOn::arguments;
  std::string_view kind;            // from the closed list in coercion/kind.h (static storage)
  std::optional<std::string> path;  // JSON Pointer into the arguments; nullopt off arguments
  Severity severity = Severity::none;
  Effect effect = Effect::neutral;
  bool lossless = true;
  bool value_changed = true;  // false: only the spelling did
  std::optional<Hop> hop;
  std::optional<std::uint32_t> raw_call,
      normalized_call;                         // index of the call within its view level
  std::optional<std::string> raw, normalized;  // JSON text; nullopt where absent
  // JSON types of the two sides, for display: "string", "number", … or "absent", "text".
  std::string_view raw_type = "absent", normalized_type = "absent";
  // What narrows the kind, in a few words: "RAW untyped", "newline", "tail in_string". "" if
  // nothing.
  std::string remark;
  // The suite's waiver that covers it, by its place in the list; set where a trial is scored. A
  // waived finding is shown and counted apart.
  std::optional<std::uint32_t> waiver;
};

}  // namespace tare
