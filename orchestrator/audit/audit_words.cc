#include "audit/audit_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "report/display_text.h"
#include "report/figure_text.h"

namespace tare {
namespace {

constexpr std::array<MarkMeaning, kCellOutcomes> kMeanings = {{
    {".", "verbatim: the tool got what the model wrote"},
    {"~", "respelled: the same values, written otherwise"},
    {"1 2 3 4", "coerced: other values, another tool or other calls; low, medium, high, critical"},
    {"e", "error to the model: no tool got it, and the model was told"},
    {"a", "asked again: no tool got it, and the model was asked once more without a word of it"},
    {"E", "error to the caller: no tool got it, and the client's user gets an error"},
    {"D", "dropped without a word: no tool got it, and nobody was told"},
    {"X", "the process died over it"},
    {"?", "not measured"},
}};

constexpr std::size_t kMaxName = 80, kMaxShownKinds = 8;

}  // namespace

char outcome_mark(CellOutcome outcome, Severity severity) {
  switch (outcome) {
    case CellOutcome::verbatim:
      return '.';
    case CellOutcome::respelled:
      return '~';
    case CellOutcome::coerced:
      switch (severity) {
        case Severity::none:
        case Severity::info:
        case Severity::low:
          return '1';
        case Severity::medium:
          return '2';
        case Severity::high:
          return '3';
        case Severity::critical:
          return '4';
      }
      return '4';
    case CellOutcome::error_to_model:
      return 'e';
    case CellOutcome::asked_again:
      return 'a';
    case CellOutcome::error_to_caller:
      return 'E';
    case CellOutcome::dropped:
      return 'D';
    case CellOutcome::died:
      return 'X';
    case CellOutcome::not_measured:
      return '?';
  }
  return '?';
}

const std::array<MarkMeaning, kCellOutcomes>& mark_meanings() { return kMeanings; }

std::string kinds_text(const std::vector<std::string>& kinds) {
  std::string out;
  const std::size_t shown = std::min(kinds.size(), kMaxShownKinds);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += ", ";
    out += shown_text(kinds[i], kMaxName);
  }
  if (kinds.size() > shown) out += fmt::format(" and {} more", kinds.size() - shown);
  return out;
}

std::string cell_words(const AuditCell& cell) {
  std::string out(cell_outcome_words(cell.outcome));
  if (cell.severity != Severity::none) out += fmt::format(", {}", severity_name(cell.severity));
  if (!cell.kinds.empty()) out += ": " + kinds_text(cell.kinds);
  return out;
}

std::string_view told_word(const AuditCell& cell) {
  if (cell.outcome == CellOutcome::not_measured) return "why";
  return cell.outcome == CellOutcome::died ? "it ended with" : "client said";
}

std::string_view way_word(CellChange::Way way) {
  switch (way) {
    case CellChange::Way::worse:
      return "worse";
    case CellChange::Way::better:
      return "better";
    case CellChange::Way::other:
      return "other";
  }
  return "other";
}

std::vector<std::string> comparison_sentences(const AuditComparison& comparison) {
  std::array<std::size_t, 3> ways{};
  for (const CellChange& change : comparison.changes) ++ways[static_cast<std::size_t>(change.way)];
  std::vector<std::string> out;
  const std::string of = counted(comparison.cells_compared, "cell") + " in both audits";
  if (comparison.changes.empty()) {
    out.push_back("none changed, of " + of);
  } else {
    out.push_back(fmt::format("{} worse, {} better, {} otherwise changed, of {}",
                              count_text(ways[0]), count_text(ways[1]), count_text(ways[2]), of));
  }
  if (!comparison.same_corpus) {
    out.emplace_back("the corpus is another one: a cell may differ because its case does");
  }
  if (comparison.cells_only_before > 0) {
    out.push_back(counted(comparison.cells_only_before, "cell") + " of the earlier audit only");
  }
  if (comparison.cells_only_after > 0) {
    out.push_back(counted(comparison.cells_only_after, "cell") + " of this audit only");
  }
  const auto name = [&](const std::vector<std::string>& clients, std::string_view where) {
    if (clients.empty()) return;
    std::string text = fmt::format("in {} audit only: ", where);
    for (std::size_t i = 0; i < clients.size(); ++i) {
      if (i > 0) text += ", ";
      text += shown_text(clients[i], kMaxName);
    }
    out.push_back(std::move(text));
  };
  name(comparison.only_before, "the earlier");
  name(comparison.only_after, "this");
  return out;
}

std::vector<std::string> version_sentences(const AuditComparison& comparison) {
  struct Group {
    std::string_view versions, first;
    std::size_t clients;
  };
  std::vector<Group> groups;
  std::unordered_map<std::string_view, std::size_t> by_versions;
  for (const auto& [client, versions] : comparison.versions) {
    const auto [place, is_new] = by_versions.try_emplace(versions, groups.size());
    if (is_new) groups.push_back({versions, client, 0});
    ++groups[place->second].clients;
  }
  std::vector<std::string> out;
  for (const Group& group : groups) {
    std::string who = shown_text(group.first, kMaxName);
    if (group.clients > 1) who += fmt::format(" and {} more", group.clients - 1);
    out.push_back(fmt::format("{} ({})", shown_text(group.versions, 4 * kMaxName), who));
  }
  return out;
}

std::string audit_size_text(const Audit& audit) {
  std::size_t fewest = 0, most = 0;
  for (const AuditedClient& client : audit.clients) {
    const std::size_t cells = client.cells.size();
    fewest = &client == &audit.clients.front() ? cells : std::min(fewest, cells);
    most = std::max(most, cells);
  }
  std::string out = counted(audit.clients.size(), "client") + ", ";
  if (fewest != most) return out + fmt::format("{} to {} each", fewest, counted(most, "case"));
  return out + counted(most, "case") + (audit.clients.size() == 1 ? "" : " each");
}

}  // namespace tare
