// An audit: the corpus through every variant of every adapter, in replay, in parallel.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit.h"
#include "audit/client.h"
#include "base/result.h"
#include "report/reporters.h"

namespace tare {

struct AuditOptions {
  std::string corpus;  // a suite file whose cases have `reply`
  std::string out;     // a folder; each client's run is kept in it
  std::optional<std::uint32_t> jobs, timeout_ms;
  std::optional<std::string> filter;
  std::string today;
  std::vector<std::string> command_line;
  // Before each client: its id, which one, of how many.
  std::function<void(const std::string&, std::size_t, std::size_t)> on_client;
};

// Blocks until all have run. An error where a client cannot be started at all.
Result<Audit> run_audit(const std::vector<AuditTarget>& targets, const AuditOptions& options,
                        const TerminalStyle& style);

}  // namespace tare
