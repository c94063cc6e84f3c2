// One text for all spellings of the same gates: the map, the list and another order of either.
#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/sha256.h"
#include "suite/suite.h"

namespace tare {
namespace {

std::string number_text(std::optional<double> number) {
  return number ? fmt::format("{}", *number) : std::string("-");
}
std::string optional_text(const std::optional<std::string>& text) {
  return text ? quote_json(*text) : std::string("-");
}

std::string gate_text(const GateSpec& gate) {
  return fmt::format("gate {} {} {} {} {} {} {} {} {} {} {} {}\n", gate.figure,
                     static_cast<int>(gate.view), number_text(gate.min), number_text(gate.max),
                     quote_json(gate.where), gate.severity ? severity_name(*gate.severity) : "-",
                     optional_text(gate.kind), gate.effect ? effect_name(*gate.effect) : "-",
                     optional_text(gate.hop), optional_text(gate.pair),
                     gate.k ? std::to_string(*gate.k) : "-", quote_json(gate.of));
}

// `control` and `why` are words for a person; they decide nothing.
std::string never_text(const Never& never) {
  return fmt::format("never {} {} {}\n", quote_json(never.tool), quote_json(never.args_json),
                     never.level == Never::Level::called ? "called" : "executed");
}

}  // namespace

std::string gates_digest(const std::vector<GateSpec>& gates, const std::vector<Never>& never) {
  std::vector<std::string> lines;
  lines.reserve(gates.size() + never.size());
  for (const GateSpec& gate : gates) lines.push_back(gate_text(gate));
  for (const Never& limit : never) lines.push_back(never_text(limit));
  std::sort(lines.begin(), lines.end());
  Sha256 digest;
  for (const std::string& line : lines) digest.update(line);
  return digest.hex();
}

}  // namespace tare
