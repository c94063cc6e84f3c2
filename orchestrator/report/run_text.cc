#include "report/run_text.h"

#include <algorithm>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

constexpr std::size_t kMaxRows = 10;

// The columns of every table here: a name, then model, after client, client.
constexpr std::size_t kName = 34, kSide = 14, kDelta = 16;

// Wide rows give the name less room, never the figures.
std::size_t name_columns(const TerminalStyle& style) {
  std::size_t figures = 2 + kSide + kSide + kDelta;
  return std::clamp<std::size_t>(style.width > figures ? style.width - figures : 0, 14, kName);
}

std::string row(std::string_view name, std::size_t columns, std::string_view raw,
                std::string_view normalized) {
  return "  " + pad_right(fit(name, columns), columns) + pad_left(std::string(raw), kSide) +
         pad_left(std::string(normalized), kSide);
}

std::string table_head(std::string_view title, std::size_t columns, bool with_delta,
                       const TerminalStyle& style) {
  std::string head = pad_left("model", kSide) + pad_left("after client", kSide);
  if (with_delta) head += pad_left("client", kDelta);
  return heading(pad_right(std::string(title), columns + 2), style) +
         paint(style.color, Ink::dim, head) + "\n";
}

using Count = std::pair<std::string, std::uint64_t>;

std::vector<Count> by_count(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<Count> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Count& a, const Count& b) { return a.second > b.second; });
  return sorted;
}

std::string list_text(const std::vector<Count>& counts) {
  std::string out;
  for (const auto& [name, count] : counts) {
    if (!out.empty()) out += ", ";
    out += escape_for_terminal(name) + " " + count_text(count);
  }
  return out;
}

// "+2.0 of +3.0 points: repairSyntax on create_ticket (2 trials)", the greatest part first.
std::string causes_text(const RunSummary& summary, std::optional<double> delta,
                        const TerminalStyle& style) {
  constexpr std::size_t kShown = 3;
  const auto& causes = summary.coercions.client_delta_causes;
  std::string out;
  const std::size_t shown = style.verbose ? causes.size() : std::min(causes.size(), kShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const CoercionSummary::DeltaPart& cause = causes[i];
    std::string points = points_text(cause.points / 100);
    points.resize(points.size() - std::min(points.size(), std::string_view(" points").size()));
    std::string line = points + " of " + points_text(delta) + ": " + cause.kind;
    if (!cause.tool.empty()) line += " on " + shown_text(cause.tool, 80);
    line += " (" + counted(cause.trials, "trial") + ")";
    for (const std::string& part : wrap(line, style.width - 4)) out += "    " + part + "\n";
  }
  if (causes.size() > shown) {
    out += "    and " + counted(causes.size() - shown, "more cause") + "\n";
  }
  return out;
}

}  // namespace

std::string scores_text(const RunSummary& summary, const TerminalStyle& style) {
  const Figures& raw = summary.scores.raw;
  const Figures& after = summary.scores.normalized;
  if (raw.trials == 0 && after.trials == 0) return "";
  const Figures delta = client_delta(summary.scores);
  std::size_t columns = name_columns(style);
  std::string out = table_head("Tool choice", columns, true, style);
  auto line = [&](std::string_view name, std::optional<double> a, std::optional<double> b,
                  std::optional<double> d) {
    if (!a && !b) return;
    std::string text = row(name, columns, percent_text(a), percent_text(b));
    std::string points = points_text(d);
    Ink ink = !d || points == "0.0 points" ? Ink::dim : *d > 0 ? Ink::good : Ink::bad;
    out += text + std::string(kDelta - std::min(kDelta, points.size()), ' ') +
           paint(style.color, ink, points) + "\n";
  };
  line("exact", raw.exact_accuracy, after.exact_accuracy, delta.exact_accuracy);
  line("acceptable", raw.acceptable_accuracy, after.acceptable_accuracy, delta.acceptable_accuracy);
  line("no tool", raw.no_tool_accuracy, after.no_tool_accuracy, delta.no_tool_accuracy);
  line("risk-weighted", raw.risk_weighted_accuracy, after.risk_weighted_accuracy,
       delta.risk_weighted_accuracy);
  line("arguments", raw.args_accuracy, after.args_accuracy, delta.args_accuracy);
  line("schema valid", raw.schema_valid, after.schema_valid, delta.schema_valid);
  std::string trials = row("trials", columns, count_text(raw.trials), count_text(after.trials));
  out += paint(style.color, Ink::dim, trials) + "\n";
  if (summary.unscored > 0)
    out +=
        "  " + counted(summary.unscored, "trial") + " outside these figures: no tool is stated\n";
  // Over the trials that show both sides, as the difference is.
  if (delta.exact_accuracy && points_text(delta.exact_accuracy) != "0.0 points")
    out += "  model " + percent_text(summary.scores.raw_of_both.exact_accuracy) +
           ", after client " + percent_text(summary.scores.normalized_of_both.exact_accuracy) +
           ": client " + points_text(delta.exact_accuracy) + "\n";
  return out + causes_text(summary, delta.acceptable_accuracy, style);
}

std::string trajectories_text(const RunSummary& summary, const TerminalStyle& style) {
  const TrajectoryFigures& raw = summary.raw_trajectories;
  const TrajectoryFigures& after = summary.normalized_trajectories;
  if (raw.trials == 0 && after.trials == 0) return "";
  const std::size_t columns = name_columns(style);
  std::string out = table_head("Trajectories", columns, false, style);
  const auto line = [&](std::string_view name, std::optional<double> a, std::optional<double> b) {
    out += row(name, columns, percent_text(a), percent_text(b)) + "\n";
  };
  const auto held = [](const TrajectoryFigures& side) -> std::optional<double> {
    if (side.trials == 0) return std::nullopt;
    return static_cast<double>(side.held) / static_cast<double>(side.trials);
  };
  line("hold", held(raw), held(after));
  line("precision", raw.precision, after.precision);
  line("recall", raw.recall, after.recall);
  line("F1", raw.f1, after.f1);
  const std::string trials =
      row("trials", columns, count_text(raw.trials), count_text(after.trials));
  return out + paint(style.color, Ink::dim, trials) + "\n";
}

std::string confusions_text(const RunSummary& summary, const TerminalStyle& style) {
  std::map<std::string, std::uint64_t> either;
  for (const auto& [pair, count] : summary.raw_confusions) either[pair] = count;
  for (const auto& [pair, count] : summary.normalized_confusions)
    either[pair] = std::max(either[pair], count);
  if (either.empty()) return "";
  auto count_in = [](const std::map<std::string, std::uint64_t>& counts, const std::string& pair) {
    auto found = counts.find(pair);
    return found == counts.end() ? std::string("-") : count_text(found->second);
  };
  std::vector<Count> sorted = by_count(either);
  std::size_t shown = style.verbose ? sorted.size() : std::min(sorted.size(), kMaxRows);
  // Below the figures where the pairs are short; no wider than the terminal where they are long.
  std::size_t columns = name_columns(style);
  for (std::size_t i = 0; i < shown; ++i)
    columns = std::max(columns, text_columns(escape_for_terminal(sorted[i].first)));
  columns = std::min<std::size_t>(columns, style.width - 2 - kSide - kSide);
  std::string out = table_head("Confusions", columns, false, style);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string& pair = sorted[i].first;
    out += row(escape_for_terminal(pair), columns, count_in(summary.raw_confusions, pair),
               count_in(summary.normalized_confusions, pair)) +
           "\n";
  }
  if (sorted.size() > shown) out += "  and " + counted(sorted.size() - shown, "more pair") + "\n";
  return out;
}

std::string coercions_text(const RunSummary& summary, const TerminalStyle& style) {
  const CoercionSummary& all = summary.coercions;
  if (all.calls == 0) return "";
  if (all.by_kind.empty() && all.calls_changed == 0 && all.waived == 0) {
    std::uint64_t audited = all.calls - std::min(all.calls, all.unaudited + all.unread);
    std::string text = audited == 0 ? "none could be looked for"
                                    : "none: " + counted(audited, "call") + " unchanged on the way";
    return paragraph("Coercions", text, style);
  }
  std::string text = count_text(all.calls_changed) + " of " + counted(all.calls, "call") +
                     " changed on the way: " + count_text(all.rescued) + " rescued, " +
                     count_text(all.damaged) + " damaged, " + count_text(all.neutral) + " neutral";
  if (all.waived > 0) text += ", " + count_text(all.waived) + " waived";
  std::string out = paragraph("Coercions", text, style);
  std::vector<Count> kinds = by_count(all.by_kind);
  std::size_t shown = style.verbose ? kinds.size() : std::min(kinds.size(), kMaxRows);
  std::size_t columns = 0;
  for (std::size_t i = 0; i < shown; ++i) columns = std::max(columns, kinds[i].first.size());
  columns = std::min<std::size_t>(columns, 40) + 2;
  for (std::size_t i = 0; i < shown; ++i)
    out += "  " + pad_right(escape_for_terminal(kinds[i].first), columns) +
           pad_left(count_text(kinds[i].second), 8) + "\n";
  if (kinds.size() > shown) out += "  and " + counted(kinds.size() - shown, "more kind") + "\n";
  std::string severities = list_text(by_count(all.by_severity));
  std::string hops = list_text(by_count(all.by_hop));
  if (!severities.empty()) out += "  by severity: " + severities + "\n";
  if (all.by_hop.size() > 1) out += "  by hop: " + hops + "\n";
  return out;
}

std::string outcomes_text(const RunSummary& summary, const TerminalStyle& style) {
  const TaskOutcomes& outcomes = summary.outcomes;
  if (outcomes.trials == 0) return "";
  std::string text =
      count_text(outcomes.passed) + " of " + counted(outcomes.trials, "trial") + " done";
  for (std::size_t k = 0; k < outcomes.pass_hat_k.size() && k < kMaxRows; ++k)
    text += ", pass^" + std::to_string(k + 1) + " " + percent_text(outcomes.pass_hat_k[k]);
  return paragraph("Tasks", text, style);
}

std::string limits_text(const RunNotes& notes, const TerminalStyle& style) {
  std::string out;
  for (const auto& [key, limit] : notes.limits) {
    std::string cases;
    for (const std::string& id : limit.cases) cases += (cases.empty() ? "" : ", ") + id;
    if (limit.trials > limit.cases.size())
      cases += " and " + count_text(limit.trials - limit.cases.size()) + " more";
    out += paragraph(out.empty() ? "Limits" : "",
                     limit.sentence + ": " + counted(limit.trials, "trial") + " (" + cases + ")",
                     style);
  }
  if (notes.limits_left_out > 0)
    out += paragraph("", "and other limits in " + counted(notes.limits_left_out, "trial"), style);
  return out;
}

std::string unknown_text(const RunSummary& summary, const ReportContext& context,
                         const RunNotes& notes, const TerminalStyle& style) {
  std::vector<std::string> texts;
  if (context.predictions && !context.told_calls) {
    texts.push_back("predictions name one tool for both sides: nothing was seen on the way");
  } else {
    if (notes.calls == 0 && summary.totals.completed > 0)
      texts.push_back("no adapter recorded a call in any of " +
                      counted(summary.totals.completed, "trial") +
                      ": right for no-tool cases alone; else the adapter records nothing");
    if (notes.calls > 0 && !notes.tool_side_seen)
      texts.push_back(
          "no call was seen at client, approval or tool in any trial: does the adapter record what "
          "the "
          "tool receives (`normalized`, or the helper's guard)?");
    if (notes.calls > 0 && !notes.text_view_seen)
      texts.push_back("server-side parsing was not audited (nothing recorded before wire)");
    if (summary.coercions.unaudited > 0)
      texts.push_back(counted(summary.coercions.unaudited, "call") +
                      (context.predictions
                           ? " unaudited: nothing of their way is on record"
                           : " unaudited: nothing of what the model wrote is on record"));
    if (summary.coercions.unread > 0)
      texts.push_back(counted(summary.coercions.unread, "call") +
                      " unread: their text is on record, and this version does not read it");
  }
  const std::uint64_t unjudged =
      std::max(summary.scores.raw.schema_unjudged, summary.scores.normalized.schema_unjudged);
  if (unjudged > 0)
    texts.push_back("whether " + counted(unjudged, "call") +
                    " fit the schemas of their tools, which are none or hold words that mean "
                    "nothing: the warnings name them");
  if (notes.limits_unchecked > 0)
    texts.push_back(
        counted(notes.limits_unchecked, "trial") +
        " called a tool that a limit with args names, with arguments that cannot be read whole");
  std::uint64_t complete_undecided =
      summary.undecided - std::min(summary.undecided, summary.totals.incomplete);
  if (complete_undecided > 0)
    texts.push_back(counted(complete_undecided, "trial") + " without a verdict");
  std::string out;
  for (const std::string& text : texts)
    out += paragraph(out.empty() ? "Not known" : "", text, style);
  if (notes.descendants_left > 0)
    out += paragraph(
        "Note",
        counted(notes.descendants_left, "trial") + " left processes behind, which were ended",
        style);
  return out;
}

}  // namespace tare
