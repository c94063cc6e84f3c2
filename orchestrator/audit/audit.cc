#include "audit/audit.h"

#include <algorithm>
#include <array>

namespace tare {
namespace {

constexpr std::array<std::string_view, kCellOutcomes> kNames = {
    "verbatim",      "respelled", "coerced", "errorToModel", "askedAgain",
    "errorToCaller", "dropped",   "died",    "notMeasured"};
constexpr std::array<std::string_view, kCellOutcomes> kWords = {"verbatim",
                                                                "respelled",
                                                                "coerced",
                                                                "error to the model",
                                                                "asked again",
                                                                "error to the caller",
                                                                "dropped without a word",
                                                                "process died",
                                                                "not measured"};

}  // namespace

std::string_view cell_outcome_name(CellOutcome outcome) {
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view cell_outcome_words(CellOutcome outcome) {
  return kWords[static_cast<std::size_t>(outcome)];
}

std::optional<CellOutcome> cell_outcome_from_name(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<CellOutcome>(found - kNames.begin());
}

std::string AuditedClient::version() const {
  std::string out;
  for (const Layer& layer : layers) {
    if (!out.empty()) out += " + ";
    out += layer.name;
    if (!layer.version.empty()) out += ' ' + layer.version;
  }
  return out;
}

}  // namespace tare
