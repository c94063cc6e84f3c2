// Which call of one list is which of the other.
//
// In turn: equal id, where it is unique on both sides (real trajectories repeat ids); equal name
// and arguments; equal name; position among what is left. Each criterion takes first come, first
// served, so equal calls keep their order. O(n log n).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tare {

struct CallKey {
  std::optional<std::string> id;  // within its turn, where turns are given
  std::string name;
  std::string arguments;  // one text for all arguments that are equal by value
};

// For each left call the index of its right partner, or -1.
std::vector<std::int64_t> pair_calls(std::span<const CallKey> left, std::span<const CallKey> right);

}  // namespace tare
