// The closed list of figures that a gate can hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tare {

enum class GateFigure : std::uint8_t {
  exact_accuracy,
  acceptable_accuracy,
  no_tool_accuracy,
  risk_weighted_accuracy,
  pass_rate,
  min_case_pass_rate,
  pass_hat_k,
  tool_errors,
  never_called,
  never_executed,
  findings,
  rescued,
  damaged,
  client_delta,
  confusions,
  unaudited,
  unread,
  incomplete,
  cost_usd,
  p95_ms,
  args_accuracy,
  schema_valid,
  judge_pass_rate,
  drop,  // no value yet
};

std::optional<GateFigure> gate_figure_from_name(std::string_view name);

// Has a value for raw and one for normalized, each of which must hold.
bool is_two_sided(GateFigure figure);
// Known as a word, and computed by a later version.
bool is_not_computed(GateFigure figure);

}  // namespace tare
