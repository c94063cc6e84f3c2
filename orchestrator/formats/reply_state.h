// What an assembler knows half-way, and the small steps that all providers share.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/partial_arguments.h"
#include "formats/provider_reply.h"
#include "json/value.h"

namespace tare::formats {

struct ReplyAssembler::State {
  Provider provider = Provider::openai_chat;
  WireReply reply;
  // The call that pieces under a key go to: an index, an item id, a content block.
  std::unordered_map<std::string, std::size_t> open;
  std::unordered_map<std::size_t, PartialArguments> by_path;  // gemini: of calls, where streamed
  std::vector<std::size_t> touched;                           // by the event that is being taken
  std::size_t messages = 0;  // anthropic: block numbers begin anew with each message

  void fault(std::string text);
  // nullptr past kMaxCalls, which is a fault.
  WireCall* begin(const std::string& key);
  WireCall* at(const std::string& key);
};

// A member that is a string, decoded; nullopt if it is none.
std::optional<std::string> string_member(json::Value object, std::string_view name);
// A member that is an object or a list; an invalid Value if it is neither or absent.
json::Value object_member(json::Value object, std::string_view name);
json::Value list_member(json::Value object, std::string_view name);
// Takes arguments that stand there whole: text where it is a string, else the bytes of the JSON.
void set_arguments(WireCall& call, json::Value arguments);
// The same where the provider sends arguments as JSON: a string or a null in their place is what
// the model wrote, quotes and all, and stays the bytes that it is.
void set_json_arguments(WireCall& call, json::Value arguments);
// The same of a piece: appended.
void add_arguments(WireCall& call, json::Value piece);
// Appends a piece of a text. A surrogate pair whose halves stand in two pieces becomes the one
// character that it is.
void join_text(std::string& out, std::string_view piece);
// A key of the value's own bytes, so that 0 and "0" stay apart.
std::string key_of(std::string_view prefix, json::Value value);

void take_openai_chat(ReplyAssembler::State& state, json::Value event);
void take_openai_responses(ReplyAssembler::State& state, json::Value event);
void take_anthropic(ReplyAssembler::State& state, json::Value event);
void take_gemini(ReplyAssembler::State& state, json::Value event);
void take_ollama(ReplyAssembler::State& state, json::Value event);

}  // namespace tare::formats
