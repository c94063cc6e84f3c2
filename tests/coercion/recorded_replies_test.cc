// Replies of real providers against the calls that a real SDK handed on from them: what Tare puts
// together from the events is the raw side, what the SDK made of it the normalized one.
//
// Claimed are chat completions, responses and messages: calls of the caller's own tools, whose
// arguments are on the wire as text. Tools that the provider runs itself are joined too where their
// arguments are on the wire; for the rest the SDK writes an input of its own.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "coercion/call_trace.h"
#include "coercion/shared_data.h"
#include "formats/provider_reply.h"

namespace tare {
namespace {

using Json = nlohmann::json;
using formats::Provider;

std::string slurp(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// The tongue is told from the first event, as a proxy tells it from the address.
std::optional<Provider> provider_of(const std::string& first) {
  const Json event = Json::parse(first, nullptr, false);
  if (event.contains("choices")) return Provider::openai_chat;
  if (event.contains("candidates")) return Provider::gemini;
  const std::string type = event.value("type", "");
  if (type.starts_with("message") && event.contains("role")) return Provider::anthropic;
  if (type == "message_start" && event.contains("message")) return Provider::anthropic;
  if (type.starts_with("response.") || event.value("object", "") == "response") {
    return Provider::openai_responses;
  }
  return std::nullopt;
}

struct Recorded {
  std::optional<Provider> provider;
  formats::WireReply reply;
};

Recorded read_recorded(const std::string& text) {
  Recorded out;
  std::vector<std::string> events;
  if (Json::accept(text)) {
    events.push_back(text);
  } else {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty()) events.push_back(line);
    }
  }
  for (const std::string& event : events) {
    if (!out.provider) out.provider = provider_of(event);
  }
  if (!out.provider) return out;
  formats::ReplyAssembler assembler(*out.provider);
  for (const std::string& event : events) assembler.take(event);
  out.reply = assembler.finish();
  return out;
}

TEST(RecordedReplies, CallsPutTogetherAreThoseThatTheSdkHandedOn) {
  const std::string list = shared_data("vercel_ai_streams/expected_tool_calls.jsonl");
  if (list.empty()) GTEST_SKIP() << "the recorded provider replies are not on this machine";
  const std::string folder = list.substr(0, list.rfind('/') + 1);
  std::ifstream in(list);
  int calls = 0;
  int replies = 0;
  std::map<std::string, int> found;  // by recording and kind
  std::map<std::string, int> unclaimed;
  std::map<std::string, int> excused;  // by reason: not joined, and why
  for (std::string line; std::getline(in, line);) {
    const Json record = Json::parse(line);
    const std::string file = record["file"];
    const Recorded recorded = read_recorded(slurp(folder + file));
    if (!recorded.provider) {
      ++unclaimed[file.substr(0, file.find('/'))];
      continue;
    }
    ++replies;
    EXPECT_THAT(recorded.reply.faults, testing::IsEmpty()) << file;
    Answer answer;
    answer.finished = FinishReason::stop;
    std::set<std::string> own;   // ids of calls whose arguments are on the wire
    std::set<std::string> bare;  // ids of tools of the provider's without arguments there
    for (const formats::WireCall& call : recorded.reply.calls) {
      if (call.arguments.empty() && call.builtin) {
        bare.insert(call.id.value_or(""));
        continue;
      }
      own.insert(call.id.value_or(""));
      View view;
      view.at = At::wire;
      view.id = call.id;
      view.name = call.name;
      view.arguments = call.arguments;
      answer.views.push_back(view);
    }
    for (const Json& handed : record["expected"]) {
      if (!own.contains(handed["toolCallId"])) {
        const std::string tool = handed["toolName"];
        const std::string seen = bare.contains(handed["toolCallId"])     ? "no arguments"
                                 : own.contains("") || bare.contains("") ? "no id"
                                                                         : "no call";
        const std::string by = handed.value("providerExecuted", false) ? "provider" : "caller";
        ++excused[by + ", " + seen + " on the wire: " + tool];
        continue;
      }
      ++calls;
      View view;
      view.at = At::client;
      view.id = handed["toolCallId"].get<std::string>();
      view.name = handed["toolName"].get<std::string>();
      view.arguments = handed["input"].get<std::string>();
      answer.views.push_back(view);
    }
    for (const CallTrace& trace : trace_calls(answer, {})) {
      for (const Finding& finding : trace.findings) {
        const std::string name = file.substr(file.rfind('/') + 1);
        ++found[name.substr(0, name.find('.')) + " " + std::string(finding.kind)];
      }
    }
  }
  // Each was looked at: the SDK streams the call of a remote server's tool without its arguments;
  // shows one name of its own for both forms of the provider's search for tools; writes a `type`
  // into the arguments of scripts; and puts "mcp." before the names of remote servers' tools.
  EXPECT_THAT(found, testing::UnorderedElementsAre(
                         testing::Pair("anthropic-mcp argsLost", 1),
                         testing::Pair("anthropic-tool-search-bm25 nameTruncated", 2),
                         testing::Pair("anthropic-tool-search-regex nameTruncated", 2),
                         testing::Pair("anthropic-programmatic-tool-calling keyInjected", 2),
                         testing::Pair("anthropic-web-fetch-tool-20260209 keyInjected", 2),
                         testing::Pair("openai-mcp-tool-approval namePrefixed", 2),
                         testing::Pair("openai-mcp-tool namePrefixed", 3)));
  EXPECT_EQ(calls, 62);
  EXPECT_EQ(replies, 67);
  // Not joined: of tools whose input is no JSON text on the wire but an item with members of its
  // own, the SDK writes an input; and where the provider leaves the call's id empty, the SDK takes
  // the item's.
  const auto is = [](const std::string& reason, int times) { return testing::Pair(reason, times); };
  EXPECT_THAT(excused, testing::UnorderedElementsAre(
                           is("caller, no arguments on the wire: apply_patch", 3),
                           is("caller, no arguments on the wire: shell", 4),
                           is("provider, no arguments on the wire: codeExecution", 6),
                           is("provider, no arguments on the wire: code_interpreter", 2),
                           is("provider, no arguments on the wire: fileSearch", 4),
                           is("provider, no arguments on the wire: file_search", 4),
                           is("provider, no arguments on the wire: generateImage", 2),
                           is("provider, no arguments on the wire: image_generation", 2),
                           is("provider, no arguments on the wire: webSearch", 9),
                           is("provider, no arguments on the wire: web_search_preview", 3),
                           is("provider, no id on the wire: code_execution", 1),
                           is("provider, no id on the wire: web_search", 2),
                           is("provider, no id on the wire: x_search", 1)));
  EXPECT_THAT(unclaimed, testing::ElementsAre(testing::Pair("cohere", 3)));
}

}  // namespace
}  // namespace tare
