// The three forms of one audit, as files; what no golden file can say, in words.
#include "audit/audit_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/audit_summary.h"
#include "golden.h"
#include "report/display_text.h"
#include "sample_audit.h"

namespace tare {
namespace {

using sample::expect_golden;
using sample::small_audit;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == '\n') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

// Thirty clients, so that the columns are many.
Audit wide_audit(std::size_t clients) {
  Audit audit = small_audit();
  const AuditedClient bad = audit.clients[1];
  while (audit.clients.size() < clients) {
    audit.clients.push_back(bad);
    audit.clients.back().variant = "v" + std::to_string(audit.clients.size());
  }
  return audit;
}

TEST(AuditTerminal, IsAsTheGoldenFileShows) {
  const Audit audit = small_audit(), earlier = sample::earlier_audit();
  const AuditComparison comparison = compare_audits(earlier, audit);
  expect_golden("terminal.txt", audit_terminal(audit, nullptr, {.width = 100}));
  expect_golden("terminal_against.txt", audit_terminal(audit, &comparison, {.width = 80}));
  expect_golden("terminal_color.txt",
                audit_terminal(audit, nullptr, {.color = true, .width = 100}));
}

TEST(AuditTerminal, NoLineIsWiderThanTheTerminal) {
  const Audit audit = wide_audit(120), earlier = sample::earlier_audit();
  const AuditComparison comparison = compare_audits(earlier, audit);
  for (const std::uint32_t width : {60u, 80u, 100u, 200u}) {
    for (const std::string& line : lines_of(audit_terminal(audit, &comparison, {.width = width}))) {
      EXPECT_LE(text_columns(line), width) << line;
    }
  }
}

TEST(AuditTerminal, ThirtyClientsStandSideBySideInAHundredColumns) {
  const std::string text = audit_terminal(wide_audit(30), nullptr, {.width = 100});
  const std::vector<std::string> lines = lines_of(text);
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const std::string& line) { return line.starts_with("  callDropped"); }),
            1);
  const auto row = std::ranges::find_if(
      lines, [](const std::string& line) { return line.starts_with("  callDropped"); });
  ASSERT_NE(row, lines.end());
  EXPECT_EQ(std::ranges::count(*row, 'D'), 30 - 1 + 1);  // one of them is in the name
}

TEST(AuditTerminal, ColourSaysNothingThatTheTextDoesNot) {
  const std::string plain = audit_terminal(small_audit(), nullptr, {.width = 100});
  const std::string colored = audit_terminal(small_audit(), nullptr, {.color = true, .width = 100});
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  EXPECT_THAT(colored, HasSubstr("\x1b["));
}

TEST(AuditTerminal, ReasonsForCellsThatWereNotMeasuredAreToldOnce) {
  const std::string text = audit_terminal(wide_audit(10), nullptr, {.width = 200});
  EXPECT_THAT(text,
              HasSubstr("9 cells of bad/chat and 8 more clients: the adapter did not finish"));
}

TEST(AuditMarkdown, IsAsTheGoldenFileShows) {
  const Audit audit = small_audit(), earlier = sample::earlier_audit();
  const AuditComparison comparison = compare_audits(earlier, audit);
  expect_golden("audit.md", audit_markdown(audit, &comparison));
}

TEST(AuditMarkdown, NoTextBecomesMarkup) {
  const std::string text = audit_markdown(small_audit(), nullptr);
  for (const std::string_view wild : {"<script", "**b**", "[l]", "@all", "`x`", "\x1b", "| a |",
                                      "\xe2\x80\xae", "</code></pre>"}) {
    EXPECT_THAT(text, Not(HasSubstr(std::string(wild))));
  }
  // Each row of a table has as many columns as its head.
  std::size_t columns = 0;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with('|')) {
      columns = 0;
      continue;
    }
    const auto bars = static_cast<std::size_t>(std::ranges::count(line, '|'));
    if (columns == 0) columns = bars;
    EXPECT_EQ(bars, columns) << line;
  }
}

// The row of "Every cell" that has this text in it.
std::string row_with(const std::string& text, const std::string& needle) {
  for (const std::string& line : lines_of(text.substr(text.find("### Every cell")))) {
    if (line.find(needle) != std::string::npos) return line;
  }
  return "no row has " + needle;
}

TEST(AuditMarkdown, EachCallHasItsOwnOutcome) {
  Audit audit = small_audit();
  AuditCell& cell = audit.clients[1].cells.front();
  cell = sample::rounded_cell("two/calls");
  cell.calls.front().raw_arguments = "FIRST";
  CellCall lost = sample::make_call("get", "SECOND", "");
  lost.normalized_name.reset();
  lost.normalized_arguments.reset();
  lost.outcome = cell.outcome = CellOutcome::dropped;
  lost.findings = {sample::lost_call(Severity::high)};
  cell.calls.push_back(lost);
  const std::string text = audit_markdown(audit, nullptr);
  EXPECT_THAT(row_with(text, "| 2 calls |"), HasSubstr("| `D` | <code>two/calls</code> |"));
  EXPECT_THAT(row_with(text, "FIRST"), HasSubstr("| `4` |  | coerced, critical<br>"));
  EXPECT_THAT(row_with(text, "SECOND"), HasSubstr("| `D` |  | dropped without a word, high<br>"));
}

TEST(AuditMarkdown, ACellThatIsWorseThanItsCallSaysBoth) {
  Audit audit = small_audit();
  AuditCell& cell = audit.clients[1].cells.front();
  cell = sample::verbatim_cell("died/after", "keyDropped");
  cell.calls.front().raw_arguments = "INTACT";
  cell.outcome = CellOutcome::died;
  cell.told = "exited 134";
  const std::string text = audit_markdown(audit, nullptr);
  EXPECT_THAT(row_with(text, "| 1 call |"), HasSubstr("| `X` | <code>died/after</code> |"));
  EXPECT_THAT(row_with(text, "| 1 call |"), HasSubstr("exited 134"));
  EXPECT_THAT(row_with(text, "INTACT"), HasSubstr("| `.` |  | verbatim |"));
}

TEST(AuditPage, NoTextBecomesMarkup) {
  const Audit audit = small_audit(), earlier = sample::earlier_audit();
  const AuditComparison comparison = compare_audits(earlier, audit);
  const std::string page = audit_page(audit, &comparison);
  EXPECT_THAT(page, HasSubstr("alert(1)"));
  for (const std::string_view wild : {"<script", "\x1b", "\xe2\x80\xae", "\xff", "</code></pre>",
                                      " style=\"", "http://e\"", "onclick"}) {
    EXPECT_THAT(page, Not(HasSubstr(std::string(wild))));
  }
}

TEST(AuditPage, AsksNothingOfAnybody) {
  const std::string page = audit_page(small_audit(), nullptr);
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy\" content=\"default-src 'none'"));
  for (const std::string_view asks : {"<link", "<img", "<script", "@import", "url(", "src=\""}) {
    EXPECT_THAT(page, Not(HasSubstr(std::string(asks))));
  }
}

TEST(AuditPage, EachSquareLeadsToAPlaceOfThePage) {
  const std::string page = audit_page(small_audit(), nullptr);
  std::size_t links = 0;
  for (std::size_t at = 0; (at = page.find("href=\"#", at)) != std::string::npos; ++links) {
    at += 7;
    const std::string anchor = page.substr(at, page.find('"', at) - at);
    EXPECT_THAT(page, HasSubstr("id=\"" + anchor + "\""));
  }
  EXPECT_GT(links, 20u);
}

TEST(AuditSummary, ASquareIsTheWorstOfWhatWasMeasured) {
  Audit audit;
  audit.clients.push_back(sample::make_client("c", "", "1"));
  std::vector<AuditCell>& cells = audit.clients[0].cells;
  cells = {sample::rounded_cell("a"), sample::verbatim_cell("b", "bigintPrecisionLoss"),
           sample::verbatim_cell("c", "bigintPrecisionLoss")};
  cells[2].outcome = CellOutcome::not_measured;
  const AuditMatrix matrix(audit);
  const AimCells& square = matrix.at(0, 0);
  EXPECT_EQ(square.worst, CellOutcome::coerced);
  EXPECT_EQ(square.severity, Severity::critical);
  EXPECT_EQ(square.cells, 3u);
  EXPECT_EQ(square.changed, 1u);
  EXPECT_EQ(square.unmeasured, 1u);
  for (AuditCell& cell : cells) cell.outcome = CellOutcome::not_measured;
  EXPECT_EQ(AuditMatrix(audit).at(0, 0).worst, CellOutcome::not_measured);
}

TEST(AuditSummary, TheGravestCaseIsNamedOnceWithItsWorstClient) {
  const Audit audit = wide_audit(5);
  const std::vector<GraveCell> gravest = gravest_cells(audit, 3);
  ASSERT_EQ(gravest.size(), 3u);
  EXPECT_EQ(gravest[0].cell->case_id, "big/one");
  EXPECT_EQ(gravest[0].client->id(), "bad/chat");
  EXPECT_EQ(gravest[0].alike, 3u);
}

}  // namespace
}  // namespace tare
