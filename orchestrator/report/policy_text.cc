#include "report/policy_text.h"

#include <algorithm>

#include "base/escape.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

constexpr std::size_t kShownLines = 10, kMaxLine = 400;

}  // namespace

std::string policy_text(const Provenance* provenance, const TerminalStyle& style) {
  if (provenance == nullptr || provenance->policy_drift.empty()) return "";
  const auto& drift = provenance->policy_drift;
  const std::size_t shown = style.verbose ? drift.size() : std::min(drift.size(), kShownLines);
  std::string out =
      paragraph("Policy", counted(drift.size(), "difference") + " from what was reviewed:", style);
  for (std::size_t i = 0; i < shown; ++i) {
    out += paragraph("", escape_for_terminal(shorten(drift[i], kMaxLine)), style);
  }
  if (drift.size() > shown) out += paragraph("", counted(drift.size() - shown, "more"), style);
  return out;
}

}  // namespace tare
