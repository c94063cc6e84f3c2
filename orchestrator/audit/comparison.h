// Two audits against each other: what an upgrade of a client changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"

namespace tare {

struct CellChange {
  std::string client;  // id
  const AuditCell* before = nullptr;
  const AuditCell* after = nullptr;
  // Worse outcome, or the same with a worse severity; else better; neither: another kind.
  enum class Way { worse, better, other } way = Way::other;
};

struct AuditComparison {
  std::vector<CellChange> changes;  // worse first, then in the order of the new audit
  // Clients by id, with the versions where these differ: "openai 6.1.0 -> openai 7.0.0".
  std::vector<std::pair<std::string, std::string>> versions;
  std::vector<std::string> only_before, only_after;  // client ids
  std::uint32_t cells_compared = 0, cells_only_before = 0, cells_only_after = 0;
  bool same_corpus = true;
};

// Clients are the same by name and variant, cells by case. Both audits outlive the result.
AuditComparison compare_audits(const Audit& before, const Audit& after);

}  // namespace tare
