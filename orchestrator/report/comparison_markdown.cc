#include <fmt/format.h>

#include <algorithm>

#include "report/changed_tools.h"
#include "report/comparison_text.h"
#include "report/comparison_words.h"
#include "report/figure_text.h"
#include "report/markdown.h"

namespace tare {
namespace {

using Group = ComparedFigure::Group;

constexpr std::size_t kMaxRows = 50;

std::string table(std::string_view title, const std::vector<const ComparedFigure*>& rows) {
  if (rows.empty()) return "";
  std::string out = fmt::format("\n### {}\n\n", title);
  out += "| | base | new | difference | cases | p | |\n";
  out += "| --- | ---: | ---: | ---: | ---: | ---: | --- |\n";
  const std::size_t shown = std::min(rows.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ComparedFigure& row = *rows[i];
    std::string p = p_text(row.corrected, row.cases > 0);
    out += markdown_line({markdown_cell(row.name + (row.view == "raw" ? ", model" : "")),
                          base_text(row), now_text(row), difference_text(row), moved_text(row),
                          markdown_cell(p), change_text(row.change)});
  }
  if (rows.size() > shown) out += fmt::format("\nand {} more\n", rows.size() - shown);
  return out;
}

std::string differences(std::string_view title, const std::vector<Difference>& list) {
  if (list.empty()) return "";
  std::string out = fmt::format("\n### {}\n\n", title);
  for (const Difference& difference : list) {
    out += "* " + markdown_cell(difference_sentence(difference)) + "\n";
  }
  return out;
}

std::string cases(std::string_view title, const std::vector<ChangedCase>& list) {
  if (list.empty()) return "";
  std::string out = fmt::format("\n### {} ({})\n\n", title, list.size());
  const std::size_t shown = std::min(list.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) {
    out += fmt::format("* {}: {}\n", markdown_cell(list[i].id), count_change(list[i]));
  }
  if (list.size() > shown) out += fmt::format("* and {} more\n", list.size() - shown);
  return out;
}

}  // namespace

std::string comparison_markdown(const Comparison& comparison) {
  std::string out =
      fmt::format("## {}\n\n{} against {}: {}.\n", change_text(comparison.change),
                  markdown_cell(comparison.now_name), markdown_cell(comparison.base_name),
                  markdown_cell(rate_sentence(comparison)));
  out += "\n" + markdown_cell(power_sentence(comparison)) + ".\n";
  if (comparison.dataset_changed) out += "\n**The cases are not the same.**\n";
  if (!comparison.only_base.empty() || !comparison.only_now.empty()) {
    out += fmt::format("\n{} only in the first run, {} only in the second.\n",
                       counted(comparison.only_base.size(), "case"),
                       count_text(comparison.only_now.size()));
  }
  out += differences("Thresholds", comparison.thresholds);
  out += differences("Identity", comparison.identity);
  out += differences("Circumstance", comparison.circumstance);
  if (comparison.experiment) {
    out +=
        "\n### Experiment\n\n" + markdown_cell(experiment_sentence(*comparison.experiment)) + "\n";
  }
  std::vector<const ComparedFigure*> figures = rows_of(comparison, Group::figure);
  figures.insert(figures.begin(), &comparison.figures.front());
  out += table("Figures", figures);
  out += table("Tools", rows_of(comparison, Group::tool));
  out += table("Tags", rows_of(comparison, Group::tag));
  out += table("Confusions", rows_of(comparison, Group::confusion));
  out += table("Coercions", rows_of(comparison, Group::coercion));
  out += cases("Newly failing", comparison.newly_failing);
  out += cases("Newly passing", comparison.newly_passing);
  return comparison.tools ? out + changed_tools_markdown(*comparison.tools) : out;
}

}  // namespace tare
