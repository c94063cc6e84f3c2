// What all reports of an audit count alike: the matrix, each client's outcomes, the gravest cells,
// and why some were not measured. One pass over the cells each.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "audit/audit.h"

namespace tare {

// The cells of one client for one aim, summed up for the eye.
struct AimCells {
  std::uint32_t cells = 0, changed = 0, unmeasured = 0;
  CellOutcome worst = CellOutcome::verbatim;  // of the measured ones; else not_measured
  Severity severity = Severity::none;         // of the coerced ones

  bool quiet() const { return worst == CellOutcome::verbatim && unmeasured == 0; }
};

class AuditMatrix {
 public:
  explicit AuditMatrix(const Audit& audit);
  // In the order of the corpus. They live as long as the audit.
  const std::vector<std::string_view>& aims() const { return aims_; }
  const AimCells& at(std::size_t aim, std::size_t client) const {
    return cells_[aim * clients_ + client];
  }
  std::size_t row_of(std::string_view aim) const;  // REQUIRES: an aim of the audit
  // Nothing happened at any client.
  bool quiet(std::size_t aim) const;

 private:
  std::vector<std::string_view> aims_;
  std::unordered_map<std::string_view, std::size_t> rows_;
  std::vector<AimCells> cells_;
  std::size_t clients_;
};

struct ClientCounts {
  std::array<std::uint32_t, kCellOutcomes> by_outcome{};
  Severity worst = Severity::none;
};
ClientCounts counts_of(const AuditedClient& client);

// The worst that came of an aim, at the first client to whom it came.
struct GraveCell {
  const AuditedClient* client = nullptr;
  const AuditCell* cell = nullptr;
  std::uint32_t alike = 0;  // further clients to whom the same came of the same case
};
// By severity, then damage, then outcome. Each aim once, or one kind would fill the list.
std::vector<GraveCell> gravest_cells(const Audit& audit, std::size_t max);

struct Unmeasured {
  std::string_view why;
  std::uint32_t cells = 0;
  std::vector<const AuditedClient*> clients;  // each once
};
std::vector<Unmeasured> unmeasured_cells(const Audit& audit);  // each reason once

}  // namespace tare
