// Replies that real providers sent, replayed over a socket: what is put together from the wire is
// what their events say, and no byte of a recorded body changes.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "coercion/shared_data.h"
#include "proxy/observation.h"
#include "running_proxy.h"

namespace tare::proxy {
namespace {

using formats::Provider;
using Json = nlohmann::json;

std::string path_for(Provider provider, bool stream) {
  switch (provider) {
    case Provider::openai_chat:
      return "/v1/chat/completions";
    case Provider::openai_responses:
      return "/v1/responses";
    case Provider::anthropic:
      return "/v1/messages";
    case Provider::gemini:
      return stream ? "/v1beta/models/m:streamGenerateContent?alt=sse"
                    : "/v1beta/models/m:generateContent";
    case Provider::ollama:
      return "/api/chat";
  }
  return "";
}

// Told from the reply itself; nullopt where it is of no provider that is spoken.
std::optional<Provider> provider_of(const Json& event) {
  if (!event.is_object()) return std::nullopt;
  if (event.contains("choices")) return Provider::openai_chat;
  if (event.contains("candidates")) return Provider::gemini;
  const std::string type = event.value("type", "");
  const bool response = event.contains("object") && event["object"] == "response";
  if (type.starts_with("response.") || response) return Provider::openai_responses;
  if (type == "message" || type == "message_start") return Provider::anthropic;
  return std::nullopt;
}

std::string shown(const formats::WireCall& call) {
  return call.id.value_or("-") + " " + call.name.value_or("-") + " " + call.arguments +
         (call.complete ? "" : " ...");
}

// Slow and plain: the events, one after the other, without any wire.
std::vector<std::string> directly(Provider provider, const std::vector<std::string>& events) {
  formats::ReplyAssembler assembler(provider);
  for (const std::string& event : events) assembler.take(event);
  std::vector<std::string> out;
  for (const formats::WireCall& call : assembler.finish().calls) out.push_back(shown(call));
  return out;
}

Exchange over_the_wire(RunningProxy& proxy, Provider provider, const ScriptedReply& reply,
                       bool stream) {
  const std::string door = proxy.open(DoorOptions{.script = {reply}});
  const Heard said = ask(proxy.port(), "/" + door + path_for(provider, stream), "{}");
  EXPECT_TRUE(said.ended);
  auto record = proxy.close(door);
  EXPECT_EQ(record.size(), 1u);
  if (record.empty()) return {};
  EXPECT_EQ(record[0].reply_body, said.body);
  return std::move(record[0]);
}

std::vector<std::string> calls_of(const Exchange& exchange) {
  std::vector<std::string> out;
  for (const ObservedCall& each : observe_reply(exchange).calls) out.push_back(shown(each.call));
  return out;
}

std::string slurp(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// One file of the recorded streams.
struct Recording {
  std::optional<Provider> provider;  // nullopt: of none that is spoken
  bool stream = false;
  std::vector<std::string> events;  // of a whole reply: itself
  ScriptedReply reply;
};

Recording read_recording(const std::string& path) {
  Recording out;
  const std::string text = slurp(path);
  out.stream = !path.ends_with(".json");
  const bool framed = path.ends_with(".sse");
  if (!out.stream || framed) out.reply.body = text;
  if (!out.stream) out.events.push_back(text);
  std::istringstream lines(out.stream ? text : "");
  for (std::string line; std::getline(lines, line);) {
    if (framed && !line.starts_with("data: ")) continue;
    if (framed) line.erase(0, 6);
    if (Json::accept(line)) out.events.push_back(line);
  }
  for (const std::string& event : out.events) {
    if (!out.provider) out.provider = provider_of(Json::parse(event, nullptr, false));
  }
  if (!out.reply.body) out.reply.events = out.events;
  return out;
}

TEST(RecordedReplies, ManyProvidersMakeTheSameCallsOverTheWire) {
  const std::string folder = shared_data("vercel_ai_streams");
  if (folder.empty()) GTEST_SKIP() << "the recorded streams are not on this machine";
  RunningProxy proxy;
  std::map<std::string, std::size_t> with_calls;
  std::set<std::string> not_spoken;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const bool recording =
        path.ends_with(".chunks.txt") || path.ends_with(".json") || path.ends_with(".sse");
    if (!recording) continue;
    const std::string family = path.substr(folder.size() + 1);
    Recording taken = read_recording(path);
    if (!taken.provider) {
      not_spoken.insert(family.starts_with("google/interactions")
                            ? "google/interactions"
                            : family.substr(0, family.find('/')));
      continue;
    }
    SCOPED_TRACE(path);
    const auto expected = directly(*taken.provider, taken.events);
    with_calls[family.substr(0, family.find('/'))] += expected.empty() ? 0 : 1;
    // Byte by byte where that does not take long, else in parts that fit no event.
    for (const std::size_t bytes : {std::size_t{0}, entry.file_size() < 20'000 ? 1ul : 997ul}) {
      taken.reply.chunking.transport_bytes = bytes;
      const Exchange exchange = over_the_wire(proxy, *taken.provider, taken.reply, taken.stream);
      EXPECT_EQ(calls_of(exchange), expected);
      EXPECT_THAT(observe_reply(exchange).faults, ::testing::IsEmpty());
    }
  }
  for (const char* family :
       {"openai", "anthropic", "google", "groq", "mistral", "deepseek", "xai", "alibaba", "azure",
        "moonshotai", "open-responses", "openai-compatible"}) {
    EXPECT_GT(with_calls[family], 0u) << family;
  }
  EXPECT_THAT(not_spoken,
              ::testing::ElementsAre("amazon-bedrock", "cohere", "google/interactions"));
}

// Known calls: what a real SDK handed on of the same recordings, by id. What it changes of them on
// its way is looked at where that is measured; here all that it left alone has to agree.
TEST(RecordedReplies, CallsThatAreKnownAgree) {
  const std::string list = shared_data("vercel_ai_streams/expected_tool_calls.jsonl");
  if (list.empty()) GTEST_SKIP() << "the recorded streams are not on this machine";
  const std::string folder = list.substr(0, list.rfind('/') + 1);
  RunningProxy proxy;
  std::size_t agree = 0;
  std::set<std::string> differ;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);) {
    const Json entry = Json::parse(line);
    const std::string file = entry["file"];
    const Recording taken = read_recording(folder + file);
    if (!taken.provider) continue;
    const auto calls =
        observe_reply(over_the_wire(proxy, *taken.provider, taken.reply, taken.stream)).calls;
    for (const Json& known : entry["expected"]) {
      for (const ObservedCall& seen : calls) {
        if (seen.call.id != known["toolCallId"].get<std::string>()) continue;
        if (seen.call.builtin) continue;  // of tools that the provider runs itself
        const bool same = seen.call.name == known["toolName"].get<std::string>() &&
                          seen.call.complete &&
                          Json::parse(seen.call.arguments, nullptr, false) ==
                              Json::parse(known["input"].get<std::string>(), nullptr, false);
        agree += same ? 1 : 0;
        if (!same) differ.insert(file);
      }
    }
  }
  EXPECT_GE(agree, 20u);
  EXPECT_THAT(differ, ::testing::IsEmpty());
}

// Slow and plain: each call's arguments as a tree, set place by place.
std::vector<Json> arguments_by_path(const std::vector<std::string>& events) {
  std::vector<Json> out;
  for (const std::string& event : events) {
    const Json parsed = Json::parse(event);
    for (const Json& part : parsed["candidates"][0]["content"].value("parts", Json::array())) {
      if (!part.contains("functionCall")) continue;
      const Json& function = part["functionCall"];
      if (function.contains("name")) out.push_back(function.value("args", Json::object()));
      for (const Json& piece : function.value("partialArgs", Json::array())) {
        std::string pointer;
        for (const char c : piece["jsonPath"].get<std::string>().substr(1)) {
          if (c != ']') pointer += c == '.' || c == '[' ? '/' : c;
        }
        Json& place = out.back()[Json::json_pointer(pointer)];
        if (piece.contains("stringValue")) {
          const std::string more = piece["stringValue"];
          place = (place.is_string() ? place.get<std::string>() : "") + more;
        }
        for (const char* member : {"numberValue", "boolValue"}) {
          if (piece.contains(member)) place = piece[member];
        }
      }
    }
  }
  return out;
}

TEST(RecordedReplies, ArgumentsByPathArePutTogether) {
  const std::string folder = shared_data("vercel_ai_streams/google");
  if (folder.empty()) GTEST_SKIP() << "the recorded streams are not on this machine";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (slurp(path).find("partialArgs") == std::string::npos) continue;
    SCOPED_TRACE(path);
    ++files;
    const Recording taken = read_recording(path);
    ASSERT_EQ(taken.provider, Provider::gemini);
    formats::ReplyAssembler assembler(*taken.provider);
    for (const std::string& event : taken.events) assembler.take(event);
    std::vector<Json> arguments;
    for (const formats::WireCall& call : assembler.finish().calls) {
      EXPECT_TRUE(call.complete);
      arguments.push_back(call.arguments.empty() ? Json::object() : Json::parse(call.arguments));
    }
    EXPECT_EQ(arguments, arguments_by_path(taken.events));
  }
  EXPECT_GE(files, 4u);
}

TEST(RecordedReplies, BodiesGoOutByteForByte) {
  const std::string file = shared_data("pydantic_ai_responses/provider_tool_responses.jsonl");
  if (file.empty()) GTEST_SKIP() << "the recorded replies are not on this machine";
  RunningProxy proxy;
  std::ifstream lines(file);
  std::size_t with_calls = 0, swallowed = 0, swallowed_calls = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json entry = Json::parse(line);
    const Json& response = entry.at("response");
    SCOPED_TRACE(entry.value("source", ""));
    const bool stream = response.is_string();
    ScriptedReply reply;
    reply.body = stream ? response.get<std::string>() : response.dump();
    reply.status = entry.at("http_status").get<std::uint32_t>();
    const bool anthropic = entry.at("provider") == "anthropic";
    const auto told = stream ? std::nullopt : provider_of(response);
    const Provider provider =
        told.value_or(anthropic ? Provider::anthropic : Provider::openai_chat);
    const Exchange exchange = over_the_wire(proxy, provider, reply, stream);
    EXPECT_EQ(exchange.reply_body, reply.body);
    EXPECT_EQ(exchange.status, reply.status);
    with_calls += calls_of(exchange).empty() ? 0 : 1;
    // A provider's error in place of a call that the model had made.
    if (!response.is_object() || !response.contains("error") || !response["error"].is_object()) {
      continue;
    }
    const std::string text = response["error"].value("failed_generation", "");
    if (text.empty()) continue;
    ++swallowed;
    const Observation seen = observe({exchange});
    EXPECT_THAT(seen.facts, ::testing::Contains(::testing::HasSubstr(text)));
    EXPECT_EQ(seen.views.size(), seen.places.size());
    for (const View& view : seen.views) {
      ++swallowed_calls;
      EXPECT_EQ(view.at, At::wire);
      const Json call = Json::parse(text);
      EXPECT_EQ(view.name, call["name"].get<std::string>());
      EXPECT_EQ(Json::parse(view.arguments.value_or("")), call["arguments"]);
    }
  }
  EXPECT_GT(with_calls, 50u);
  EXPECT_GE(swallowed, 1u);
  EXPECT_GE(swallowed_calls, 1u);
}

TEST(RecordedReplies, AStreamThatWasCutInAToolsJsonLeavesItsCallIncomplete) {
  const std::string folder = shared_data("anthropic_sdk_streams");
  if (folder.empty()) GTEST_SKIP() << "the recorded streams are not on this machine";
  RunningProxy proxy;
  std::size_t whole = 0, cut = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    SCOPED_TRACE(entry.path());
    ScriptedReply reply;
    reply.body = slurp(entry.path());
    reply.chunking.transport_bytes = 1;
    const Exchange exchange = over_the_wire(proxy, Provider::anthropic, reply, true);
    EXPECT_EQ(exchange.reply_body, reply.body);
    for (const ObservedCall& seen : observe_reply(exchange).calls) {
      const bool json = Json::accept(seen.call.arguments);
      EXPECT_EQ(seen.call.complete, json) << seen.call.arguments;
      (json ? whole : cut) += 1;
    }
  }
  EXPECT_GE(whole, 1u);
  EXPECT_GE(cut, 1u);
}

}  // namespace
}  // namespace tare::proxy
