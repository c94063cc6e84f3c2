#include "report/by_table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/json_text.h"
#include "report/markdown.h"
#include "report/paint.h"
#include "scoring/statistics.h"

namespace tare {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kTopKinds = 3;

// "25.0 % (8.9 to 53.2 %)" would not line up, so the interval has a column of its own.
std::string interval_text(const ByRow& row) {
  if (row.seen == 0) return "-";
  const Interval interval = wilson_95(row.changed, row.seen);
  return fmt::format("{} to {}", percent_text(interval.low), percent_text(interval.high));
}

std::string kinds_text(const ByRow& row) {
  std::vector<std::pair<std::string, std::uint64_t>> kinds(row.by_kind.begin(), row.by_kind.end());
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (std::size_t i = 0; i < std::min(kinds.size(), kTopKinds); ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", kinds[i].first, count_text(kinds[i].second));
  }
  if (kinds.size() > kTopKinds) out += fmt::format(" and {} more", kinds.size() - kTopKinds);
  return out;
}

using Cells = std::vector<std::string>;
constexpr std::array<std::string_view, 9> kFigures = {"calls",         "changed",   "rate",
                                                      "95 % interval", "rescued",   "damaged",
                                                      "unread",        "unaudited", "incomplete"};

Cells head_of(const ByTable& table) {
  Cells out;
  for (const ByKey key : table.keys()) out.emplace_back(by_key_name(key));
  out.insert(out.end(), kFigures.begin(), kFigures.end());
  out.emplace_back("kinds");
  return out;
}

// Values come as they are; `shown` makes them fit for where they go.
template <class Shown>
Cells cells_of(const ByRow& row, Shown shown) {
  Cells out;
  for (const std::string& value : row.values) out.push_back(value.empty() ? "-" : shown(value));
  for (const std::string& figure :
       {count_text(row.calls), count_text(row.changed), percent_text(row.rate()),
        interval_text(row), count_text(row.rescued), count_text(row.damaged),
        count_text(row.unread), count_text(row.unaudited), count_text(row.incomplete)}) {
    out.push_back(figure);
  }
  out.push_back(kinds_text(row));
  return out;
}

Json ladder_json(const Ladder& ladder) {
  Json out = {{"variants", Json::array()}, {"counts", Json::object()}, {"cases", Json::array()}};
  for (const std::size_t rung : ladder.rungs()) {
    out["variants"].push_back(readable_utf8(ladder.variant(rung)));
  }
  using enum Ladder::Suspect;
  for (const auto suspect : {none, case_or_product, description_or_output, unknown}) {
    out["counts"][suspect_name(suspect)] = 0;
  }
  for (const Ladder::Case& one : ladder.cases()) {
    const Ladder::Suspect suspect = ladder.suspect_of(one);
    Json& count = out["counts"][suspect_name(suspect)];
    count = count.get<std::uint64_t>() + 1;
    if (suspect == none) continue;
    Json rates = Json::array();
    for (const std::size_t rung : ladder.rungs()) {
      const Count passed = Ladder::passed_on(one, rung);
      rates.push_back({{"variant", readable_utf8(ladder.variant(rung))},
                       {"passed", passed.right},
                       {"trials", passed.of}});
    }
    out["cases"].push_back({{"id", readable_utf8(one.id)},
                            {"suspect", suspect_name(suspect)},
                            {"passRates", std::move(rates)}});
  }
  return out;
}

}  // namespace

std::string by_table_text(const ByTable& table, const TerminalStyle& style) {
  const std::size_t keys = table.keys().size();
  std::vector<Cells> lines = {head_of(table)};
  for (const ByRow& row : table.rows()) {
    lines.push_back(
        cells_of(row, [](const std::string& text) { return escape_for_terminal(text); }));
  }
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], text_columns(cells[i]));
    }
  }
  std::string out;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    std::string line;
    for (std::size_t i = 0; i < lines[l].size(); ++i) {
      const bool words = i < keys || i + 1 == lines[l].size();
      line += i == 0 ? "" : "  ";
      line += words ? pad_right(lines[l][i], widths[i]) : pad_left(lines[l][i], widths[i]);
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += paint(style.color, l == 0 ? Ink::strong : Ink::plain, line) + "\n";
  }
  return out;
}

std::string by_table_markdown(const ByTable& table) {
  const Cells head = head_of(table);
  std::string out = markdown_line(head) + "|";
  for (std::size_t i = 0; i < head.size(); ++i) {
    const bool words = i < table.keys().size() || i + 1 == head.size();
    out += words ? " --- |" : " ---: |";
  }
  out += "\n";
  for (const ByRow& row : table.rows()) out += markdown_line(cells_of(row, markdown_cell));
  return out;
}

std::string by_table_json(const ByTable& table, const Ladder& ladder) {
  Json out = {{"format", "tare-by/1"}, {"by", Json::array()}, {"rows", Json::array()}};
  for (const ByKey key : table.keys()) out["by"].push_back(by_key_name(key));
  for (const ByRow& row : table.rows()) {
    Json keys = Json::object();
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const std::string& value = row.values[i];
      keys[std::string(by_key_name(table.keys()[i]))] =
          value.empty() ? Json() : Json(readable_utf8(value));
    }
    Json interval;
    if (row.seen > 0) {
      const Interval wilson = wilson_95(row.changed, row.seen);
      interval = {wilson.low, wilson.high};
    }
    Json kinds = Json::object();
    for (const auto& [kind, count] : row.by_kind) kinds[kind] = count;
    out["rows"].push_back({{"keys", keys},
                           {"runs", row.runs},
                           {"trials", row.trials},
                           {"incomplete", row.incomplete},
                           {"calls", row.calls},
                           {"seen", row.seen},
                           {"changed", row.changed},
                           {"rate", row.rate() ? Json(*row.rate()) : Json()},
                           {"interval95", interval},
                           {"rescued", row.rescued},
                           {"damaged", row.damaged},
                           {"neutral", row.neutral},
                           {"waived", row.waived},
                           {"unread", row.unread},
                           {"unaudited", row.unaudited},
                           {"byKind", kinds}});
  }
  if (ladder.any()) out["ladder"] = ladder_json(ladder);
  return out.dump(2) + "\n";
}

}  // namespace tare
