#include "audit/audit_summary.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace tare {
namespace {

auto rank_of(const AuditCell& cell) {
  return std::make_tuple(cell.severity, cell.effect, cell.outcome);
}

bool is_trouble(const AuditCell& cell) {
  return cell.outcome > CellOutcome::respelled && cell.outcome != CellOutcome::not_measured;
}

std::uint32_t count_alike(const Audit& audit, const GraveCell& grave) {
  std::uint32_t out = 0;
  for (const AuditedClient& client : audit.clients) {
    if (&client == grave.client) continue;
    const bool alike = std::ranges::any_of(client.cells, [&](const AuditCell& cell) {
      return cell.case_id == grave.cell->case_id && rank_of(cell) == rank_of(*grave.cell) &&
             cell.kinds == grave.cell->kinds;
    });
    if (alike) ++out;
  }
  return out;
}

}  // namespace

AuditMatrix::AuditMatrix(const Audit& audit) : clients_(audit.clients.size()) {
  for (std::size_t client = 0; client < clients_; ++client) {
    for (const AuditCell& cell : audit.clients[client].cells) {
      const auto [row, is_new] = rows_.try_emplace(cell.aim, aims_.size());
      if (is_new) {
        aims_.push_back(cell.aim);
        cells_.resize(cells_.size() + clients_);
      }
      AimCells& sum = cells_[row->second * clients_ + client];
      ++sum.cells;
      if (cell.outcome == CellOutcome::not_measured) {
        ++sum.unmeasured;
        continue;
      }
      if (cell.outcome > CellOutcome::respelled) ++sum.changed;
      sum.worst = std::max(sum.worst, cell.outcome);
      if (cell.outcome == CellOutcome::coerced)
        sum.severity = std::max(sum.severity, cell.severity);
    }
  }
  for (AimCells& sum : cells_) {
    if (sum.cells > 0 && sum.unmeasured == sum.cells) sum.worst = CellOutcome::not_measured;
  }
}

std::size_t AuditMatrix::row_of(std::string_view aim) const { return rows_.at(aim); }

bool AuditMatrix::quiet(std::size_t aim) const {
  for (std::size_t client = 0; client < clients_; ++client) {
    if (!at(aim, client).quiet()) return false;
  }
  return true;
}

ClientCounts counts_of(const AuditedClient& client) {
  ClientCounts out;
  for (const AuditCell& cell : client.cells) {
    ++out.by_outcome[static_cast<std::size_t>(cell.outcome)];
    out.worst = std::max(out.worst, cell.severity);
  }
  return out;
}

std::vector<GraveCell> gravest_cells(const Audit& audit, std::size_t max) {
  std::vector<GraveCell> out;
  std::unordered_map<std::string_view, std::size_t> by_aim;
  for (const AuditedClient& client : audit.clients) {
    for (const AuditCell& cell : client.cells) {
      if (!is_trouble(cell)) continue;
      const std::string_view key = cell.aim.empty() ? cell.case_id : cell.aim;
      const auto [place, is_new] = by_aim.try_emplace(key, out.size());
      if (is_new) {
        out.push_back({&client, &cell, 0});
      } else if (rank_of(cell) > rank_of(*out[place->second].cell)) {
        out[place->second] = {&client, &cell, 0};
      }
    }
  }
  std::ranges::stable_sort(out, std::greater<>(),
                           [](const GraveCell& grave) { return rank_of(*grave.cell); });
  if (out.size() > max) out.resize(max);
  for (GraveCell& grave : out) grave.alike = count_alike(audit, grave);
  return out;
}

std::vector<Unmeasured> unmeasured_cells(const Audit& audit) {
  std::vector<Unmeasured> out;
  std::unordered_map<std::string_view, std::size_t> by_reason;
  for (const AuditedClient& client : audit.clients) {
    for (const AuditCell& cell : client.cells) {
      if (cell.outcome != CellOutcome::not_measured) continue;
      const auto [place, is_new] = by_reason.try_emplace(cell.told, out.size());
      if (is_new) out.push_back({cell.told, 0, {}});
      Unmeasured& reason = out[place->second];
      ++reason.cells;
      if (reason.clients.empty() || reason.clients.back() != &client) {
        reason.clients.push_back(&client);
      }
    }
  }
  return out;
}

}  // namespace tare
