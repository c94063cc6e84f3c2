// Top to bottom as a person asks: who was audited and how did each do, what kind of thing happens
// where, what is the worst of it, what is new since last time, what is not known.
#include <fmt/format.h>

#include <algorithm>

#include "audit/audit_report.h"
#include "audit/audit_summary.h"
#include "audit/audit_words.h"
#include "audit/terminal_tables.h"
#include "report/changed_bytes.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

constexpr std::size_t kMaxGrave = 10, kMaxChanges = 40, kMaxReasons = 10;
constexpr std::size_t kMaxId = 200, kMaxTold = 400;

std::string side_line(std::string_view label, const std::optional<std::string>& name,
                      const std::optional<std::string>& arguments, std::string_view instead,
                      const std::vector<ByteRange>& changed, Ink ink, const TerminalStyle& style) {
  constexpr std::size_t kIndent = 6, kLabel = 15;
  std::string out(kIndent, ' ');
  out += paint(style.color, Ink::dim, pad_right(std::string(label), kLabel));
  if (!name && !arguments) return out + paint(style.color, Ink::dim, instead) + "\n";
  const std::string tool = name ? fit(shown_text(*name, kMaxId), style.width / 4) + " " : "";
  const std::size_t before = kIndent + kLabel + text_columns(tool);
  const Excerpt shown = excerpt(arguments ? std::string_view(*arguments) : "", changed,
                                style.width > before ? style.width - before : 0, style.color, ink);
  out += tool + shown.text + "\n";
  if (!style.color && !shown.markers.empty())
    out += std::string(before, ' ') + shown.markers + "\n";
  return out;
}

// The first call of a cell that has its outcome.
const CellCall* telling_call(const AuditCell& cell) {
  const auto call = std::ranges::find(cell.calls, cell.outcome, &CellCall::outcome);
  if (call != cell.calls.end()) return &*call;
  return cell.calls.empty() ? nullptr : &cell.calls.front();
}

std::string grave_text(const GraveCell& grave, const TerminalStyle& style) {
  const AuditCell& cell = *grave.cell;
  std::string out;
  for (const std::string& line : wrap(shown_text(cell.case_id, kMaxId), style.width - 2)) {
    out += "  " + paint(style.color, Ink::strong, line) + "\n";
  }
  std::string who = shown_text(grave.client->id(), kMaxId);
  if (grave.alike > 0) who += " and " + counted(grave.alike, "more client");
  for (const std::string& line : wrap(who + ": " + cell_words(cell), style.width - 4)) {
    out += "    " + line + "\n";
  }
  if (const CellCall* call = telling_call(cell); call != nullptr) {
    const ChangedBytes changed =
        call->raw_arguments && call->normalized_arguments
            ? changed_bytes(*call->raw_arguments, *call->normalized_arguments)
            : ChangedBytes{};
    out += side_line("model wrote", call->raw_name, call->raw_arguments, "nothing", changed.raw,
                     Ink::raw_change, style);
    out += side_line("tool received", call->normalized_name, call->normalized_arguments, "nothing",
                     changed.normalized, Ink::normalized_change, style);
  }
  if (!cell.told.empty()) {
    for (const std::string& line :
         wrap(fmt::format("{}: {}", told_word(cell), shown_text(cell.told, kMaxTold)),
              style.width - 6)) {
      out += "      " + line + "\n";
    }
  }
  return out;
}

std::string comparison_text(const AuditComparison& comparison, const TerminalStyle& style) {
  std::string out;
  for (const std::string& sentence : comparison_sentences(comparison)) {
    out += paragraph(out.empty() ? "Since then" : "", sentence, style);
  }
  bool first = true;
  for (const std::string& sentence : version_sentences(comparison)) {
    out += paragraph(first ? "Versions" : "", sentence, style);
    first = false;
  }
  const std::size_t all = comparison.changes.size();
  const std::size_t shown = style.verbose ? all : std::min(all, kMaxChanges);
  for (std::size_t i = 0; i < shown; ++i) {
    const CellChange& change = comparison.changes[i];
    const Ink ink = change.way == CellChange::Way::worse    ? Ink::bad
                    : change.way == CellChange::Way::better ? Ink::good
                                                            : Ink::doubt;
    out += "  " + paint(style.color, ink, pad_right(std::string(way_word(change.way)), 8)) +
           fit(shown_text(change.client, kMaxId) + "  " + shown_text(change.after->case_id, kMaxId),
               style.width - 10) +
           "\n";
    for (const std::string& line :
         wrap(cell_words(*change.before) + " -> " + cell_words(*change.after), style.width - 10)) {
      out += std::string(10, ' ') + line + "\n";
    }
  }
  if (all > shown) out += "  and " + counted(all - shown, "more change") + " (-v shows all)\n";
  return out;
}

std::string unmeasured_text(const Audit& audit, const TerminalStyle& style) {
  const std::vector<Unmeasured> reasons = unmeasured_cells(audit);
  std::string out;
  const std::size_t shown = style.verbose ? reasons.size() : std::min(reasons.size(), kMaxReasons);
  for (std::size_t i = 0; i < shown; ++i) {
    const Unmeasured& reason = reasons[i];
    std::string text = counted(reason.cells, "cell") + " of ";
    text += shown_text(reason.clients.front()->id(), kMaxId);
    if (reason.clients.size() > 1) {
      text += " and " + counted(reason.clients.size() - 1, "more client");
    }
    text += ": " + (reason.why.empty() ? "no reason is known" : shown_text(reason.why, kMaxTold));
    out += paragraph(out.empty() ? "Not known" : "", text, style);
  }
  if (reasons.size() > shown) {
    out += paragraph("", "and " + counted(reasons.size() - shown, "more reason"), style);
  }
  return out;
}

}  // namespace

std::string audit_terminal(const Audit& audit, const AuditComparison* comparison,
                           const TerminalStyle& given) {
  TerminalStyle style = given;
  style.width = std::clamp<std::uint32_t>(style.width, kMinWidth, kMaxWidth);
  std::vector<ClientCounts> counts;
  for (const AuditedClient& client : audit.clients) counts.push_back(counts_of(client));
  const std::vector<CellOutcome> outcomes = outcomes_in(counts);
  std::string out = paragraph("Audit", audit_size_text(audit), style) + "\n";
  out += clients_text(audit, outcomes, counts, style) + "\n";
  out += matrix_text(audit, style);
  out += legend_text(outcomes, style);
  const std::vector<GraveCell> gravest = gravest_cells(audit, kMaxGrave);
  if (!gravest.empty()) out += "\n" + heading("Gravest", style) + "\n";
  for (const GraveCell& grave : gravest) out += grave_text(grave, style);
  if (comparison != nullptr) out += "\n" + comparison_text(*comparison, style);
  const std::string unmeasured = unmeasured_text(audit, style);
  if (!unmeasured.empty()) out += "\n" + unmeasured;
  return out;
}

}  // namespace tare
