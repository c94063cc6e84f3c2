#include "coercion/call_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tare {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

View view(At at, const char* name, const char* arguments = "{}", const char* id = nullptr) {
  View out;
  out.at = at;
  if (name != nullptr) out.name = name;
  if (arguments != nullptr) out.arguments = arguments;
  if (id != nullptr) out.id = id;
  out.evidence = Evidence::verbatim;
  return out;
}

Answer events(std::vector<View> views) {
  Answer answer;
  answer.views = std::move(views);
  return answer;
}

Answer short_form(std::vector<View> views, bool raw, bool normalized) {
  Answer answer = events(std::move(views));
  answer.short_form = true;
  answer.raw_given = raw;
  answer.normalized_given = normalized;
  return answer;
}

std::vector<std::string> findings(const std::vector<CallTrace>& traces) {
  std::vector<std::string> out;
  for (const CallTrace& trace : traces) {
    for (const Finding& finding : trace.findings) {
      out.push_back(std::string(finding.kind) + " " + (finding.hop ? hop_name(*finding.hop) : ""));
    }
  }
  return out;
}

TEST(CallTrace, ACallIsFollowedThroughAllLevelsAndEachHopIsDiffed) {
  const Answer answer =
      events({view(At::wire, "t", R"({"a":"1"})"), view(At::client, "t", R"({"a":1})"),
              view(At::tool, "t", R"({"a":1.0})")});
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 1u);
  EXPECT_THAT(traces[0].views, ElementsAre(0u, 1u, 2u));
  EXPECT_THAT(findings(traces),
              ElementsAre("stringToNumber wire>client", "intToFloat client>tool"));
  EXPECT_EQ(traces[0].findings[0].raw_call, 0u);
  EXPECT_TRUE(traces[0].raw_known);
  EXPECT_EQ(traces[0].raw_evidence, Evidence::verbatim);
}

TEST(CallTrace, UniqueIdsPairWhateverTheOrder) {
  const Answer answer = events({view(At::wire, "a", "{}", "1"), view(At::wire, "b", "{}", "2"),
                                view(At::tool, "b", "{}", "2"), view(At::tool, "x", "{}", "1")});
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_THAT(traces[0].views, ElementsAre(0u, 3u));
  EXPECT_THAT(traces[1].views, ElementsAre(1u, 2u));
  EXPECT_THAT(findings(traces), ElementsAre("nameChanged wire>tool", "callsReordered wire>tool"));
}

TEST(CallTrace, RepeatedIdsFallBackToNameAndArguments) {
  const Answer answer =
      events({view(At::wire, "t", R"({"n":1})", "x"), view(At::wire, "t", R"({"n":2})", "x"),
              view(At::tool, "t", R"({"n":2})", "x"), view(At::tool, "t", R"({"n":1})", "x")});
  const auto traces = trace_calls(answer, {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_THAT(traces[0].views, ElementsAre(0u, 3u));
  EXPECT_THAT(findings(traces), ElementsAre("callsReordered wire>tool"));
}

TEST(CallTrace, WhatPositionAlonePairedSaysNothingAboutOrder) {
  const auto traces =
      trace_calls(events({view(At::wire, "a", R"({"n":1})"), view(At::wire, "b", R"({"n":2})"),
                          view(At::tool, "b", R"({"n":2})"), view(At::tool, "c", R"({"n":1000})")}),
                  {});
  EXPECT_THAT(findings(traces), ElementsAre("nameChanged wire>tool", "numberAltered wire>tool"));
}

TEST(CallTrace, IdsCountWithinTheirTurn) {
  std::vector<View> views = {
      view(At::wire, "a", "{}", "call_0"), view(At::wire, "b", "{}", "call_0"),
      view(At::tool, "b", "{}", "call_0"), view(At::tool, "c", "{}", "call_0")};
  views[0].turn = 1, views[1].turn = 2, views[2].turn = 2, views[3].turn = 1;
  const auto traces = trace_calls(events(views), {});
  EXPECT_THAT(traces[0].views, ElementsAre(0u, 3u));
  EXPECT_THAT(traces[1].views, ElementsAre(1u, 2u));
}

TEST(CallTrace, AChangedIdIsNotedAndNoMore) {
  const auto traces = trace_calls(
      events({view(At::wire, "t", "{}", "call_Zx"), view(At::tool, "t", "{}", "aB3")}), {});
  ASSERT_EQ(traces[0].findings.size(), 1u);
  EXPECT_EQ(traces[0].findings[0].kind, "callIdRewritten");
  EXPECT_EQ(traces[0].findings[0].effect, Effect::neutral);
  EXPECT_EQ(traces[0].findings[0].raw, "\"call_Zx\"");
}

TEST(CallTrace, DroppedInventedAndDuplicatedCalls) {
  auto traces =
      trace_calls(events({view(At::wire, "a"), view(At::wire, "b"), view(At::tool, "a")}), {});
  EXPECT_THAT(findings(traces), ElementsAre("callDropped wire>tool"));
  EXPECT_TRUE(traces[1].dropped);
  EXPECT_EQ(traces[1].findings[0].severity, Severity::critical);

  traces = trace_calls(events({view(At::wire, "a"), view(At::tool, "a"), view(At::tool, "b")}), {});
  EXPECT_THAT(findings(traces), ElementsAre("callInjected wire>tool"));
  EXPECT_TRUE(traces[1].invented);

  traces = trace_calls(events({view(At::wire, "a"), view(At::tool, "a"), view(At::tool, "a")}), {});
  EXPECT_THAT(findings(traces), ElementsAre("callDuplicated wire>tool"));
}

TEST(CallTrace, EmptyListsOfTheShortFormAreStatements) {
  EXPECT_THAT(findings(trace_calls(short_form({view(At::wire, "a")}, true, true), {})),
              ElementsAre("callDropped wire>tool"));
  EXPECT_THAT(findings(trace_calls(short_form({view(At::tool, "a")}, true, true), {})),
              ElementsAre("callInjected wire>tool"));
  const auto unaudited = trace_calls(short_form({view(At::tool, "a")}, false, true), {});
  EXPECT_THAT(findings(unaudited), IsEmpty());
  EXPECT_FALSE(unaudited[0].raw_known);
  EXPECT_FALSE(unaudited[0].invented);
}

TEST(CallTrace, RawWithNothingBehindItWasDropped) {
  const auto traces = trace_calls(events({view(At::wire, "a")}), {});
  EXPECT_TRUE(traces[0].dropped);
  EXPECT_THAT(findings(traces), ElementsAre("callDropped wire>tool"));
}

TEST(CallTrace, ARefusalIsTheAnswerAndNoFinding) {
  const auto traces = trace_calls(events({view(At::wire, "a")}), {.client_stopped = true});
  EXPECT_TRUE(traces[0].dropped);
  EXPECT_THAT(findings(traces), IsEmpty());
}

TEST(CallTrace, ACallThatOneLevelDidNotShowIsFoundAtTheNext) {
  const auto traces = trace_calls(
      events({view(At::wire, "a"), view(At::wire, "b", R"({"n":"1"})"), view(At::approval, "a"),
              view(At::tool, "a"), view(At::tool, "b", R"({"n":1})")}),
      {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_THAT(findings(traces), ElementsAre("stringToNumber wire>tool"));
}

TEST(CallTrace, ACallStoppedOnRecordIsNotDropped) {
  std::vector<View> views = {view(At::wire, "a"), view(At::wire, "b"), view(At::approval, "a"),
                             view(At::approval, "b"), view(At::tool, "a")};
  views[3].status = CallStatus::denied;
  const auto traces = trace_calls(events(views), {});
  EXPECT_FALSE(traces[1].dropped);
  EXPECT_THAT(findings(traces), IsEmpty());
}

TEST(CallTrace, AWireNameIsTheToolsOwn) {
  Manifest manifest;
  ToolSpec tool;
  tool.name = "read";
  tool.wire_name = "mcp__files__read";
  manifest.tools.push_back(tool);
  const Answer answer = events({view(At::wire, "mcp__files__read"), view(At::tool, "read")});
  EXPECT_THAT(findings(trace_calls(answer, {.manifest = &manifest})), IsEmpty());
  EXPECT_THAT(findings(trace_calls(answer, {})), ElementsAre("namePrefixStripped wire>tool"));
}

TEST(CallTrace, WithAToolListAGuessedNameIsCalledSo) {
  Manifest manifest;
  ToolSpec tool;
  tool.name = "task_bind";
  manifest.tools.push_back(tool);
  const auto traces = trace_calls(
      events({view(At::wire, "task_find"), view(At::tool, "task_bind")}), {.manifest = &manifest});
  ASSERT_EQ(traces[0].findings.size(), 1u);
  EXPECT_EQ(traces[0].findings[0].kind, "nameFuzzyMapped");
  EXPECT_EQ(traces[0].findings[0].effect, Effect::rescued);
}

TEST(CallTrace, ATextThatCouldNotBeReadIsCountedAndAccusesNobody) {
  View text = view(At::text, nullptr, nullptr);
  text.text = "<tool_call>…";
  const auto traces = trace_calls(events({text, view(At::tool, "a"), view(At::tool, "b")}), {});
  ASSERT_EQ(traces.size(), 2u);
  EXPECT_TRUE(traces[0].unread);
  EXPECT_TRUE(traces[1].unread);
  EXPECT_FALSE(traces[1].invented);
  EXPECT_THAT(findings(traces), IsEmpty());
}

TEST(CallTrace, MissingArgumentsOnOneSideAreUnreadNotLost) {
  const auto traces =
      trace_calls(events({view(At::wire, "a", R"({"q":1})"), view(At::tool, "a", nullptr)}), {});
  EXPECT_TRUE(traces[0].unread);
  EXPECT_THAT(findings(traces), IsEmpty());
}

TEST(CallTrace, RawEvidenceForTheWholeAnswer) {
  EXPECT_TRUE(has_raw_evidence(events({})));
  EXPECT_TRUE(has_raw_evidence(events({view(At::wire, "a")})));
  EXPECT_FALSE(has_raw_evidence(events({view(At::tool, "a")})));
  EXPECT_TRUE(has_raw_evidence(short_form({}, true, true)));
  EXPECT_FALSE(has_raw_evidence(short_form({}, false, true)));
  Answer refused = events({});
  refused.finished = FinishReason::refused_by_client;
  EXPECT_FALSE(has_raw_evidence(refused)) << "the client refused a call that nobody recorded";
  refused.finished = FinishReason::refusal;
  EXPECT_TRUE(has_raw_evidence(refused)) << "the model wrote no call";
}

// Pairing that is quadratic in calls of one id would run into the time-out of the whole program.
TEST(CallTrace, TenThousandCallsAreNoBurden) {
  std::vector<View> views;
  for (int i = 0; i < 20'000; ++i) {
    const std::string arguments = "{\"n\":" + std::to_string(i % 10'000) + "}";
    views.push_back(view(i < 10'000 ? At::wire : At::tool, "t", arguments.c_str(), "same"));
  }
  const auto traces = trace_calls(events(views), {});
  EXPECT_EQ(traces.size(), 10'000u);
  EXPECT_THAT(findings(traces), IsEmpty());
}

TEST(CallTrace, WithoutNormalizedNothingIsKnownToBeDropped) {
  for (const bool client_stopped : {false, true}) {
    const Answer answer = short_form({view(At::wire, "a")}, true, false);
    const auto traces = trace_calls(answer, {.client_stopped = client_stopped});
    EXPECT_THAT(findings(traces), IsEmpty());
    EXPECT_EQ(traces[0].dropped, client_stopped);
    EXPECT_EQ(traces[0].normalized_known, client_stopped);
    EXPECT_EQ(has_normalized_evidence(answer, client_stopped), client_stopped);
  }
  EXPECT_FALSE(has_normalized_evidence(short_form({}, true, false), false));
  EXPECT_TRUE(has_normalized_evidence(short_form({}, true, true), false));
  EXPECT_TRUE(has_normalized_evidence(events({view(At::wire, "a")}), false));
}

TEST(CallTrace, BracesWhereTheModelWroteNothingAreAFinding) {
  auto traces = trace_calls(events({view(At::wire, "a", nullptr), view(At::tool, "a", "{}")}), {});
  EXPECT_THAT(findings(traces), ElementsAre("emptyArgsToObject wire>tool"));
  EXPECT_EQ(traces[0].findings[0].severity, Severity::info);
  EXPECT_EQ(traces[0].findings[0].effect, Effect::neutral);
  EXPECT_EQ(traces[0].findings[0].raw, std::nullopt);
  EXPECT_FALSE(traces[0].unread);

  traces = trace_calls(events({view(At::wire, "a", nullptr), view(At::client, "a", "{ }"),
                               view(At::tool, "a", "{}")}),
                       {});
  EXPECT_THAT(findings(traces), ElementsAre("emptyArgsToObject wire>client"));

  traces =
      trace_calls(events({view(At::wire, "a", nullptr), view(At::tool, "a", R"({"q":1})")}), {});
  EXPECT_THAT(findings(traces), IsEmpty()) << "nobody recorded what the members were made of";
  EXPECT_TRUE(traces[0].unread);
}

TEST(CallTrace, ArgumentsBeyondTheReaderAreUnread) {
  const std::string deep = "{\"a\":" + std::string(2000, '[') + std::string(2000, ']') + "}";
  const auto traced = [&](const char* raw, const char* normalized) {
    return trace_calls(events({view(At::wire, "a", raw), view(At::tool, "a", normalized)}), {});
  };
  for (const auto& traces : {traced(deep.c_str(), R"({"a":1})"), traced("{}", deep.c_str())}) {
    EXPECT_THAT(findings(traces), IsEmpty());
    EXPECT_TRUE(traces[0].unread);
  }
  EXPECT_FALSE(traced(deep.c_str(), deep.c_str())[0].unread) << "the same bytes did not change";
  const std::string wide = "[" + std::string(2000, ' ') + "[],[],[]]";
  EXPECT_FALSE(traced(wide.c_str(), "[[],[]]")[0].unread);
}

TEST(CallTrace, BytesOfANameThatAreNoTextStayApart) {
  const auto traces =
      trace_calls(events({view(At::wire, "get_\xfe"), view(At::tool, "get_\xff")}), {});
  ASSERT_EQ(traces[0].findings.size(), 1u);
  EXPECT_EQ(traces[0].findings[0].raw, "\"get_\xfe\"");
  EXPECT_EQ(traces[0].findings[0].normalized, "\"get_\xff\"");

  const auto lost = trace_calls(short_form({view(At::wire, "get_\xfe")}, true, true), {});
  EXPECT_EQ(lost[0].findings[0].raw, "{\"name\":\"get_\xfe\",\"arguments\":\"{}\"}");
}

}  // namespace
}  // namespace tare
