// Which call of one list is which of the other.
//
// In turn, each criterion among what the ones before left over:
// 1. equal id, where it is unique on both sides (real trajectories repeat ids);
// 2. equal name and arguments by value;
// 3. equal name. Of several of one name those that have most in common (call_likeness.h), as an
//    assignment problem, so that no call takes a partner that suits another better;
// 4. equal arguments under another name;
// 5. position.
// What is equal under a criterion keeps its order. So the order of the lists decides ties alone,
// but for names with more than kMaxAssigned changed calls on a side: of those the ones whose
// members are all alike are paired first, and if still more than kMaxAssigned are left, those go by
// order. The same holds where a great many names have hundreds of changed calls each (kMaxSteps).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "coercion/call_keys.h"

namespace tare {

enum class PairedBy : std::uint8_t { nothing, id, equality, name, likeness, arguments, order };

struct CallPairing {
  std::vector<std::int64_t> partner;  // by left call: the index of its right one, or -1
  std::vector<PairedBy> by;           // by left call
};

inline constexpr std::size_t kMaxAssigned = 500;

CallPairing pair_calls(std::span<const CallKey> left, std::span<const CallKey> right);

}  // namespace tare
