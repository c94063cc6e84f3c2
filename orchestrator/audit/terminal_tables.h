// The tables of an audit on a terminal: the clients with their figures, the matrix of marks.
#pragma once

#include <string>
#include <vector>

#include "audit/audit.h"
#include "audit/audit_summary.h"
#include "report/reporters.h"

namespace tare {

// Outcomes that any client had: the others need no column and no legend.
std::vector<CellOutcome> outcomes_in(const std::vector<ClientCounts>& counts);

// One line a client; the versions stand above the variants that share them. `counts`: by client.
std::string clients_text(const Audit& audit, const std::vector<CellOutcome>& outcomes,
                         const std::vector<ClientCounts>& counts, const TerminalStyle& style);

// Two columns a client, in blocks of as many as the width takes. Kinds that are verbatim everywhere
// are named below, or have rows of their own where `style.verbose`.
std::string matrix_text(const Audit& audit, const TerminalStyle& style);
std::string legend_text(const std::vector<CellOutcome>& outcomes, const TerminalStyle& style);

}  // namespace tare
