#include "audit/terminal_tables.h"

#include <algorithm>

#include "audit/audit_words.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

constexpr std::size_t kMaxId = 200, kMaxVersion = 400;
constexpr std::size_t kNumber = 7, kMinId = 14, kMaxIdColumns = 44, kWorst = 10;
constexpr std::size_t kMaxAimColumns = 24;

Ink ink_of(CellOutcome outcome, Severity severity) {
  switch (outcome) {
    case CellOutcome::verbatim:
    case CellOutcome::respelled:
      return Ink::dim;
    case CellOutcome::coerced:
      return severity >= Severity::high ? Ink::bad : Ink::doubt;
    case CellOutcome::error_to_model:
    case CellOutcome::asked_again:
      return Ink::plain;
    case CellOutcome::error_to_caller:
      return Ink::doubt;
    case CellOutcome::dropped:
    case CellOutcome::died:
      return Ink::bad;
    case CellOutcome::not_measured:
      return Ink::strong;
  }
  return Ink::plain;
}

std::string column_head(CellOutcome outcome) {
  if (outcome == CellOutcome::coerced) return "1-4";
  return {outcome_mark(outcome, Severity::none)};
}

struct Columns {
  std::size_t id = 0;  // 0: ids stand on lines of their own
  std::size_t figure = 0;
};

Columns columns_for(const Audit& audit, std::size_t figures,
                    const std::vector<ClientCounts>& counts, std::size_t width) {
  Columns out;
  std::size_t digits = 3, longest = kMinId;
  for (const ClientCounts& of_client : counts) {
    for (const std::uint32_t count : of_client.by_outcome) {
      digits = std::max(digits, count_text(count).size());
    }
  }
  for (const AuditedClient& client : audit.clients) {
    longest = std::max(longest, text_columns(shown_text(client.id(), kMaxId)));
  }
  // Figures move together before an id is cut.
  for (const std::size_t gap : {2, 1}) {
    out.figure = digits + gap;
    const std::size_t taken = kNumber + figures * out.figure + kWorst;
    const std::size_t room = width > taken ? width - taken : 0;
    if (room >= kMinId) out.id = std::min({longest, kMaxIdColumns, room});
    if (out.id == longest || out.id >= kMaxIdColumns / 2) break;
  }
  return out;
}

std::string figures_text(const ClientCounts& counts, const std::vector<CellOutcome>& outcomes,
                         std::size_t columns, const TerminalStyle& style) {
  std::string out;
  for (const CellOutcome outcome : outcomes) {
    const std::uint32_t count = counts.by_outcome[static_cast<std::size_t>(outcome)];
    out += pad_left(count == 0 ? "-" : count_text(count), columns);
  }
  Ink ink = Ink::dim;
  if (counts.worst >= Severity::high) {
    ink = Ink::bad;
  } else if (counts.worst >= Severity::low) {
    ink = Ink::doubt;
  }
  return out + "  " + paint(style.color, ink, severity_name(counts.worst));
}

// The numbers of the columns, one digit above the other.
std::string numbers_text(std::size_t begin, std::size_t end, std::size_t indent,
                         const TerminalStyle& style) {
  const std::size_t digits = std::to_string(end).size();
  std::string out;
  for (std::size_t row = 0; row < digits; ++row) {
    std::string line(indent, ' ');
    for (std::size_t client = begin; client < end; ++client) {
      line += ' ';
      line += pad_left(std::to_string(client + 1), digits)[row];
    }
    out += paint(style.color, Ink::dim, line) + "\n";
  }
  return out;
}

std::string aim_text(std::string_view aim) {
  return aim.empty() ? "(no kind)" : shown_text(aim, kMaxId);
}

}  // namespace

std::vector<CellOutcome> outcomes_in(const std::vector<ClientCounts>& counts) {
  std::vector<CellOutcome> out;
  for (std::size_t i = 0; i < kCellOutcomes; ++i) {
    const bool any = std::ranges::any_of(
        counts, [&](const ClientCounts& of_client) { return of_client.by_outcome[i] > 0; });
    if (any) out.push_back(static_cast<CellOutcome>(i));
  }
  return out;
}

std::string clients_text(const Audit& audit, const std::vector<CellOutcome>& outcomes,
                         const std::vector<ClientCounts>& counts, const TerminalStyle& style) {
  const Columns columns = columns_for(audit, outcomes.size(), counts, style.width);
  std::string head;
  for (const CellOutcome outcome : outcomes) head += pad_left(column_head(outcome), columns.figure);
  std::string out = heading(pad_right("Clients", kNumber + columns.id), style) +
                    paint(style.color, Ink::dim, head + "  worst") + "\n";
  std::string above;
  for (std::size_t i = 0; i < audit.clients.size(); ++i) {
    const AuditedClient& client = audit.clients[i];
    const std::string version = shown_text(client.version(), kMaxVersion);
    const std::string title = client.name + '\n' + version;
    if (title != above && !version.empty()) {
      for (const std::string& line : wrap(version, style.width - 2)) {
        out += "  " + paint(style.color, Ink::dim, line) + "\n";
      }
    }
    above = title;
    const std::string id = shown_text(client.id(), kMaxId);
    out += pad_left(std::to_string(i + 1), kNumber - 2) + "  ";
    if (columns.id > 0) {
      out += pad_right(fit(id, columns.id), columns.id);
    } else {
      out += fit(id, style.width - kNumber) + "\n" + std::string(kNumber, ' ');
    }
    out += figures_text(counts[i], outcomes, columns.figure, style) + "\n";
  }
  return out;
}

std::string matrix_text(const Audit& audit, const TerminalStyle& style) {
  const AuditMatrix matrix(audit);
  std::vector<std::size_t> rows, quiet;
  std::size_t name = 8;
  for (std::size_t aim = 0; aim < matrix.aims().size(); ++aim) {
    (!style.verbose && matrix.quiet(aim) ? quiet : rows).push_back(aim);
  }
  for (const std::size_t aim : rows)
    name = std::max(name, text_columns(aim_text(matrix.aims()[aim])));
  name = std::min(name, kMaxAimColumns);
  const std::size_t indent = 2 + name + 1;
  const std::size_t block = std::max<std::size_t>((style.width - indent) / 2, 1);
  std::string out = heading("What each makes of each kind", style) +
                    paint(style.color, Ink::dim, "  the worst of its cases") + "\n";
  for (std::size_t begin = 0; !rows.empty() && begin < audit.clients.size(); begin += block) {
    const std::size_t end = std::min(begin + block, audit.clients.size());
    if (begin > 0) out += "\n";
    out += numbers_text(begin, end, indent, style);
    for (const std::size_t aim : rows) {
      out += "  " + pad_right(fit(aim_text(matrix.aims()[aim]), name), name + 1);
      std::string line;
      for (std::size_t client = begin; client < end; ++client) {
        const AimCells& cells = matrix.at(aim, client);
        const char mark = cells.cells == 0 ? ' ' : outcome_mark(cells.worst, cells.severity);
        line += ' ';
        line += paint(style.color, ink_of(cells.worst, cells.severity), std::string(1, mark));
      }
      out += line + "\n";
    }
  }
  if (quiet.empty()) return out;
  std::string names;
  for (const std::size_t aim : quiet) {
    names += (names.empty() ? "" : ", ") + aim_text(matrix.aims()[aim]);
  }
  for (const std::string& line : wrap("verbatim at every client: " + names, style.width - 2)) {
    out += "  " + line + "\n";
  }
  return out;
}

std::string legend_text(const std::vector<CellOutcome>& outcomes, const TerminalStyle& style) {
  std::string out;
  for (const CellOutcome outcome : outcomes) {
    const MarkMeaning& meaning = mark_meanings()[static_cast<std::size_t>(outcome)];
    bool first = true;
    for (const std::string& line : wrap(meaning.words, style.width - 11)) {
      out += "  " + pad_right(first ? std::string(meaning.marks) : "", 9) + line + "\n";
      first = false;
    }
  }
  return out;
}

}  // namespace tare
