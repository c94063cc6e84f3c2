// The parts of the page: how each is named, so that a cell of the matrix finds its cases.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "audit/audit.h"
#include "audit/audit_summary.h"

namespace tare {

// Which part of the page holds the cases of a client for an aim.
class PageAnchors {
 public:
  PageAnchors(const Audit& audit, const AuditMatrix& matrix);
  static std::string of(std::size_t client);                   // "c3"
  static std::string of(std::size_t client, std::size_t aim);  // "c3-a12"
  // "" where the page has none.
  std::string of(std::string_view client_id, std::string_view aim) const;

 private:
  std::unordered_map<std::string, std::size_t> clients_;
  std::unordered_map<std::string_view, std::size_t> aims_;
};

// "·", "4": the mark of an outcome, and the class that colours it.
std::string page_mark(CellOutcome outcome, Severity severity);
std::string_view page_class(CellOutcome outcome, Severity severity);
// The mark as a chip with the outcome in words beside it.
std::string outcome_chip(CellOutcome outcome, Severity severity);
// How the cells of a client are shared out, as a bar.
std::string outcome_bar(const ClientCounts& counts);

// The legend and the matrix, each square a link to its cases.
std::string matrix_part(const Audit& audit, const AuditMatrix& matrix);

// One client with each of its cases, closed until a reader (or a link into it) opens it.
std::string client_section(const AuditedClient& client, std::size_t number,
                           const AuditMatrix& matrix);
// Both texts of one call, one beside the other.
std::string call_texts(const CellCall& call);

// The style of the page, and what a content security policy calls it.
std::string_view page_style();
std::string page_policy();

}  // namespace tare
