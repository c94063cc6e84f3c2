#include "report/verdict_text.h"

#include <algorithm>

#include "base/escape.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/paragraph.h"

namespace tare {
namespace {

std::string amount_text(const GateResult& gate, std::optional<double> amount) {
  return gate.of.empty() ? gate_value_text(gate.figure, amount)
                         : gate_difference_text(gate.of, amount);
}

std::string bound_text(const GateResult& gate) {
  std::string out;
  if (gate.min) out = "at least " + amount_text(gate, gate.min);
  if (gate.max) {
    if (!out.empty()) out += ", ";
    out += "at most " + amount_text(gate, gate.max);
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
  out += ": " + amount_text(gate, gate.value);
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

}  // namespace

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
          if (gate.informs) {
            line(Ink::doubt, "informs", gate);
            break;
          }
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
