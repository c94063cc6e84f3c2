// A gate as the suite writes it. Parsed by suite/, evaluated by scoring/.
#pragma once

#include <optional>
#include <string>

#include "model/finding.h"
#include "model/test_case.h"

namespace tare {

struct GateSpec {
  enum class View : std::uint8_t { both, raw, normalized };
  std::string figure;  // canonical: `forbiddenCalls` is already neverCalled
  View view = View::both;
  std::optional<double> min, max;
  std::string where;  // a filter; "" is everything
  std::optional<Severity> severity;
  std::optional<std::string> kind, hop, pair;
  std::optional<Effect> effect;
  std::optional<std::uint32_t> k;  // passHatK
  std::string of;                  // drop: the figure it is a drop of
  SourcePosition position = {};    // where it is written
};

}  // namespace tare
