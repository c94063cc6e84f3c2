// The page from top to bottom: figures, clients, matrix, gravest cells, what changed, what is not
// known; then each client with every case, closed. A link into a closed part opens it: browsers do
// that by themselves, so the page needs no script.
#include <fmt/format.h>

#include <algorithm>

#include "audit/audit_report.h"
#include "audit/audit_words.h"
#include "audit/page_parts.h"
#include "audit/page_text.h"
#include "report/figure_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxGrave = 10, kMaxChanges = 1000, kMaxReasons = 50;

std::string tile(std::uint64_t count, std::uint64_t all, std::string_view what) {
  const std::optional<double> share =
      all == 0 ? std::nullopt
               : std::optional(static_cast<double>(count) / static_cast<double>(all));
  return fmt::format("<li><b>{}</b><span>{} {}</span></li>", percent_text(share),
                     counted(count, "cell"), what);
}

std::string tiles(const std::vector<ClientCounts>& counts) {
  std::array<std::uint64_t, kCellOutcomes> sums{};
  std::uint64_t all = 0;
  for (const ClientCounts& of_client : counts) {
    for (std::size_t i = 0; i < kCellOutcomes; ++i) {
      sums[i] += of_client.by_outcome[i];
      all += of_client.by_outcome[i];
    }
  }
  const auto sum = [&](auto... outcomes) {
    return (sums[static_cast<std::size_t>(outcomes)] + ...);
  };
  std::string out = "<ul class=\"tiles\">";
  out += tile(sum(CellOutcome::verbatim, CellOutcome::respelled), all, "as the model meant them");
  out += tile(sum(CellOutcome::coerced), all, "coerced: the tool got something else");
  out +=
      tile(sum(CellOutcome::error_to_model, CellOutcome::asked_again, CellOutcome::error_to_caller),
           all, "refused: model or caller heard of it");
  out +=
      tile(sum(CellOutcome::dropped, CellOutcome::died), all, "lost: dropped, or the process died");
  const std::uint64_t unmeasured = sum(CellOutcome::not_measured);
  if (unmeasured > 0) out += tile(unmeasured, all, "not measured");
  return out + "</ul>";
}

std::string head(const Audit& audit, const std::vector<ClientCounts>& counts) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>Audit: "
      "{}</title>\n<style>{}</style>\n"
      "</head>\n<body>\n<a class=\"skip\" href=\"#matrix\">to the matrix</a>\n",
      page_policy(), audit_size_text(audit), page_style());
  out += fmt::format(
      "<header><h1>What {} of a model’s tool calls</h1>\n"
      "<p class=\"lede\">The same recorded replies were put to each client. Whatever its tools "
      "received that the model did not write is the client’s doing. {}.</p>\n{}</header>\n<main>\n",
      audit.clients.size() == 1 ? "one client makes"
                                : counted(audit.clients.size(), "client") + " make",
      audit_size_text(audit), tiles(counts));
  return out;
}

std::string clients_table(const Audit& audit, const std::vector<ClientCounts>& counts) {
  std::string out =
      "<h2 id=\"clients\">Clients</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
      "aria-labelledby=\"clients\"><table class=\"list\"><thead><tr><th scope=\"col\">client</th>"
      "<th scope=\"col\">share</th>";
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    out += fmt::format("<th scope=\"col\" class=\"n\">{}</th>",
                       cell_outcome_words(static_cast<CellOutcome>(i)));
  }
  out += "<th scope=\"col\">worst</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    const AuditedClient& client = audit.clients[i];
    const std::string version = client.version();
    out += fmt::format(
        "<tr><th scope=\"row\"><a href=\"#{}\">{}</a><small>{}</small></th><td>{}</td>",
        PageAnchors::of(i), html_text(client.id()),
        version.empty() ? "version not told" : html_text(version), outcome_bar(counts[i]));
    for (const std::uint32_t count : counts[i].by_outcome) {
      out += fmt::format("<td class=\"n{}\">{}</td>", count == 0 ? " zero" : "", count_text(count));
    }
    out += fmt::format("<td>{}</td></tr>\n", severity_name(counts[i].worst));
  }
  return out + "</tbody></table></div>\n";
}

std::string cell_link(const PageAnchors& anchors, std::string_view client, const AuditCell& cell) {
  const std::string anchor = anchors.of(client, cell.aim);
  const std::string text = html_text(cell.case_id);
  return anchor.empty() ? text : fmt::format("<a href=\"#{}\">{}</a>", anchor, text);
}

std::string gravest_part(const Audit& audit, const PageAnchors& anchors) {
  const std::vector<GraveCell> gravest = gravest_cells(audit, kMaxGrave);
  if (gravest.empty()) return "";
  std::string out = "<h2 id=\"gravest\">Gravest</h2>\n";
  for (const GraveCell& grave : gravest) {
    const AuditCell& cell = *grave.cell;
    out += fmt::format("<article><h5>{}</h5><p class=\"how\">{} <span>{}{}</span>",
                       cell_link(anchors, grave.client->id(), cell),
                       outcome_chip(cell.outcome, cell.severity), html_text(grave.client->id()),
                       grave.alike == 0 ? "" : " and " + counted(grave.alike, "more client"));
    if (!cell.kinds.empty()) out += " <span>" + html_text(kinds_text(cell.kinds)) + "</span>";
    out += "</p>";
    auto call = std::ranges::find(cell.calls, cell.outcome, &CellCall::outcome);
    if (call == cell.calls.end()) call = cell.calls.begin();
    if (call != cell.calls.end()) out += call_texts(*call);
    out += "</article>\n";
  }
  return out;
}

std::string comparison_part(const AuditComparison& comparison, const PageAnchors& anchors) {
  std::string out = "<h2 id=\"since\">Since the earlier audit</h2>\n<ul>";
  for (const std::string& text : comparison_sentences(comparison)) {
    out += "<li>" + html_text(text, 4000) + "</li>";
  }
  for (const std::string& text : version_sentences(comparison)) {
    out += "<li>" + html_text(text, 4000) + "</li>";
  }
  out += "</ul>\n";
  if (comparison.changes.empty()) return out;
  out +=
      "<div class=\"scroll tall\" role=\"region\" tabindex=\"0\" aria-labelledby=\"since\">"
      "<table class=\"list\"><thead><tr><th scope=\"col\"></th><th scope=\"col\">client</th>"
      "<th scope=\"col\">case</th><th scope=\"col\">before</th><th scope=\"col\">after</th></tr>"
      "</thead><tbody>\n";
  const std::size_t shown = std::min(comparison.changes.size(), kMaxChanges);
  for (std::size_t i = 0; i < shown; ++i) {
    const CellChange& change = comparison.changes[i];
    const auto side = [](const AuditCell& cell) {
      return outcome_chip(cell.outcome, cell.severity) + "<small>" +
             html_text(kinds_text(cell.kinds)) + "</small>";
    };
    out += fmt::format(
        "<tr><td class=\"{0}\">{0}</td><th scope=\"row\">{1}</th><td>{2}</td><td>{3}</td>"
        "<td>{4}</td></tr>\n",
        way_word(change.way), html_text(change.client),
        cell_link(anchors, change.client, *change.after), side(*change.before),
        side(*change.after));
  }
  out += "</tbody></table></div>\n";
  if (comparison.changes.size() > shown) {
    out += "<p>and " + counted(comparison.changes.size() - shown, "more change") + "</p>\n";
  }
  return out;
}

std::string unmeasured_part(const Audit& audit) {
  const std::vector<Unmeasured> reasons = unmeasured_cells(audit);
  if (reasons.empty()) return "";
  std::string out = "<h2 id=\"unmeasured\">Not measured</h2>\n";
  const std::size_t shown = std::min(reasons.size(), kMaxReasons);
  for (std::size_t i = 0; i < shown; ++i) {
    const Unmeasured& reason = reasons[i];
    const std::size_t others = reason.clients.size() - 1;
    out += fmt::format("<div class=\"card\"><p>{} of {}{}</p><pre>{}</pre></div>\n",
                       counted(reason.cells, "cell"), html_text(reason.clients.front()->id()),
                       others == 0 ? "" : " and " + counted(others, "more client"),
                       reason.why.empty() ? "no reason is known" : html_lines(reason.why, 4000));
  }
  if (reasons.size() > shown) {
    out += "<p>and " + counted(reasons.size() - shown, "more reason") + "</p>\n";
  }
  return out;
}

}  // namespace

std::string audit_page(const Audit& audit, const AuditComparison* comparison) {
  std::vector<ClientCounts> counts;
  for (const AuditedClient& client : audit.clients) counts.push_back(counts_of(client));
  const AuditMatrix matrix(audit);
  const PageAnchors anchors(audit, matrix);
  std::string out = head(audit, counts);
  if (comparison != nullptr) out += comparison_part(*comparison, anchors);
  out += matrix_part(audit, matrix);
  out += gravest_part(audit, anchors);
  out += clients_table(audit, counts);
  out += unmeasured_part(audit);
  out += "<h2 id=\"every\">Every cell</h2>\n";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    out += client_section(audit.clients[i], i, matrix);
  }
  out += fmt::format("</main>\n<footer>tare {} · corpus {}</footer>\n</body>\n</html>\n",
                     html_text(audit.tare_version), html_text(audit.corpus_sha256));
  return out;
}

}  // namespace tare
