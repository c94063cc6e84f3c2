// The figures that a gate can hold, and what their values look like.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tare {

struct FigureInfo {
  enum class Range : std::uint8_t {
    rate,    // 0 to 1
    delta,   // -1 to 1: a difference of rates
    count,   // a whole number from 0
    amount,  // a number from 0
  };
  std::string_view name;
  Range range;
  bool min_in_map;  // {"name": x} says `min`; otherwise `max`
};

std::span<const FigureInfo> all_figures();
// By name or by an older name (`forbiddenCalls`, `operationalFailures`); null where unknown.
const FigureInfo* find_figure(std::string_view name);
// All names, the other names too: for hints.
std::span<const std::string_view> figure_names();

}  // namespace tare
