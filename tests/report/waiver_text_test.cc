#include "report/waiver_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tare {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TestCase case_named(const std::string& id) {
  TestCase out;
  out.input.id = id;
  return out;
}

CallTrace trace_of(std::vector<std::string> tools, std::vector<std::string_view> kinds) {
  CallTrace out;
  out.tools = std::move(tools);
  for (const std::string_view kind : kinds) {
    Finding finding;
    finding.kind = kind;
    out.findings.push_back(finding);
  }
  return out;
}

TEST(WaiverText, TheEntryNamesKindAndToolAndLeavesTheRestToAPerson) {
  const CallTrace trace = trace_of({"functions.get", "get"}, {"keyDropped"});
  const std::string entry = waiver_for(case_named("a"), trace, trace.findings[0]);
  EXPECT_EQ(entry, R"x({"rule":"coercion:keyDropped","where":"tool(get)",)x"
                   R"x("why":"","reviewedBy":"","until":""})x");
}

TEST(WaiverText, OddNamesStandInQuotes) {
  const CallTrace trace = trace_of({R"x(a "b" \ & c)x"}, {"keyDropped"});
  EXPECT_THAT(waiver_for(case_named("a"), trace, trace.findings[0]),
              HasSubstr(R"x("where":"tool(\"a \\\"b\\\" \\\\ & c\")")x"));
}

TEST(WaiverText, ANameThatIsAPatternCoversNoOtherCall) {
  for (const char* name : {"*", "**", "get_*", "a?b"}) {
    const CallTrace trace = trace_of({name}, {"callDropped"});
    EXPECT_THAT(waiver_for(case_named("pr/a"), trace, trace.findings[0]),
                HasSubstr(R"x("where":"id(pr/a)")x"))
        << name;
  }
}

TEST(WaiverText, NothingThatATerminalObeysComesThroughAndItStaysJson) {
  const CallTrace trace =
      trace_of({"a\x1b\xc2\x9b\x7f\xe2\x80\xae\xf3\xa0\x81\x81"}, {"callDropped"});
  EXPECT_THAT(waiver_for(case_named("a"), trace, trace.findings[0]),
              HasSubstr(R"x(a\u001b\u009b\u007f\u202e\udb40\udc41)x"));
}

TEST(WaiverText, ACallWithoutANameIsFoundByItsCase) {
  const CallTrace trace = trace_of({}, {"keyDropped"});
  EXPECT_THAT(waiver_for(case_named("pr/a"), trace, trace.findings[0]),
              HasSubstr(R"x("where":"id(pr/a)")x"));
}

TEST(WaiverText, EachEntryOnceAndNoneForWhatIsCovered) {
  TrialScore score;
  score.traces = {trace_of({"get"}, {"keyDropped", "keyDropped", "intToFloat"})};
  score.traces[0].findings[2].waiver = 0;
  const std::string text = waivers_for(case_named("a"), score);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, Not(HasSubstr("intToFloat")));
}

RunSummary with(std::optional<GateOutcome> outcome, std::uint64_t matched) {
  RunSummary out;
  out.waivers.push_back({.rule = "coercion:keyDropped",
                         .where = "tool(get)",
                         .why = "ours",
                         .reviewed_by = "ann",
                         .until = "2027-03-01",
                         .place = "tare.json:7:5",
                         .at = "tare.json:7:5",
                         .matched = matched,
                         .evidence = {},
                         .reason = {},
                         .outcome = outcome});
  return out;
}

TEST(WaiverText, AStaleEntryIsNamedByItsPlace) {
  EXPECT_THAT(waivers_text(with(GateOutcome::fail, 0), {.width = 200}),
              HasSubstr("delete the entry at tare.json:7:5"));
}

TEST(WaiverText, WhatDoesItsWorkIsShownOnRequest) {
  EXPECT_THAT(waivers_text(with(GateOutcome::pass, 3), {.width = 200}), IsEmpty());
  EXPECT_THAT(waivers_text(with(GateOutcome::pass, 3), {.width = 200, .verbose = true}),
              HasSubstr("covered 3 findings, until 2027-03-01 (ann: ours)"));
}

TEST(WaiverText, PassesAndFailuresInQuarantineAreShownUnasked) {
  RunSummary summary = with(GateOutcome::pass, 5);
  WaiverResult& entry = summary.waivers[0];
  entry.rule = "quarantine:a";
  entry.evidence = "passes 7 of 10";
  entry.passed = 3;
  entry.failed = 1;
  EXPECT_THAT(waivers_text(summary, {.width = 200}),
              HasSubstr("quarantine:a, tool(get): 3 passed, 1 failed, 1 without a verdict, until "
                        "2027-03-01 (passes 7 of 10)"));
  entry.passed = 5;
  entry.failed = 0;
  entry.unexpected_pass = true;
  EXPECT_THAT(waivers_text(summary, {.width = 300}),
              HasSubstr("unexpected pass: if it is mended, delete the entry at tare.json:7:5"));
}

TEST(WaiverText, WhyAnEntryForACaseCoveredNothingIsSaid) {
  RunSummary summary = with(GateOutcome::fail, 0);
  WaiverResult& entry = summary.waivers[0];
  entry.rule = "quarantine:a";
  entry.reason = "the entry at tare.json:3:1 covers that case";
  EXPECT_THAT(
      waivers_text(summary, {.width = 300}),
      HasSubstr("covered nothing, since the entry at tare.json:3:1 covers that case: delete "
                "the entry at tare.json:7:5"));
  entry.outcome.reset();
  entry.reason = "the case crossed a limit, which no waiver covers";
  const std::string text = waivers_text(summary, {.width = 300});
  EXPECT_THAT(text, HasSubstr("covered nothing here, since the case crossed a limit"));
  EXPECT_THAT(text, Not(HasSubstr("delete")));
}

TEST(WaiverText, ProposalsAreBoundedAndTheRestIsCounted) {
  ProposedWaivers proposed;
  for (int i = 0; i < 500; ++i) {
    TrialScore score;
    score.traces = {trace_of({"tool" + std::to_string(i)}, {"keyDropped"})};
    proposed.add(case_named("a"), score);
  }
  EXPECT_THAT(proposed.text({.width = 80}), IsEmpty());  // only where asked for
  EXPECT_THAT(proposed.text({.width = 80, .verbose = true}), HasSubstr("490 more findings"));
}

}  // namespace
}  // namespace tare
