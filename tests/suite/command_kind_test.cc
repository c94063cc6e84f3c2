// adapter.kind "command": what a suite may say, and which cases can be put to such a program.
#include <gtest/gtest.h>

#include "suite/command_cases.h"
#include "suite_test_support.h"

namespace tare {
namespace {

std::string suite_with(const std::string& adapter, const std::string& more = {}) {
  return R"({"adapter":{"kind":"command",)" + adapter + R"(},"cases":["cases.json"])" + more + "}";
}
std::string faults(const std::string& adapter, const std::string& cases = kGoodCase) {
  return faults_of_suite(suite_with(adapter), cases);
}

Suite load(const std::string& text, const std::string& cases = kGoodCase) {
  Folder folder;
  folder.write("tare.json", text);
  folder.write("cases.json", cases);
  auto suite = load_suite(folder.file("tare.json"), kToday);
  EXPECT_TRUE(suite) << all_faults(suite.error());
  return suite ? std::move(suite).value() : Suite();
}

TEST(CommandKind, IsReadWithItsDefaults) {
  const Suite suite = load(suite_with(R"("command":["agent","-p","{request}"])"));
  EXPECT_EQ(suite.adapter.kind, AdapterKind::command);
  EXPECT_EQ(suite.adapter.command_stdin, CommandStdin::none);
  EXPECT_EQ(suite.adapter.command_stdout, CommandStdout::log);
  const Suite other =
      load(suite_with(R"("command":["agent"],"stdin":"messages","stdout":"answer","reuse":1)"));
  EXPECT_EQ(other.adapter.command_stdin, CommandStdin::messages);
  EXPECT_EQ(other.adapter.command_stdout, CommandStdout::answer);
}

TEST(CommandKind, SaysBeforeTheRunThatNoCallWillBeOnRecord) {
  const Suite told = load(suite_with(R"("command":["agent","{request}"])"));
  ASSERT_EQ(told.warnings.size(), 1u);
  EXPECT_NE(told.warnings[0].find("not on record"), std::string::npos);
  const Suite untold = load(suite_with(R"("command":["agent"])"));
  ASSERT_EQ(untold.warnings.size(), 2u);
  EXPECT_NE(untold.warnings[1].find("not told what the user says"), std::string::npos);
  EXPECT_EQ(load(suite_with(R"("command":["a"],"stdin":"request")")).warnings.size(), 1u);
  EXPECT_TRUE(load(R"({"adapter":{"command":["a"]},"cases":["cases.json"]})").warnings.empty());
}

TEST(CommandKind, MembersOfTheOtherKindAreRefused) {
  EXPECT_EQ(
      faults(R"("command":["a"],"stdout":"mixed")"),
      "tare.json:1:55: \"stdout\": \"mixed\" is for adapters that speak the protocol | for kind "
      "\"command\" write \"log\", or \"answer\" where stdout is the final answer");
  EXPECT_EQ(
      faults(R"("command":["a"],"stdout":"anwser")"),
      "tare.json:1:55: \"stdout\" is \"anwser\"; it must be one of log, answer | did you mean "
      "\"answer\"?");
  EXPECT_EQ(faults(R"("command":["a"],"stdin":"message")"),
            "tare.json:1:54: \"stdin\" is \"message\"; it must be one of none, request, messages | "
            "did you mean \"messages\"?");
  EXPECT_EQ(
      faults(R"("command":["a"],"reuse":2)"),
      "tare.json:1:54: \"reuse\" is for adapters that speak the protocol | remove it: a program "
      "of kind \"command\" answers by ending");
  EXPECT_EQ(
      faults_of_suite(suite_with(R"("command":["a"])", R"(,"tools":"describe")")),
      "tare.json:1:78: a program of kind \"command\" cannot be asked for its tools | name a file "
      "with them, or leave \"tools\" out");
  const auto protocol = [](const std::string& member) {
    return faults_of_suite(R"({"adapter":{"command":["a"],)" + member +
                           R"(},"cases":["cases.json"]})");
  };
  EXPECT_EQ(
      protocol(R"("stdout":"answer")"),
      "tare.json:1:38: \"stdout\": \"answer\" is for kind \"command\" | add \"kind\": \"command\" "
      "if the program does not speak the protocol");
  EXPECT_EQ(
      protocol(R"("stdin":"request")"),
      "tare.json:1:37: \"stdin\" is for kind \"command\" | remove it: an adapter that speaks the "
      "protocol reads its request there; or add \"kind\": \"command\"");
  EXPECT_EQ(
      protocol(R"("kind":"comand")"),
      "tare.json:1:36: \"kind\" is \"comand\"; it must be one of protocol, command | did you mean "
      "\"command\"?");
}

TEST(CommandKind, PlaceholdersAreHeldToTheirNamesAndPlaces) {
  EXPECT_EQ(
      faults(R"("command":["a","-p","{prompt}"])"),
      "tare.json:1:50: command[2]: {prompt} is no placeholder | known: request, messages, "
      "instructions, caseId, trial, attempt, maxTurns, deadlineMs, model, variant, scratch, home, "
      "modelUrl, mcpUrl, tare; "
      "{{prompt} is the text itself");
  EXPECT_EQ(faults(R"("command":["{caseId}"])"),
            "tare.json:1:41: {caseId} stands in the name of the program | name one program; "
            "placeholders are for its arguments");
  EXPECT_EQ(
      faults(R"("command":["sh","-c","agent {request}"])"),
      "tare.json:1:51: command[2] is code for sh, and {request} would become part of it | pass it "
      "as an argument of its own: [\"sh\", \"-c\", \"agent \\\"$1\\\"\", \"sh\", \"{request}\"]");
  EXPECT_EQ(faults(R"("command":["sh","-c","agent \"$1\" {trial} ${HOME}","sh","{request}"])"), "");
  // A protocol adapter's words are its own.
  EXPECT_EQ(faults_of_suite(R"({"adapter":{"command":["a","{x}"]},"cases":["cases.json"]})"), "");
}

TEST(CommandKind, VariantsMustHoldWhatTheCommandNames) {
  const auto of = [](const std::string& word, const std::string& variants) {
    return faults_of_suite(
        suite_with("\"command\":[\"a\",\"{request}\",\"" + word + "\"]", variants));
  };
  EXPECT_EQ(
      of("{model}", ""),
      "tare.json: the command has {model}, and the suite has no variants | add \"variants\", or "
      "write the word itself");
  EXPECT_EQ(of("{variant}", R"(,"variants":[{"name":"v"}])"), "");
  EXPECT_EQ(
      of("{model}", R"(,"variants":[{"name":"v","model":"m"},{"name":"w"}])"),
      "tare.json: the command has {model}, and not every variant has a \"model\" | add it to each "
      "of them");
  EXPECT_EQ(of("{model}", R"(,"variants":[{"name":"v","model":"m"}])"), "");
}

TEST(CommandKind, CasesThatCannotBePutToTheProgramAreRefused) {
  const std::string request = R"("command":["a","{request}"])";
  EXPECT_EQ(
      faults(request, R"({"id":"i","kind":"invoke","invoke":{"tool":"t","arguments":{}}})"),
      "cases.json:1:1: case \"i\": kind invoke calls one tool function, which an adapter of kind "
      "\"command\" cannot be asked for | give such cases a suite with an adapter that speaks the "
      "protocol");
  const std::string talk =
      R"({"id":"t","expectedTool":"x","messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]})";
  const std::string several =
      "cases.json:1:1: case \"t\": {request} is one text, and the case has several messages and no "
      "\"request\" | add \"request\", or pass {messages}";
  EXPECT_EQ(faults(request, talk), several);
  EXPECT_EQ(faults(R"("command":["a"],"stdin":"request")", talk), several);
  EXPECT_EQ(faults(R"("command":["a","{messages}"])", talk), "");
  EXPECT_EQ(
      faults(request, R"({"id":"n","request":"a\u0000b","expectedTool":"x"})"),
      "cases.json:1:1: case \"n\": {request} in command[1] would hold a NUL, which no argument can "
      "| pass it by {messages}, which is a file, or by \"stdin\"");
  const std::string large =
      R"({"id":"l","request":")" + std::string(140'000, 'x') + R"(","expectedTool":"x"})";
  EXPECT_EQ(
      faults(request, large),
      "cases.json:1:1: case \"l\": command[1] with {request} in it has 140000 bytes; an argument "
      "holds at most 131071 | pass it by {messages}, which is a file, or by \"stdin\"");
  EXPECT_EQ(faults(R"("command":["a"],"stdin":"request")", large), "");
}

TEST(CommandKind, TheRequestIsTheOneTextThatTheUserSays) {
  const auto text_of = [](const std::string& members) {
    const Suite suite = load(R"({"adapter":{"command":["a"]},"cases":["cases.json"]})",
                             R"({"id":"a","expectedTool":"x",)" + members + "}");
    return request_text(suite.cases.front().input).value_or("none");
  };
  EXPECT_EQ(text_of(R"("request":"a\u00e9 \"b\"\n{x}")"), "a\xc3\xa9 \"b\"\n{x}");
  EXPECT_EQ(text_of(R"("request":"r","messages":[{"role":"user","content":"m"}])"), "r");
  EXPECT_EQ(text_of(R"("messages":[{"role":"user","content":"m"}])"), "m");
  EXPECT_EQ(text_of(R"("messages":[{"role":"system","content":"m"}])"), "none");
  EXPECT_EQ(text_of(R"("messages":[{"role":"user","content":[{"type":"text","text":"m"}]}])"),
            "none");
  EXPECT_EQ(
      text_of(R"("messages":[{"role":"system","content":"s"},{"role":"user","content":"m"}])"),
      "none");
}

}  // namespace
}  // namespace tare
