// The matrix: head row and first column stay in sight however far one scrolls, and each square is a
// link, so that the keyboard gets everywhere.
#include <fmt/format.h>

#include "audit/audit_words.h"
#include "audit/page_parts.h"
#include "audit/page_text.h"
#include "diff/kind.h"

namespace tare {
namespace {

std::string legend() {
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    const auto outcome = static_cast<CellOutcome>(i);
    out += "<li><span class=\"ms\">";
    const auto add = [&](Severity severity) {
      out += fmt::format("<b class=\"m {}\">{}</b>", page_class(outcome, severity),
                         page_mark(outcome, severity));
    };
    if (outcome == CellOutcome::coerced) {
      for (const Severity severity :
           {Severity::low, Severity::medium, Severity::high, Severity::critical}) {
        add(severity);
      }
    } else {
      add(Severity::none);
    }
    out += fmt::format("</span><span>{}</span></li>", html_text(mark_meanings()[i].words));
  }
  return out + "</ul>\n";
}

// docs/coercions.md, "The kinds".
std::string_view family_name(char group) {
  switch (group) {
    case 'A':
      return "Scalar type and value";
    case 'B':
      return "Containers and nesting";
    case 'C':
      return "Object shape";
    case 'D':
      return "String content";
    case 'E':
      return "Invalid or empty arguments";
    case 'F':
      return "Tool name";
    case 'G':
      return "Set of calls";
    default:
      return "Other";
  }
}

std::string cell_html(const AimCells& cells, std::size_t client, std::size_t aim, bool first) {
  const std::string_view border = first ? " first" : "";
  if (cells.cells == 0) return fmt::format("<td class=\"none{}\"></td>", border);
  std::string title(cell_outcome_words(cells.worst));
  if (cells.worst == CellOutcome::coerced)
    title += fmt::format(", {}", severity_name(cells.severity));
  if (cells.cells > 1)
    title += fmt::format(" ({} of {} cases changed)", cells.changed, cells.cells);
  if (cells.unmeasured > 0) title += fmt::format("; {} not measured", cells.unmeasured);
  return fmt::format("<td class=\"{}{}\"><a href=\"#{}\" title=\"{}\">{}</a></td>",
                     page_class(cells.worst, cells.severity), border, PageAnchors::of(client, aim),
                     title, page_mark(cells.worst, cells.severity));
}

}  // namespace

std::string matrix_part(const Audit& audit, const AuditMatrix& matrix) {
  // A line where another client begins; its variants stand together.
  std::vector<bool> first;
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    first.push_back(i == 0 || audit.clients[i].name != audit.clients[i - 1].name);
  }
  std::string out =
      "<h2 id=\"matrix\">What each makes of each kind</h2>\n<p>Each square is the worst of a "
      "client’s "
      "cases of that kind; it leads to them.</p>\n" +
      legend() +
      "<div class=\"scroll tall\" role=\"region\" tabindex=\"0\" aria-labelledby=\"matrix\">"
      "<table class=\"grid\"><thead><tr><th scope=\"col\">kind that the case tempts to</th>";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    const AuditedClient& client = audit.clients[i];
    out += fmt::format("<th scope=\"col\"{}><a href=\"#{}\" title=\"{}\">{}{}</a></th>",
                       first[i] ? " class=\"first\"" : "", PageAnchors::of(i),
                       html_text(client.id()), html_text(client.name),
                       client.variant.empty() ? "" : "<i>/" + html_text(client.variant) + "</i>");
  }
  out += "</tr></thead>\n";
  std::string_view family;
  for (std::size_t aim = 0; aim < matrix.aims().size(); ++aim) {
    const std::string_view name = matrix.aims()[aim];
    const bool known = is_kind(name);
    const std::string_view here = family_name(known ? kind_info(name).group : '-');
    if (here != family) {
      if (aim > 0) out += "</tbody>";
      out += fmt::format("<tbody><tr class=\"family\"><th scope=\"rowgroup\">{}</th>", here);
      out += fmt::format("<td colspan=\"{}\"></td></tr>\n", audit.clients.size());
      family = here;
    }
    out += fmt::format("<tr><th scope=\"row\" title=\"{}\">{}</th>",
                       known ? html_text(kind_info(name).definition) : "",
                       name.empty() ? "(no kind)" : html_text(name));
    for (std::size_t i = 0; i < audit.clients.size(); ++i) {
      out += cell_html(matrix.at(aim, i), i, aim, first[i]);
    }
    out += "</tr>\n";
  }
  return out + (matrix.aims().empty() ? "" : "</tbody>") + "</table></div>\n";
}

}  // namespace tare
