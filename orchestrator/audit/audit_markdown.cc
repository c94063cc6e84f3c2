// For a pull request. Whatever came from a client or a model stands in <code> with every character
// that Markdown or HTML could read as its own spelled as a reference, so that no text can break a
// table, call on a person or become a link.
#include <fmt/format.h>

#include <algorithm>

#include "audit/audit_report.h"
#include "audit/audit_summary.h"
#include "audit/audit_words.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/finding_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxGrave = 10, kMaxText = 300, kMaxTold = 600, kMaxName = 120;
constexpr std::size_t kMaxFindings = 8, kMaxChanges = 200, kMaxReasons = 20;

// REQUIRES: escaped for a terminal, so that there is no line end in it.
std::string prose(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>|`*_[]~\\@:!#$\"'";
  std::string out;
  for (const char c : text) {
    // "www." begins a link by itself.
    const bool link = c == '.' && (out.ends_with("www") || out.ends_with("WWW"));
    if (link || kSpecial.find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string code(std::string_view bytes, std::size_t max_bytes) {
  return "<code>" + prose(shown_text(bytes, max_bytes)) + "</code>";
}

std::string side(const std::optional<std::string>& name,
                 const std::optional<std::string>& arguments) {
  if (!name && !arguments) return "nothing";
  std::string out = name ? code(*name, kMaxName) : "(no name)";
  if (arguments) out += arguments->empty() ? " no text" : " " + code(*arguments, kMaxText);
  return out;
}

std::string mark(CellOutcome outcome, Severity severity) {
  return fmt::format("`{}`", outcome_mark(outcome, severity));
}

std::string clients_table(const Audit& audit) {
  std::string out = "| | client | version |";
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    out += fmt::format(" {} |", cell_outcome_words(static_cast<CellOutcome>(i)));
  }
  out += " worst |\n| ---: | --- | --- |";
  for (std::size_t i = 0; i < kCellOutcomes; ++i) out += " ---: |";
  out += " --- |\n";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    const AuditedClient& client = audit.clients[i];
    const ClientCounts counts = counts_of(client);
    const std::string version = client.version();
    out += fmt::format("| {} | {} | {} |", i + 1, code(client.id(), kMaxName),
                       version.empty() ? "not told" : code(version, kMaxText));
    for (const std::uint32_t count : counts.by_outcome) {
      out += count == 0 ? " |" : fmt::format(" {} |", count_text(count));
    }
    out += fmt::format(" {} |\n", severity_name(counts.worst));
  }
  return out + "\n";
}

std::string legend() {
  std::string out;
  for (const MarkMeaning& meaning : mark_meanings()) {
    out += fmt::format("{}`{}` {}", out.empty() ? "" : " · ", meaning.marks, meaning.words);
  }
  return out + "\n\n";
}

std::string matrix_table(const Audit& audit) {
  const AuditMatrix matrix(audit);
  std::string out = "| kind |";
  std::string rule = "| --- |";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    out += fmt::format(" {} |", i + 1);
    rule += " :-: |";
  }
  out += "\n" + rule + "\n";
  std::string quiet;
  for (std::size_t aim = 0; aim < matrix.aims().size(); ++aim) {
    const std::string_view name = matrix.aims()[aim];
    const std::string shown = name.empty() ? "(no kind)" : code(name, kMaxName);
    if (matrix.quiet(aim)) {
      quiet += (quiet.empty() ? "" : ", ") + shown;
      continue;
    }
    out += "| " + shown + " |";
    for (std::size_t i = 0; i < audit.clients.size(); ++i) {
      const AimCells& cells = matrix.at(aim, i);
      out += cells.cells == 0 ? " |"
                              : fmt::format(" `{}` |", outcome_mark(cells.worst, cells.severity));
    }
    out += "\n";
  }
  out += "\nThe worst of each kind's cases. " + legend();
  if (!quiet.empty()) out += "Verbatim at every client: " + quiet + "\n\n";
  return out;
}

std::string gravest_list(const Audit& audit) {
  const std::vector<GraveCell> gravest = gravest_cells(audit, kMaxGrave);
  if (gravest.empty()) return "";
  std::string out = "### Gravest\n\n| case | client | what | model wrote | tool received |\n";
  out += "| --- | --- | --- | --- | --- |\n";
  for (const GraveCell& grave : gravest) {
    const AuditCell& cell = *grave.cell;
    auto call = std::ranges::find(cell.calls, cell.outcome, &CellCall::outcome);
    if (call == cell.calls.end()) call = cell.calls.begin();
    const bool any = call != cell.calls.end();
    std::string who = code(grave.client->id(), kMaxName);
    if (grave.alike > 0) who += fmt::format(" and {} more", grave.alike);
    out += fmt::format("| {} | {} | {} | {} | {} |\n", code(cell.case_id, kMaxName), who,
                       prose(cell_words(cell)),
                       any ? side(call->raw_name, call->raw_arguments) : "nothing",
                       any ? side(call->normalized_name, call->normalized_arguments) : "nothing");
  }
  return out + "\n";
}

std::string comparison_part(const AuditComparison& comparison) {
  std::string out = "### Since the earlier audit\n\n";
  for (const std::string& sentence : comparison_sentences(comparison)) {
    out += "* " + prose(sentence) + "\n";
  }
  for (const std::string& sentence : version_sentences(comparison)) {
    out += "* " + prose(sentence) + "\n";
  }
  out += "\n";
  if (comparison.changes.empty()) return out;
  out += "| | client | case | before | after |\n| --- | --- | --- | --- | --- |\n";
  const std::size_t shown = std::min(comparison.changes.size(), kMaxChanges);
  for (std::size_t i = 0; i < shown; ++i) {
    const CellChange& change = comparison.changes[i];
    const bool worse = change.way == CellChange::Way::worse;
    out += fmt::format("| {} | {} | {} | {} | {} |\n",
                       worse ? "**worse**" : std::string(way_word(change.way)),
                       code(change.client, kMaxName), code(change.after->case_id, kMaxName),
                       prose(cell_words(*change.before)), prose(cell_words(*change.after)));
  }
  if (comparison.changes.size() > shown) {
    out += "\nand " + counted(comparison.changes.size() - shown, "more change") + "\n";
  }
  return out + "\n";
}

std::string unmeasured_part(const Audit& audit) {
  const std::vector<Unmeasured> reasons = unmeasured_cells(audit);
  if (reasons.empty()) return "";
  std::string out = "### Not measured\n\n";
  const std::size_t shown = std::min(reasons.size(), kMaxReasons);
  for (std::size_t i = 0; i < shown; ++i) {
    const Unmeasured& reason = reasons[i];
    out += fmt::format("* {} of {}{}: {}\n", counted(reason.cells, "cell"),
                       code(reason.clients.front()->id(), kMaxName),
                       reason.clients.size() > 1
                           ? " and " + counted(reason.clients.size() - 1, "more client")
                           : "",
                       reason.why.empty() ? "no reason is known" : code(reason.why, kMaxTold));
  }
  if (reasons.size() > shown) {
    out += "* and " + counted(reasons.size() - shown, "more reason") + "\n";
  }
  return out + "\n";
}

std::string findings_html(const std::vector<Finding>& findings) {
  std::string out;
  const std::size_t shown = std::min(findings.size(), kMaxFindings);
  for (std::size_t i = 0; i < shown; ++i) out += "<br>" + prose(finding_sentence(findings[i]));
  if (findings.size() > shown) {
    out += "<br>and " + counted(findings.size() - shown, "more finding");
  }
  return out;
}

Severity worst_of(const std::vector<Finding>& findings) {
  const auto worst = std::ranges::max_element(findings, {}, &Finding::severity);
  return worst == findings.end() ? Severity::none : worst->severity;
}

std::string call_words(const CellCall& call) {
  const Severity severity = worst_of(call.findings);
  std::string out(cell_outcome_words(call.outcome));
  if (severity != Severity::none) out += fmt::format(", {}", severity_name(severity));
  return out;
}

// A row a call, each with its own outcome. What is true of the cell as a whole has a row of its
// own, but where the cell is one call and no worse.
std::string cell_rows(const AuditCell& cell) {
  const bool is_its_call = cell.calls.size() == 1 && cell.calls.front().outcome == cell.outcome;
  std::string said = prose(cell_words(cell));
  if (!cell.told.empty()) {
    said += fmt::format("<br>{}: {}", told_word(cell), code(cell.told, kMaxTold));
  }
  const std::string id = code(cell.case_id, kMaxName);
  std::string out;
  if (!is_its_call) {
    const std::string calls = cell.calls.empty() ? "no call" : counted(cell.calls.size(), "call");
    out = fmt::format("| {} | {} | {} | {} | |\n", mark(cell.outcome, cell.severity), id, said,
                      calls);
  }
  for (const CellCall& call : cell.calls) {
    out += fmt::format("| {} | {} | {}{} | {} | {} |\n",
                       mark(call.outcome, is_its_call ? cell.severity : worst_of(call.findings)),
                       is_its_call ? id : "", is_its_call ? said : prose(call_words(call)),
                       findings_html(call.findings), side(call.raw_name, call.raw_arguments),
                       side(call.normalized_name, call.normalized_arguments));
  }
  return out;
}

// Verbatim cells are named, and no more: both of their texts are that of the corpus.
std::string client_details(const AuditedClient& client, std::size_t number) {
  std::string rows, verbatim;
  for (const AuditCell& cell : client.cells) {
    if (cell.outcome == CellOutcome::verbatim && cell.kinds.empty()) {
      verbatim += (verbatim.empty() ? "" : ", ") + code(cell.case_id, kMaxName);
    } else {
      rows += cell_rows(cell);
    }
  }
  std::string out = fmt::format("<details><summary>{} {}: {}</summary>\n\n", number,
                                code(client.id(), kMaxName), counted(client.cells.size(), "case"));
  if (!rows.empty()) {
    out += "| | case | what | model wrote | tool received |\n| --- | --- | --- | --- | --- |\n";
    out += rows + "\n";
  }
  if (!verbatim.empty()) out += "Verbatim: " + verbatim + "\n\n";
  return out + "</details>\n";
}

}  // namespace

std::string audit_markdown(const Audit& audit, const AuditComparison* comparison) {
  std::string out = fmt::format("## Audit: {}\n\n", audit_size_text(audit));
  if (comparison != nullptr) out += comparison_part(*comparison);
  out += clients_table(audit) + matrix_table(audit) + gravest_list(audit) + unmeasured_part(audit);
  out += "### Every cell\n\n";
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    out += client_details(audit.clients[i], i + 1);
  }
  return out;
}

}  // namespace tare
