// A client's cases, in the rows' order: quiet kinds on a line each, for their two texts are one;
// the others as cards with what the model wrote beside what the tool received.
#include <fmt/format.h>

#include <algorithm>

#include "audit/audit_words.h"
#include "audit/page_parts.h"
#include "audit/page_text.h"
#include "diff/kind.h"
#include "report/changed_bytes.h"
#include "report/figure_text.h"
#include "report/finding_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxText = 1200, kMaxSameText = 240, kMaxTold = 4000, kMaxName = 160;
constexpr std::size_t kMaxFindings = 24, kMaxCalls = 24;

std::string side_html(std::string_view label, std::string_view css,
                      const std::optional<std::string>& name,
                      const std::optional<std::string>& arguments, std::string_view instead,
                      const std::vector<ByteRange>& changed, bool name_changed) {
  std::string out = fmt::format("<div class=\"side {}\"><h6>{}</h6><pre>", css, label);
  if (!name && !arguments) {
    return out + fmt::format("<span class=\"none\">{}</span></pre></div>", instead);
  }
  const std::string tool = name ? html_text(*name, kMaxName) : "(no name)";
  out += fmt::format("<b>{}</b> ", name_changed ? "<mark>" + tool + "</mark>" : tool);
  if (!arguments || arguments->empty()) {
    out += fmt::format("<span class=\"none\">{}</span>", arguments ? "no text" : "not on record");
  } else {
    out += html_marked(*arguments, changed, kMaxText);
  }
  return out + "</pre></div>";
}

std::string findings_html(const std::vector<Finding>& findings) {
  if (findings.empty()) return "";
  std::string out = "<ul class=\"findings\">";
  const std::size_t shown = std::min(findings.size(), kMaxFindings);
  for (std::size_t i = 0; i < shown; ++i) {
    out += "<li>" + html_text(finding_sentence(findings[i]), 2000) + "</li>";
  }
  if (findings.size() > shown) {
    out += "<li>and " + counted(findings.size() - shown, "more finding") + "</li>";
  }
  return out + "</ul>";
}

std::string case_card(const AuditCell& cell) {
  std::string out = fmt::format("<article><h5>{}</h5><p class=\"how\">{}", html_text(cell.case_id),
                                outcome_chip(cell.outcome, cell.severity));
  if (cell.severity != Severity::none && cell.outcome != CellOutcome::coerced) {
    out += fmt::format(" <span>{}</span>", severity_name(cell.severity));
  }
  if (cell.effect != Effect::neutral)
    out += fmt::format(" <span>{}</span>", effect_name(cell.effect));
  if (!cell.finished.empty()) {
    out += fmt::format(" <span>finished: {}</span>", html_text(cell.finished));
  }
  if (cell.model_requests != 1) {
    out +=
        fmt::format(" <span>{}</span>", counted(cell.model_requests, "request") + " to the model");
  }
  out += "</p>";
  const std::size_t shown = std::min(cell.calls.size(), kMaxCalls);
  for (std::size_t i = 0; i < shown; ++i) {
    if (cell.calls.size() > 1) {
      out += fmt::format("<p class=\"nth\">call {} of {}: {}</p>", i + 1, cell.calls.size(),
                         cell_outcome_words(cell.calls[i].outcome));
    }
    out += call_texts(cell.calls[i]) + findings_html(cell.calls[i].findings);
  }
  if (cell.calls.size() > shown) {
    out += "<p>and " + counted(cell.calls.size() - shown, "more call") + "</p>";
  }
  if (cell.calls.empty()) out += "<p class=\"none\">no call</p>";
  if (!cell.told.empty()) {
    out += fmt::format("<div class=\"told\"><h6>{}</h6><pre>{}</pre></div>", told_word(cell),
                       html_lines(cell.told, kMaxTold));
  }
  return out + "</article>";
}

// Nothing to open: what the model wrote is what the tool received.
std::string same_line(const AuditCell& cell) {
  std::string out = fmt::format("<li><b>{}</b>", html_text(cell.case_id));
  const std::size_t shown = std::min(cell.calls.size(), kMaxCalls);
  for (std::size_t i = 0; i < shown; ++i) {
    const CellCall& call = cell.calls[i];
    out += fmt::format(" <code>{} {}</code>", html_text(call.raw_name.value_or(""), kMaxName),
                       html_marked(call.raw_arguments.value_or(""), {}, kMaxSameText));
  }
  if (cell.calls.size() > shown) {
    out += " and " + counted(cell.calls.size() - shown, "more call");
  }
  if (cell.calls.empty()) out += " <span class=\"none\">no call</span>";
  return out + "</li>";
}

bool is_same(const AuditCell& cell) {
  return cell.outcome == CellOutcome::verbatim && cell.kinds.empty() && cell.told.empty();
}

std::string aim_part(const std::vector<const AuditCell*>& cells, std::string_view aim,
                     std::string_view anchor) {
  std::string out = fmt::format("<section class=\"aim\" id=\"{}\"><h4>{}</h4>", anchor,
                                aim.empty() ? "(no kind)" : html_text(aim));
  std::string same, cards;
  for (const AuditCell* cell : cells)
    (is_same(*cell) ? same : cards) += is_same(*cell) ? same_line(*cell) : case_card(*cell);
  if (!cards.empty() && is_kind(aim)) {
    out += fmt::format("<p class=\"what\">{}</p>", html_text(kind_info(aim).definition));
  }
  out += cards;
  if (!same.empty()) {
    out += fmt::format("<p class=\"how\">{}</p><ul class=\"same\">{}</ul>",
                       outcome_chip(CellOutcome::verbatim, Severity::none), same);
  }
  return out + "</section>";
}

}  // namespace

std::string call_texts(const CellCall& call) {
  ChangedBytes changed;
  if (call.raw_arguments && call.normalized_arguments) {
    changed = changed_bytes(*call.raw_arguments, *call.normalized_arguments);
  }
  const bool renamed =
      call.raw_name && call.normalized_name && call.raw_name != call.normalized_name;
  return "<div class=\"sides\">" +
         side_html("model wrote", "raw", call.raw_name, call.raw_arguments,
                   "nothing: this call is the client's own", changed.raw, renamed) +
         side_html("tool received", "got", call.normalized_name, call.normalized_arguments,
                   "nothing: no tool got it", changed.normalized, renamed) +
         "</div>";
}

std::string client_section(const AuditedClient& client, std::size_t number,
                           const AuditMatrix& matrix) {
  const ClientCounts counts = counts_of(client);
  const std::string version = client.version();
  std::string out = fmt::format(
      "<details class=\"client\" id=\"{}\"><summary><h3>{}</h3>{}<span class=\"version\">{}</span>"
      "</summary>",
      PageAnchors::of(number), html_text(client.id()), outcome_bar(counts),
      version.empty() ? "version not told" : html_text(version));
  std::vector<std::vector<const AuditCell*>> by_aim(matrix.aims().size());
  for (const AuditCell& cell : client.cells) by_aim[matrix.row_of(cell.aim)].push_back(&cell);
  for (std::size_t aim = 0; aim < by_aim.size(); ++aim) {
    if (by_aim[aim].empty()) continue;
    out += aim_part(by_aim[aim], matrix.aims()[aim], PageAnchors::of(number, aim));
  }
  return out + "<p class=\"back\"><a href=\"#matrix\">to the matrix</a></p></details>\n";
}

}  // namespace tare
