// Replies that real providers sent, replayed over a socket: what is put together from the wire is
// what their events say, and no byte of a recorded body changes.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
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

std::vector<std::string> over_the_wire(RunningProxy& proxy, Provider provider,
                                       const ScriptedReply& reply, std::string* body = nullptr) {
  const std::string door = proxy.open(DoorOptions{.script = {reply}});
  const bool stream = !reply.events.empty();
  const Heard said = ask(proxy.port(), "/" + door + path_for(provider, stream), "{}");
  EXPECT_TRUE(said.ended);
  if (body != nullptr) *body = said.body;
  const auto record = proxy.close(door);
  std::vector<std::string> out;
  for (const ObservedCall& each : observe_reply(record.at(0)).calls) {
    out.push_back(shown(each.call));
  }
  return out;
}

TEST(RecordedReplies, EventsOfManyProvidersMakeTheSameCallsOverTheWire) {
  const std::string folder = shared_data("vercel_ai_streams");
  if (folder.empty()) GTEST_SKIP() << "the recorded streams are not on this machine";
  RunningProxy proxy;
  std::size_t with_calls = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".chunks.txt")) continue;
    ScriptedReply reply;
    std::optional<Provider> provider;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      const Json event = Json::parse(line, nullptr, false);
      if (event.is_discarded()) continue;
      if (!provider) provider = provider_of(event);
      reply.events.push_back(line);
    }
    if (!provider) continue;
    SCOPED_TRACE(path);
    const auto expected = directly(*provider, reply.events);
    with_calls += expected.empty() ? 0 : 1;
    EXPECT_EQ(over_the_wire(proxy, *provider, reply), expected);
    reply.chunking.transport_bytes = 1;
    EXPECT_EQ(over_the_wire(proxy, *provider, reply), expected);
  }
  EXPECT_GT(with_calls, 30u);
}

TEST(RecordedReplies, BodiesGoOutByteForByte) {
  const std::string file = shared_data("pydantic_ai_responses/provider_tool_responses.jsonl");
  if (file.empty()) GTEST_SKIP() << "the recorded replies are not on this machine";
  RunningProxy proxy;
  std::ifstream lines(file);
  std::size_t with_calls = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json entry = Json::parse(line);
    const Json& response = entry.at("response");
    ScriptedReply reply;
    reply.body = response.is_string() ? response.get<std::string>() : response.dump();
    const bool anthropic = entry.at("provider") == "anthropic";
    const auto told = response.is_string() ? std::nullopt : provider_of(response);
    const Provider provider =
        told.value_or(anthropic ? Provider::anthropic : Provider::openai_chat);
    std::string body;
    with_calls += over_the_wire(proxy, provider, reply, &body).empty() ? 0 : 1;
    EXPECT_EQ(body, reply.body);
  }
  EXPECT_GT(with_calls, 50u);
}

}  // namespace
}  // namespace tare::proxy
