#include "report/run_text.h"

#include <algorithm>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"

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

std::string heading(std::string_view title, const TerminalStyle& style) {
  return paint(style.color, Ink::strong, title);
}

std::string table_head(std::string_view title, std::size_t columns, bool with_delta,
                       const TerminalStyle& style) {
  std::string head = pad_left("model", kSide) + pad_left("after client", kSide);
  if (with_delta) head += pad_left("client", kDelta);
  return heading(pad_right(std::string(title), columns + 2), style) +
         paint(style.color, Ink::dim, head) + "\n";
}

// "Title      text", wrapped below itself.
std::string paragraph(std::string_view title, std::string_view text, const TerminalStyle& style) {
  constexpr std::size_t kTitle = 12;
  std::string out;
  bool first = true;
  for (const std::string& line : wrap(text, style.width > 30 ? style.width - kTitle : 18)) {
    out += first ? heading(pad_right(std::string(title), kTitle), style) : std::string(kTitle, ' ');
    out += line + "\n";
    first = false;
  }
  return out;
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

std::string bound_text(const GateResult& gate) {
  std::string out;
  if (gate.min) out = "at least " + gate_value_text(gate.figure, gate.min);
  if (gate.max) {
    if (!out.empty()) out += ", ";
    out += "at most " + gate_value_text(gate.figure, gate.max);
  }
  return out;
}

std::string side_word(const std::string& view) {
  if (view == "raw") return "model";
  if (view == "normalized") return "after client";
  return escape_for_terminal(view);
}

std::string gate_text(const GateResult& gate) {
  std::string out = escape_for_terminal(gate.figure);
  if (!gate.view.empty()) out += ", " + side_word(gate.view);
  if (!gate.detail.empty()) out += ", " + escape_for_terminal(gate.detail);
  out += ": " + gate_value_text(gate.figure, gate.value);
  std::string bound = bound_text(gate);
  if (!bound.empty()) out += ", must be " + bound;
  if (!gate.reason.empty()) out += "; " + shown_text(gate.reason, 1000);
  if (!gate.cases.empty()) {
    std::string cases;
    std::size_t shown = std::min<std::size_t>(gate.cases.size(), 3);
    for (std::size_t i = 0; i < shown; ++i)
      cases += (i == 0 ? "" : ", ") + shown_text(gate.cases[i], 60);
    std::uint64_t all = std::max<std::uint64_t>(gate.case_count, gate.cases.size());
    if (all > shown) cases += " and " + count_text(all - shown) + " more";
    out += " (" + cases + ")";
  }
  return out;
}

// A stale waiver alone stopped the build.
bool only_waivers(const RunSummary& summary, GateOutcome outcome) {
  const auto is = [&](const auto& one) { return one.outcome == outcome; };
  return std::ranges::any_of(summary.waivers, is) && std::ranges::none_of(summary.gates, is);
}

std::string exit_meaning(const RunSummary& summary, const ReportContext& context) {
  switch (summary.exit_code) {
    case 0:
      return "every gate holds";
    case 1:
      if (only_waivers(summary, GateOutcome::fail)) return "a waiver covers nothing";
      return "a gate failed";
    case 3:
      return "trials are incomplete or a gate is undecided";
    case 110:
      return "a report could not be written";
    case 130:
      if (context.run_folder.empty()) return "interrupted";
      return "interrupted; go on with: tare run --resume " +
             escape_for_terminal(context.run_folder);
    default:
      return "see docs/suite.md, exit codes";
  }
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

std::string gates_text(const RunSummary& summary, const TerminalStyle& style) {
  std::string out;
  std::uint64_t holding = 0;
  auto line = [&](Ink ink, std::string_view word, const GateResult& gate) {
    constexpr std::size_t kWord = 11;
    bool first = true;
    for (const std::string& text : wrap(gate_text(gate), style.width - 2 - kWord)) {
      out += "  " + (first ? paint(style.color, ink, pad_right(std::string(word), kWord))
                           : std::string(kWord, ' '));
      out += text + "\n";
      first = false;
    }
  };
  for (GateOutcome wanted : {GateOutcome::fail, GateOutcome::undecided, GateOutcome::pass})
    for (const GateResult& gate : summary.gates) {
      if (gate.outcome != wanted) continue;
      switch (gate.outcome) {
        case GateOutcome::fail:
          line(Ink::bad, "fail", gate);
          break;
        case GateOutcome::undecided:
          line(Ink::doubt, "undecided", gate);
          break;
        case GateOutcome::pass:
          ++holding;
          if (style.verbose) line(Ink::good, "pass", gate);
          break;
      }
    }
  if (summary.gates.empty()) return paragraph("Gates", "none", style);
  std::string count = holding == 1 ? "1 gate holds" : counted(holding, "gate") + " hold";
  if (out.empty()) return paragraph("Gates", count, style);
  return heading("Gates", style) + "\n" + out +
         (style.verbose || holding == 0 ? "" : "  " + pad_right("pass", 11) + count + "\n");
}

std::string unknown_text(const RunSummary& summary, const ReportContext& context,
                         const RunNotes& notes, const TerminalStyle& style) {
  std::vector<std::string> texts;
  if (context.predictions) {
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
                      " unaudited: nothing of what the model wrote is on record");
    if (summary.coercions.unread > 0)
      texts.push_back(counted(summary.coercions.unread, "call") +
                      " unread: their text is on record, and this version does not read it");
  }
  if (notes.limits_unchecked > 0)
    texts.push_back(
        counted(notes.limits_unchecked, "trial") +
        " called a tool that a limit with args names: this version does not look at args");
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

std::string closing_text(const RunSummary& summary, const ReportContext& context,
                         const TerminalStyle& style) {
  bool good = summary.exit_code == 0;
  std::string text =
      exit_meaning(summary, context) + " (exit code " + std::to_string(summary.exit_code) + ")";
  std::uint64_t judged = summary.pass + summary.fail;
  char separator = ';';
  auto also = [&](std::string_view part) {
    text += separator;
    text.append(" ").append(part);
    separator = ',';
  };
  auto also_count = [&](std::uint64_t count, std::string_view word) {
    if (count > 0) also(count_text(count) + " " + std::string(word));
  };
  if (judged > 0) also(count_text(summary.pass) + " of " + count_text(judged) + " passed");
  also_count(summary.observed, "observed");
  also_count(summary.waived, "waived");
  also_count(summary.totals.incomplete, "incomplete");
  also_count(summary.totals.flaky, "flaky");
  const bool ungated = good && summary.fail > 0;
  if (ungated) {
    text += "; no gate stops the build on failed trials: add \"gates\": {\"passRate\": 1}";
    separator = ';';
  }
  std::vector<std::string> lines = wrap(text, style.width - 6);
  if (summary.wall_ms > 0) {
    std::string took = duration_text(summary.wall_ms);
    lines.back() += separator;
    if (text_columns(lines.back()) + 1 + took.size() <= style.width - 6)
      lines.back() += " " + took;
    else
      lines.push_back(std::move(took));
  }
  // Nothing stopped the build, and yet not all is well: no colour of success then.
  std::string out =
      (ungated ? std::string("PASS")
               : paint(style.color, good ? Ink::good : Ink::bad, good ? "PASS" : "FAIL")) +
      "  ";
  for (std::size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? "" : "      ") + lines[i] + "\n";
  if (!context.run_folder.empty() && !style.quiet) {
    out += "      run " + escape_for_terminal(context.run_folder) + "\n";
  }
  return out;
}

}  // namespace tare
