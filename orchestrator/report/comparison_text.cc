#include "report/comparison_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "report/changed_tools.h"
#include "report/comparison_words.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

using Group = ComparedFigure::Group;

constexpr std::size_t kMaxRows = 10;
constexpr std::size_t kValue = 9, kDifference = 14, kMoved = 9, kP = 8;

Ink ink_of(Direction change) {
  switch (change) {
    case Direction::better:
      return Ink::good;
    case Direction::worse:
      return Ink::bad;
    case Direction::cannot_tell:
      return Ink::dim;
  }
  return Ink::plain;
}

std::size_t name_columns(const TerminalStyle& style) {
  const std::size_t rest = 2 + 2 * kValue + kDifference + kMoved + kP + 13;
  return std::clamp<std::size_t>(style.width > rest ? style.width - rest : 0, 28, 44);
}

std::string table(std::string_view title, const std::vector<const ComparedFigure*>& rows,
                  const TerminalStyle& style) {
  if (rows.empty()) return "";
  const std::size_t columns = name_columns(style);
  const std::string head = pad_left("base", kValue) + pad_left("new", kValue) +
                           pad_left("difference", kDifference) + pad_left("cases", kMoved) +
                           pad_left("p", kP);
  std::string out = heading(pad_right(std::string(title), columns + 2), style) +
                    paint(style.color, Ink::dim, head) + "\n";
  const std::size_t shown =
      style.verbose || title == "Figures" ? rows.size() : std::min(rows.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ComparedFigure& row = *rows[i];
    out += "  " + pad_right(fit(figure_name(row), columns), columns) +
           pad_left(base_text(row), kValue) + pad_left(now_text(row), kValue) +
           pad_left(difference_text(row), kDifference) + pad_left(moved_text(row), kMoved) +
           pad_left(p_text(row.corrected, row.cases > 0), kP) + "  " +
           paint(style.color, ink_of(row.change), change_text(row.change)) + "\n";
  }
  if (rows.size() > shown) out += "  and " + counted(rows.size() - shown, "more row") + "\n";
  return out;
}

std::string differences(std::string_view title, const std::vector<Difference>& list,
                        const TerminalStyle& style) {
  std::string out;
  for (const Difference& difference : list) {
    out += paragraph(out.empty() ? title : "", difference_sentence(difference), style);
  }
  return out;
}

std::string some_ids(const std::vector<std::string>& ids) {
  std::string out;
  const std::size_t shown = std::min<std::size_t>(ids.size(), 3);
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : ", ") + shown_text(ids[i], 60);
  if (ids.size() > shown) out += " and " + count_text(ids.size() - shown) + " more";
  return out;
}

std::string partners(const Comparison& comparison, const TerminalStyle& style) {
  std::string out;
  const auto say = [&](std::string_view which, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    out += paragraph(
        out.empty() ? "Cases" : "",
        counted(ids.size(), "case") + " only in " + std::string(which) + ": " + some_ids(ids),
        style);
  };
  say("the first run", comparison.only_base);
  say("the second run", comparison.only_now);
  return out;
}

std::string changed_cases(std::string_view title, const std::vector<ChangedCase>& cases, Ink ink,
                          const TerminalStyle& style) {
  if (cases.empty()) return "";
  std::string out = paint(style.color, ink, title) + " (" + count_text(cases.size()) + ")\n";
  const std::size_t shown = style.verbose ? cases.size() : std::min(cases.size(), kMaxRows);
  const std::size_t columns = std::clamp<std::size_t>(style.width - 28, 20, 60);
  for (std::size_t i = 0; i < shown; ++i) {
    out += "  " + pad_right(fit(escape_for_terminal(cases[i].id), columns), columns) + "  " +
           count_change(cases[i]) + "\n";
  }
  if (cases.size() > shown) out += "  and " + counted(cases.size() - shown, "more case") + "\n";
  return out;
}

std::string closing(const Comparison& comparison, const TerminalStyle& style) {
  const int code = exit_code_of(comparison);
  std::string text = rate_sentence(comparison);
  if (comparison.experiment && !comparison.experiment->passed) {
    text = "the experiment failed; " + text;
  } else if (comparison.change == Direction::worse &&
             comparison.figures.front().change != Direction::worse) {
    text = "worse in a figure, a tool or a tag; " + text;
  }
  text += fmt::format(" (exit code {})", code);
  const std::string word = change_text(comparison.change);
  std::string out;
  for (const std::string& line : wrap(text, style.width - 14)) {
    out += out.empty() ? paint(style.color, ink_of(comparison.change), pad_right(word, 12))
                       : std::string(12, ' ');
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const TerminalStyle& given) {
  TerminalStyle style = given;
  style.width = std::clamp<std::uint32_t>(style.width, kMinWidth, kMaxWidth);
  std::string out = paragraph("Base", shown_text(comparison.base_name, 300), style);
  out += paragraph("New", shown_text(comparison.now_name, 300), style);
  if (comparison.dataset_changed) {
    out += paint(style.color, Ink::bad, "The cases are not the same") +
           ": figures are over other questions\n";
  }
  if (!comparison.thresholds.empty()) {
    out += paint(style.color, Ink::bad, "The thresholds are not the same") + "\n";
  }
  out += partners(comparison, style);
  out += differences("Thresholds", comparison.thresholds, style);
  out += comparison.identity.empty() ? paragraph("Identity", "the same", style)
                                     : differences("Identity", comparison.identity, style);
  out += differences("Circumstance", comparison.circumstance, style);

  const auto section = [&](const std::string& text) {
    if (!text.empty()) out += "\n" + text;
  };
  std::vector<const ComparedFigure*> figures = rows_of(comparison, Group::figure);
  figures.insert(figures.begin(), &comparison.figures.front());
  section(table("Figures", figures, style));
  section(table("Tools", rows_of(comparison, Group::tool), style));
  section(table("Tags", rows_of(comparison, Group::tag), style));
  section(table("Confusions", rows_of(comparison, Group::confusion), style));
  section(table("Coercions", rows_of(comparison, Group::coercion), style));
  section(changed_cases("Newly failing", comparison.newly_failing, Ink::bad, style));
  section(changed_cases("Newly passing", comparison.newly_passing, Ink::good, style));
  if (comparison.tools) section(changed_tools_text(*comparison.tools, style));
  if (comparison.experiment) {
    section(paragraph("Experiment", experiment_sentence(*comparison.experiment), style));
  }
  section(paragraph("Power", power_sentence(comparison), style));
  return out + closing(comparison, style);
}

std::string baseline_text(const RunSummary& summary, const TerminalStyle& style) {
  if (!summary.baseline) return "";
  const BaselineSummary& base = *summary.baseline;
  std::string first = fmt::format("{}: {}; pass rate {} -> {}, p {}", shown_text(base.name, 120),
                                  change_text(base.change), percent_text(base.base_rate),
                                  percent_text(base.rate), p_text(base.p, base.cases > 0));
  if (!base.differing.empty()) {
    first += "; other ";
    for (std::size_t i = 0; i < base.differing.size(); ++i) {
      first += (i == 0 ? "" : ", ") + base.differing[i];
    }
  }
  std::string second = fmt::format("{} newly failing", counted(base.newly_failing, "case"));
  if (!base.failing.empty()) second += " (" + some_ids(base.failing) + ")";
  second += fmt::format(", {} newly passing; of {} paired cases ", count_text(base.newly_passing),
                        count_text(base.cases));
  second += base.smallest_drop ? "a drop of " + points_text(*base.smallest_drop).substr(1) +
                                     " could have been told"
                               : "no drop can be told from noise";
  return paragraph("Baseline", first, style) + paragraph("", second, style);
}

}  // namespace tare
