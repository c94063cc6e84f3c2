#include "report/waiver_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "base/utf8.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/json_text.h"

namespace tare {
namespace {

constexpr std::size_t kMaxProposed = 200;
constexpr std::size_t kMaxShown = 10;

// A word of a filter: in quotes unless it is plain.
std::string filter_word(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/' || c == ':';
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// The entry is there to be copied from a terminal into a reviewed file: what a terminal would act
// upon or not show stands as JSON's own escape.
std::string json_for_terminal(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const CodePoint point = code_point_at(json, at);
    const std::string_view bytes = json.substr(at, point.length);
    at += point.length;
    if (point.valid && escape_for_terminal(bytes) == bytes) {
      out += bytes;
    } else if (point.value < 0x10000) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point.value));
    } else {
      const std::uint32_t above = static_cast<std::uint32_t>(point.value) - 0x10000;
      out += fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + (above >> 10), 0xdc00 + (above & 0x3ff));
    }
  }
  return out;
}

std::string where_of(const TestCase& test_case, const CallTrace& trace) {
  // A call without a name is found by its case; so is one whose name would be read as a pattern,
  // and then cover calls that nobody looked at.
  const std::string_view tool = trace.tools.empty() ? std::string_view() : trace.tools.back();
  if (tool.empty() || tool.find_first_of("*?") != tool.npos) {
    return "id(" + filter_word(test_case.id()) + ")";
  }
  return "tool(" + filter_word(trace.tools.back()) + ")";
}

template <class Use>
void each_uncovered(const TestCase& test_case, const TrialScore& score, Use use) {
  for (const CallTrace& trace : score.traces) {
    for (const Finding& finding : trace.findings) {
      if (!finding.waiver) use(waiver_for(test_case, trace, finding));
    }
  }
}

std::string quarantine_sentence(const WaiverResult& waiver, const std::string& what) {
  const std::uint64_t open =
      waiver.matched - std::min(waiver.matched, waiver.passed + waiver.failed);
  std::string out =
      what + ": " + count_text(waiver.passed) + " passed, " + count_text(waiver.failed) + " failed";
  if (open > 0) out += ", " + count_text(open) + " without a verdict";
  out += ", until " + escape_for_terminal(waiver.until) + " (" + shown_text(waiver.evidence, 200) +
         ")";
  if (waiver.unexpected_pass) {
    out += "; unexpected pass: if it is mended, delete the entry at " +
           escape_for_terminal(waiver.place);
  }
  return out;
}

std::string outcome_sentence(const WaiverResult& waiver) {
  std::string what = escape_for_terminal(waiver.place) + ": " + shown_text(waiver.rule, 120);
  if (!waiver.where.empty()) what += ", " + shown_text(waiver.where, 200);
  const std::string because =
      waiver.reason.empty() ? "" : ", since " + shown_text(waiver.reason, 300);
  if (!waiver.outcome) {
    if (waiver.rule.starts_with("lint:")) return what + " concerns the suite, not a run";
    if (!because.empty()) return what + " covered nothing here" + because;
    return what + " covered nothing here; only a run of the whole suite tells whether it is needed";
  }
  const bool quarantine = waiver.rule.starts_with("quarantine:");
  switch (*waiver.outcome) {
    case GateOutcome::pass:
      if (quarantine) return quarantine_sentence(waiver, what);
      return what + " covered " +
             counted(waiver.matched, waiver.rule.starts_with("case:") ? "trial" : "finding") +
             ", until " + escape_for_terminal(waiver.until) + " (" +
             shown_text(waiver.reviewed_by, 60) + ": " + shown_text(waiver.why, 200) + ")";
    case GateOutcome::fail:
      return what + " covered nothing" + because + ": delete the entry at " +
             escape_for_terminal(waiver.place);
    case GateOutcome::undecided:
      return what +
             " covered nothing, but trials are incomplete: once they are complete, delete the "
             "entry "
             "if it still does not";
  }
  return what;
}

// Neither its passes nor its failures are hidden.
bool is_shown(const WaiverResult& waiver, const TerminalStyle& style) {
  if (style.verbose || waiver.rule.starts_with("quarantine:")) return true;
  return waiver.outcome && waiver.outcome != GateOutcome::pass;
}

}  // namespace

std::string waiver_for(const TestCase& test_case, const CallTrace& trace, const Finding& finding) {
  std::string out = "{\"rule\":";
  append_json_quoted(out, "coercion:" + std::string(finding.kind));
  out += ",\"where\":";
  append_json_quoted(out, readable_utf8(where_of(test_case, trace)));
  return json_for_terminal(out + ",\"why\":\"\",\"reviewedBy\":\"\",\"until\":\"\"}");
}

std::string waivers_for(const TestCase& test_case, const TrialScore& score) {
  std::set<std::string> seen;
  std::string out;
  each_uncovered(test_case, score, [&](const std::string& entry) {
    if (!seen.insert(entry).second) return;
    out += entry + "\n";
  });
  return out;
}

std::string waivers_text(const RunSummary& summary, const TerminalStyle& style) {
  std::string out;
  for (const WaiverResult& waiver : summary.waivers) {
    const bool bad = waiver.outcome == GateOutcome::fail;
    if (!is_shown(waiver, style)) continue;
    constexpr std::size_t kTitle = 12;
    bool first = true;
    for (const std::string& line : wrap(outcome_sentence(waiver), style.width - kTitle)) {
      const std::string title = out.empty() ? "Waivers" : "";
      out += first ? paint(style.color, bad ? Ink::bad : Ink::strong, pad_right(title, kTitle))
                   : std::string(kTitle, ' ');
      out += line + "\n";
      first = false;
    }
  }
  return out;
}

void ProposedWaivers::add(const TestCase& test_case, const TrialScore& score) {
  each_uncovered(test_case, score, [&](const std::string& entry) {
    const auto found = findings_.find(entry);
    if (found != findings_.end()) {
      ++found->second;
    } else if (findings_.size() < kMaxProposed) {
      findings_.emplace(entry, 1);
    } else {
      ++left_out_;
    }
  });
}

std::string ProposedWaivers::text(const TerminalStyle& style) const {
  if (!style.verbose || findings_.empty()) return "";
  std::vector<std::pair<std::string, std::uint64_t>> sorted(findings_.begin(), findings_.end());
  std::ranges::stable_sort(sorted,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out = paint(style.color, Ink::strong, "Waivers that would cover these findings") +
                    " (refused until why, reviewedBy and until are filled in)\n";
  std::uint64_t more = left_out_;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < kMaxShown) {
      // One line whatever the width: it is there to be copied.
      out += "  " + sorted[i].first + "\n";
    } else {
      more += sorted[i].second;
    }
  }
  if (more > 0) out += "  and entries for " + counted(more, "more finding") + "\n";
  return out;
}

}  // namespace tare
