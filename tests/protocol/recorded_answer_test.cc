// Where a recorder stood its bytes are the evidence, and the adapter's word is a claim.
#include "protocol/recorded_answer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/recorded_events.h"

namespace tare {
namespace {

View wire(const std::string& name, const std::string& arguments,
          std::optional<std::string> id = std::nullopt) {
  View view;
  view.at = At::wire;
  view.id = std::move(id);
  view.name = name;
  view.arguments = arguments;
  return view;
}
View frame(const std::string& name, const std::string& arguments) {
  View view = wire(name, arguments);
  view.at = At::tool;
  view.status = CallStatus::executed;
  return view;
}

RecorderNotes model_notes(std::uint32_t requests) {
  RecorderNotes notes;
  notes.model = true;
  notes.model_requests = requests;
  return notes;
}
RecorderNotes mcp_notes(bool connected, bool whole) {
  RecorderNotes notes;
  notes.mcp = true;
  notes.mcp_connected = connected;
  notes.mcp_whole = whole;
  return notes;
}

std::string call_line(const View& view) { return call_event(view, {}); }
ToolResult by_id(std::string id) {
  ToolResult out;
  out.id = std::move(id);
  return out;
}
ToolResult by_name(std::string name) {
  ToolResult out;
  out.name = std::move(name);
  return out;
}
const std::string kFinished = R"({"event":"finished","reason":"stop"})";

Answer answered(const std::vector<View>& calls, const std::vector<ToolResult>& results) {
  std::vector<std::string> recorded;
  for (const View& call : calls) recorded.push_back(call_line(call));
  for (const ToolResult& result : results) recorded.push_back(result_event(result));
  recorded.push_back(recorder_event(model_notes(2)));
  return answer_of(AdapterKind::protocol, {kFinished}, recorded);
}
std::vector<bool> marks(const Answer& answer) {
  std::vector<bool> out;
  for (const View& view : answer.views) out.push_back(view.answered);
  return out;
}

TEST(RecordedAnswer, WithoutARecorderTheAdaptersWordStands) {
  const Answer answer = answer_of(
      AdapterKind::protocol, {R"({"event":"raw","name":"t","arguments":"{}"})", kFinished}, {});
  EXPECT_FALSE(answer.recorders);
  ASSERT_EQ(answer.views.size(), 1u);
  EXPECT_EQ(answer.views[0].evidence, Evidence::verbatim);
}

TEST(RecordedAnswer, TheWireReplacesWhatTheAdapterSaysOfItAndKeepsItAsClaim) {
  const Answer answer =
      answer_of(AdapterKind::protocol,
                {R"({"event":"raw","name":"t","arguments":{"a":2}})",
                 R"({"event":"normalized","name":"t","arguments":{"a":1}})", kFinished},
                {call_line(wire("t", "{\"a\":1.0}", "c1")), recorder_event(model_notes(1))});
  ASSERT_EQ(answer.views.size(), 2u);
  EXPECT_EQ(answer.views[0].at, At::wire);
  EXPECT_EQ(answer.views[0].evidence, Evidence::recorded);
  EXPECT_EQ(answer.views[0].arguments, "{\"a\":1.0}");
  EXPECT_EQ(answer.views[1].at, At::tool);
  EXPECT_EQ(answer.views[1].evidence, Evidence::parsed);
  ASSERT_EQ(answer.recorders->claims.size(), 1u);
  EXPECT_EQ(answer.recorders->claims[0].arguments, "{\"a\":2}");
  EXPECT_TRUE(answer.raw_given);
}

TEST(RecordedAnswer, FramesReplaceClaimsCallByCall) {
  const std::string own = R"({"event":"normalized","name":"own","arguments":"{}"})";
  const std::string same = R"({"event":"normalized","name":"t","arguments":"{\"n\":1}"})";
  const Answer answer =
      answer_of(AdapterKind::protocol, {same, own, same, kFinished},
                {call_line(frame("t", "{\"n\": 1}")), recorder_event(mcp_notes(true, true))});
  ASSERT_EQ(answer.views.size(), 3u);
  EXPECT_EQ(answer.views[0].evidence, Evidence::recorded);
  EXPECT_EQ(answer.views[1].name, "own");
  EXPECT_EQ(answer.views[2].name, "t");  // one frame stands for one claim
  ASSERT_EQ(answer.recorders->claims.size(), 1u);
  EXPECT_TRUE(answer.normalized_given);
  EXPECT_FALSE(answer.raw_given);
}

TEST(RecordedAnswer, AServerThatNobodySpokeToSaysNothing) {
  const Answer answer =
      answer_of(AdapterKind::command, {kFinished}, {recorder_event(mcp_notes(false, false))});
  EXPECT_TRUE(answer.short_form);
  EXPECT_FALSE(answer.normalized_given);
  const Answer unread =
      answer_of(AdapterKind::command, {kFinished}, {recorder_event(mcp_notes(true, false))});
  EXPECT_FALSE(unread.normalized_given);  // a frame that could not be read may be the call
}

TEST(RecordedAnswer, AModelThatNobodyAskedIsNeverNoTool) {
  const Answer silent =
      answer_of(AdapterKind::protocol, {kFinished}, {recorder_event(model_notes(0))});
  EXPECT_TRUE(silent.short_form);
  EXPECT_FALSE(silent.raw_given);
  EXPECT_FALSE(silent.normalized_given);
  const Answer asked =
      answer_of(AdapterKind::protocol, {kFinished}, {recorder_event(model_notes(1))});
  EXPECT_TRUE(asked.raw_given);
  // What an adapter itself shows stands where the recorder saw nothing.
  const Answer told_of = answer_of(AdapterKind::protocol,
                                   {R"({"event":"raw","name":"t","arguments":"{}"})", kFinished},
                                   {recorder_event(model_notes(0))});
  ASSERT_EQ(told_of.views.size(), 1u);
  EXPECT_TRUE(told_of.recorders->claims.empty());
}

TEST(RecordedAnswer, AReplyThatCouldNotBeReadIsNeverNoToolEither) {
  const auto with = [](std::uint32_t replies, const std::vector<std::string>& events) {
    RecorderNotes notes = model_notes(2);
    notes.model_replies = replies;
    return answer_of(AdapterKind::protocol, events, {recorder_event(notes)});
  };
  const Answer unread = with(0, {kFinished});
  EXPECT_TRUE(unread.short_form);
  EXPECT_FALSE(unread.raw_given);
  // An adapter that says "no call" does not know either.
  EXPECT_FALSE(with(0, {R"({"raw":[],"normalized":[]})"}).raw_given);
  EXPECT_TRUE(with(1, {kFinished}).raw_given);
}

TEST(RecordedAnswer, ResultsMarkTheCallsThatTheyAnswerById) {
  const std::vector<View> calls = {wire("t", "1", "a"), wire("t", "2", "b"), wire("u", "3", "c")};
  EXPECT_EQ(marks(answered(calls, {by_id("b")})), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(marks(answered(calls, {by_id("x")})), (std::vector<bool>{false, false, false}));
  ToolResult of_no_call = by_id("x");
  of_no_call.name = "t";
  EXPECT_EQ(marks(answered(calls, {of_no_call})), (std::vector<bool>{false, false, false}));
  const std::vector<View> again = {wire("t", "1", "a"), wire("t", "2", "a")};
  EXPECT_EQ(marks(answered(again, {by_id("a")})), (std::vector<bool>{true, false}));
  EXPECT_EQ(marks(answered(again, {by_id("a"), by_id("a")})), (std::vector<bool>{true, true}));
}

TEST(RecordedAnswer, ResultsUnderIdsOfTheClientsOwnMakingMarkTheCallsThatAreLeft) {
  const Answer both =
      answered({wire("a", "{}", "1"), wire("b", "{}", "2")}, {by_id("mine-1"), by_id("2")});
  EXPECT_TRUE(both.views[0].answered);
  EXPECT_TRUE(both.views[1].answered);
  const Answer one = answered({wire("a", "{}", "1"), wire("b", "{}", "2")}, {by_id("2")});
  EXPECT_FALSE(one.views[0].answered);
}

TEST(RecordedAnswer, ResultsWithoutIdsMarkByNameInOrder) {
  const std::vector<View> calls = {wire("t", "1"), wire("u", "2"), wire("t", "3")};
  EXPECT_EQ(marks(answered(calls, {by_name("t")})), (std::vector<bool>{true, false, false}));
  EXPECT_EQ(marks(answered(calls, {by_name("u"), by_name("t"), by_name("t")})),
            (std::vector<bool>{true, true, true}));
  EXPECT_EQ(marks(answered(calls, {by_name("z")})), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(marks(answered(calls, {ToolResult(), ToolResult()})),
            (std::vector<bool>{true, true, false}));
}

TEST(RecordedAnswer, ManyResultsAndCallsDoNotTakeTheirProduct) {
  std::vector<View> calls;
  std::vector<ToolResult> results;
  for (int i = 0; i < 20000; ++i) {
    calls.push_back(wire("t", "{}", std::to_string(i % 100)));
    results.push_back(by_id(std::to_string(i % 100)));
  }
  EXPECT_EQ(std::ranges::count(marks(answered(calls, results)), true), 20000);
}

TEST(RecordedAnswer, APieceOfACallAfterWhichTheClientAskedAgainIsAnswered) {
  const View piece = wire("t", "{\"a\":1,\"askedAgain\":true", "a");
  const auto marked = [&](const RecordedPlace& place) {
    return marks(answer_of(AdapterKind::protocol, {kFinished},
                           {call_line(wire("t", "{}", "b")), call_event(piece, place),
                            recorder_event(model_notes(2))}));
  };
  EXPECT_EQ(marked({1, {{0, 5}}, false, true}), (std::vector<bool>{false, true}));
  EXPECT_EQ(marked({1, {}, false, false}), (std::vector<bool>{false, false}));
}

TEST(RecordedAnswer, WhatBothTellOfIsThereOnceAndTheAdaptersLastWordStaysLast) {
  const auto said = [](const std::string& text) {
    return message_event({.role = "assistant", .text = text});
  };
  const Answer answer =
      answer_of(AdapterKind::protocol, {said("done"), kFinished},
                {said("let me see"), said("done"), recorder_event(model_notes(1))});
  ASSERT_EQ(answer.messages.size(), 2u);
  EXPECT_EQ(answer.messages[0].text, "let me see");
  EXPECT_EQ(answer.messages[1].text, "done");
}

TEST(RecordedAnswer, ArgumentsOfAnyBytesComeBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (const std::string& arguments : {bytes, std::string("{\"a\":\"\xed\xa0\x80\"}"),
                                       std::string("\"}],\"event\":\"finished\""), std::string()}) {
    const Answer answer =
        answer_of(AdapterKind::protocol, {kFinished},
                  {call_line(wire("n\xff\"", arguments, "i\n")), recorder_event(model_notes(1))});
    ASSERT_EQ(answer.views.size(), 1u);
    EXPECT_EQ(answer.views[0].arguments, arguments);
    EXPECT_EQ(answer.views[0].name, "n\xff\"");
    EXPECT_EQ(answer.views[0].id, "i\n");
  }
}

TEST(RecordedAnswer, AnAdapterThatPrintsARecordersNotesSaysNothing) {
  RecorderNotes forged = model_notes(0);
  forged.facts = {"nobody came"};
  const std::string line = recorder_event(forged);
  const Answer alone = answer_of(AdapterKind::protocol, {line, kFinished}, {});
  EXPECT_FALSE(alone.recorders);
  const Answer beside =
      answer_of(AdapterKind::protocol, {line, kFinished}, {recorder_event(model_notes(3))});
  EXPECT_EQ(beside.recorders->model_requests, 3u);
  EXPECT_TRUE(beside.recorders->facts.empty());
}

TEST(RecordedAnswer, NotesComeBackWhole) {
  RecorderNotes notes = model_notes(7);
  notes.mcp = notes.mcp_connected = true;
  notes.client = "tiny \"1\"";
  notes.tool_manifest_sha256 = std::string(64, 'a');
  notes.wire_names = {{"get", "mcp__x__get"}, {"\xff", "b"}};
  notes.facts = {"one\ntwo", "three"};
  const Answer answer = answer_of(AdapterKind::protocol, {kFinished}, {recorder_event(notes)});
  const RecorderNotes& back = *answer.recorders;
  EXPECT_TRUE(back.model && back.mcp && back.mcp_connected);
  EXPECT_FALSE(back.mcp_whole);
  EXPECT_EQ(back.model_requests, 7u);
  EXPECT_EQ(back.client, notes.client);
  EXPECT_EQ(back.tool_manifest_sha256, notes.tool_manifest_sha256);
  EXPECT_EQ(back.wire_names, notes.wire_names);
  EXPECT_EQ(back.facts, notes.facts);
}

TEST(RecordedAnswer, AResultAnswersOneOfTheCallsUnderItsId) {
  const View a = wire("t", R"({"q":"soil"})", "c1");
  const View b = wire("t", R"({"q": "air"})", "c1");
  const View a_got = frame("t", R"({"q":"soil"})");
  const View b_got = frame("t", R"({"q":"air"})");
  const ToolResult told = by_id("c1");
  using Marks = std::vector<bool>;
  // The result belongs to the call that ran: the other one was told of to nobody.
  EXPECT_EQ(marks(answered({a, b, a_got}, {told})), (Marks{true, false, false}));
  EXPECT_EQ(marks(answered({a, b, b_got}, {told})), (Marks{false, true, false}));
  EXPECT_EQ(marks(answered({a, b, b_got}, {told, told})), (Marks{true, true, false}));
  EXPECT_EQ(marks(answered({a, b}, {told})), (Marks{true, false}));
  EXPECT_EQ(marks(answered({a, b, a_got, b_got}, {told})), (Marks{true, false, false, false}));
  // What an equal call with an id of its own had run is not theirs.
  const View own = wire("t", R"({"q":"soil"})", "c0");
  EXPECT_EQ(marks(answered({a, b, own, a_got, b_got}, {told, by_id("c0")})),
            (Marks{false, true, true, false, false}));
  // Under the names by which a client sends them.
  RecorderNotes notes = model_notes(2);
  notes.wire_names = {{"t", "mcp__x__t"}};
  std::vector<std::string> recorded;
  for (const View& view : {wire("mcp__x__t", R"({"q":"soil"})", "c1"),
                           wire("mcp__x__t", R"({"q":"air"})", "c1"), b_got}) {
    recorded.push_back(call_line(view));
  }
  recorded.push_back(result_event(told));
  recorded.push_back(recorder_event(notes));
  EXPECT_EQ(marks(answer_of(AdapterKind::protocol, {kFinished}, recorded)),
            (Marks{false, true, false}));
  // An adapter that tells what its own tool got.
  recorded = {call_line(a), call_line(b), result_event(told), recorder_event(model_notes(2))};
  const std::string claim = R"({"event":"normalized","name":"t","arguments":{"q":"air"}})";
  EXPECT_EQ(marks(answer_of(AdapterKind::protocol, {claim, kFinished}, recorded)),
            (Marks{false, true, false}));
}

}  // namespace
}  // namespace tare
