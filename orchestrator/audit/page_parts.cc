#include "audit/page_parts.h"

#include <fmt/format.h>

#include "audit/audit_words.h"

namespace tare {

PageAnchors::PageAnchors(const Audit& audit, const AuditMatrix& matrix) {
  for (std::size_t i = 0; i < audit.clients.size(); ++i)
    clients_.try_emplace(audit.clients[i].id(), i);
  for (std::size_t i = 0; i < matrix.aims().size(); ++i) aims_.try_emplace(matrix.aims()[i], i);
}

std::string PageAnchors::of(std::size_t client) { return fmt::format("c{}", client + 1); }

std::string PageAnchors::of(std::size_t client, std::size_t aim) {
  return fmt::format("c{}-a{}", client + 1, aim + 1);
}

std::string PageAnchors::of(std::string_view client_id, std::string_view aim) const {
  const auto client = clients_.find(std::string(client_id));
  const auto row = aims_.find(aim);
  if (client == clients_.end() || row == aims_.end()) return "";
  return of(client->second, row->second);
}

std::string page_mark(CellOutcome outcome, Severity severity) {
  // A full stop is lost in a grid; the middle dot is the same mark at the height of the others.
  if (outcome == CellOutcome::verbatim) return "·";
  return {outcome_mark(outcome, severity)};
}

std::string_view page_class(CellOutcome outcome, Severity severity) {
  switch (outcome) {
    case CellOutcome::verbatim:
      return "ov";
    case CellOutcome::respelled:
      return "or";
    case CellOutcome::coerced:
      switch (severity) {
        case Severity::none:
        case Severity::info:
        case Severity::low:
          return "o1";
        case Severity::medium:
          return "o2";
        case Severity::high:
          return "o3";
        case Severity::critical:
          return "o4";
      }
      return "o4";
    case CellOutcome::error_to_model:
      return "oe";
    case CellOutcome::asked_again:
      return "oa";
    case CellOutcome::error_to_caller:
      return "oE";
    case CellOutcome::dropped:
      return "oD";
    case CellOutcome::died:
      return "oX";
    case CellOutcome::not_measured:
      return "oq";
  }
  return "oq";
}

std::string outcome_chip(CellOutcome outcome, Severity severity) {
  std::string words(cell_outcome_words(outcome));
  if (outcome == CellOutcome::coerced && severity != Severity::none) {
    words += fmt::format(", {}", severity_name(severity));
  }
  return fmt::format("<span class=\"chip\"><b class=\"m {}\" aria-hidden=\"true\">{}</b> {}</span>",
                     page_class(outcome, severity), page_mark(outcome, severity), words);
}

std::string outcome_bar(const ClientCounts& counts) {
  std::uint32_t all = 0;
  for (const std::uint32_t count : counts.by_outcome) all += count;
  if (all == 0) return "";
  // Widths are attributes: the page's policy allows no style on an element.
  std::string out = fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 {} 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
      all);
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    const std::uint32_t count = counts.by_outcome[i];
    if (count == 0) continue;
    out += fmt::format("<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"1\"/>",
                       page_class(static_cast<CellOutcome>(i), Severity::high), at, count);
    at += count;
  }
  return out + "</svg>";
}

}  // namespace tare
