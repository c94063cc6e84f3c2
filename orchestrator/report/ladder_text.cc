#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/ladder.h"
#include "report/markdown.h"
#include "report/paragraph.h"

namespace tare {
namespace {

using Suspect = Ladder::Suspect;

constexpr std::size_t kMaxRows = 20, kMaxMarkdownRows = 200;

std::string suspect_text(Suspect suspect) {
  switch (suspect) {
    case Suspect::none:
      return "-";
    case Suspect::case_or_product:
      return "case or product";
    case Suspect::description_or_output:
      return "tool's description or output";
    case Suspect::unknown:
      return "not known: no verdict on the strongest";
  }
  return "";
}

std::string name_of(const std::string& variant) { return variant.empty() ? "-" : variant; }

std::string count_of(const Count& count) {
  return count.of == 0 ? "-" : fmt::format("{} of {}", count.right, count.of);
}

std::string summary(const Ladder& ladder) {
  std::array<std::uint64_t, 4> counts = {};
  for (const Ladder::Case& one : ladder.cases()) {
    ++counts[static_cast<std::size_t>(ladder.suspect_of(one))];
  }
  const auto count = [&](Suspect suspect) {
    return count_text(counts[static_cast<std::size_t>(suspect)]);
  };
  std::string order;
  for (const std::size_t rung : ladder.rungs()) {
    order += (order.empty() ? "" : " > ") + name_of(ladder.variant(rung));
  }
  std::string out = fmt::format(
      "{}: of {}, {} pass on all; {} fail on the strongest (case or product); {} pass there and "
      "fail below (tool's description or output)",
      order, counted(ladder.cases().size(), "case"), count(Suspect::none),
      count(Suspect::case_or_product), count(Suspect::description_or_output));
  if (counts[static_cast<std::size_t>(Suspect::unknown)] > 0) {
    out += fmt::format("; {} without a verdict on the strongest", count(Suspect::unknown));
  }
  return out;
}

std::vector<const Ladder::Case*> suspects(const Ladder& ladder) {
  std::vector<const Ladder::Case*> out;
  for (const Ladder::Case& one : ladder.cases()) {
    if (ladder.suspect_of(one) != Suspect::none) out.push_back(&one);
  }
  std::ranges::stable_sort(
      out, {}, [&](const Ladder::Case* one) { return static_cast<int>(ladder.suspect_of(*one)); });
  return out;
}

}  // namespace

std::string ladder_text(const Ladder& ladder, const TerminalStyle& style) {
  if (!ladder.any()) return "";
  std::string out = "\n" + paragraph("Ladder", escape_for_terminal(summary(ladder)), style);
  const std::vector<const Ladder::Case*> list = suspects(ladder);
  if (list.empty()) return out;
  std::vector<std::vector<std::string>> lines = {{"Suspects"}};
  for (const std::size_t rung : ladder.rungs()) {
    lines[0].push_back(fit(escape_for_terminal(name_of(ladder.variant(rung))), 20));
  }
  lines[0].push_back("suspect");
  const std::size_t shown = style.verbose ? list.size() : std::min(list.size(), kMaxRows);
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string>& line = lines.emplace_back();
    line.push_back("  " + fit(escape_for_terminal(list[i]->id), 40));
    for (const std::size_t rung : ladder.rungs()) {
      line.push_back(count_of(Ladder::passed_on(*list[i], rung)));
    }
    line.push_back(suspect_text(ladder.suspect_of(*list[i])));
  }
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], text_columns(line[i]));
    }
  }
  for (std::size_t l = 0; l < lines.size(); ++l) {
    std::string line;
    for (std::size_t i = 0; i < lines[l].size(); ++i) {
      const bool words = i == 0 || i + 1 == lines[l].size();
      line += i == 0 ? "" : "  ";
      line += i + 1 == lines[l].size() ? lines[l][i]
              : words                  ? pad_right(lines[l][i], widths[i])
                                       : pad_left(lines[l][i], widths[i]);
    }
    out += paint(style.color, l == 0 ? Ink::strong : Ink::plain, line) + "\n";
  }
  if (list.size() > shown) out += "  and " + counted(list.size() - shown, "more case") + "\n";
  return out;
}

std::string ladder_markdown(const Ladder& ladder) {
  if (!ladder.any()) return "";
  std::string out = "\n" + markdown_cell(summary(ladder)) + ".\n";
  const std::vector<const Ladder::Case*> list = suspects(ladder);
  if (list.empty()) return out;
  std::vector<std::string> head = {"case"};
  std::vector<std::string> rule = {"---"};
  for (const std::size_t rung : ladder.rungs()) {
    head.push_back(markdown_cell(name_of(ladder.variant(rung))));
    rule.emplace_back("---:");
  }
  head.emplace_back("suspect");
  rule.emplace_back("---");
  out += "\n" + markdown_line(head) + markdown_line(rule);
  const std::size_t shown = std::min(list.size(), kMaxMarkdownRows);
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> line = {markdown_cell(list[i]->id)};
    for (const std::size_t rung : ladder.rungs()) {
      line.push_back(count_of(Ladder::passed_on(*list[i], rung)));
    }
    line.push_back(suspect_text(ladder.suspect_of(*list[i])));
    out += markdown_line(line);
  }
  if (list.size() > shown) out += fmt::format("\nand {} more\n", list.size() - shown);
  return out;
}

}  // namespace tare
