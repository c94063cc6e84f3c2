#include "chat_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "json/reader.h"
#include "json/string_writer.h"
#include "json/value.h"

namespace tare::chat {
namespace {

using json::Value;

// What tare-chat says itself; `n` would make several replies out of one.
constexpr std::array<std::string_view, 9> kOwn = {"model",
                                                  "messages",
                                                  "tools",
                                                  "stream",
                                                  "n",
                                                  "return_token_ids",
                                                  "stream_options",
                                                  "return_tokens",
                                                  "return_output_ids_in_sglext"};

Value member(Value object, std::string_view name) {
  if (!object.valid() || !object.is_object()) return Value();
  const Value found = object.find(name);
  return found.valid() && found.is_null() ? Value() : found;
}

std::string text_of(Value value) {
  return value.valid() && value.is_string() ? value.decoded() : std::string();
}

Error cannot_ask(std::string reason, std::string mend) {
  return {.kind = ErrorKind::input, .reason = std::move(reason), .mend = std::move(mend)};
}

std::string messages_of(Value messages, Value instructions) {
  std::string out = "[";
  if (instructions.valid() && instructions.is_string()) {
    out += fmt::format(R"({{"role":"system","content":{}}})", instructions.text());
  }
  for (const Value message : messages.elements()) {
    if (out.size() > 1) out += ',';
    out += message.text();
  }
  return out + "]";
}

std::string tools_of(Value tools) {
  std::string out;
  if (!tools.valid() || !tools.is_array()) return out;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMembers = {
      {{"name", "name"}, {"description", "description"}, {"inputSchema", "parameters"}}};
  for (const Value tool : tools.elements()) {
    std::string function;
    for (const auto& [from, to] : kMembers) {
      const Value value = member(tool, from);
      if (!value.valid()) continue;
      function += fmt::format("{}\"{}\":{}", function.empty() ? "" : ",", to, value.text());
    }
    out += fmt::format(R"({}{{"type":"function","function":{{{}}}}})", out.empty() ? "[" : ",",
                       function);
  }
  return out.empty() ? out : out + "]";
}

Result<void> read_settings(Value settings, ChatRequest& out) {
  if (!settings.valid() || !settings.is_object()) return {};
  for (const auto& [name, value] : settings.members()) {
    const std::string word = name.decoded();
    if (std::find(kOwn.begin(), kOwn.end(), word) != kOwn.end()) {
      return cannot_ask(
          fmt::format("variant.settings sets \"{}\", which tare-chat says itself", word),
          "leave it out; the model stands in variant.model, streaming in --stream");
    }
    out.settings.emplace_back(word, std::string(value.text()));
  }
  return {};
}

}  // namespace

bool ChatRequest::sets(std::string_view name) const {
  return std::any_of(settings.begin(), settings.end(),
                     [&](const auto& setting) { return setting.first == name; });
}

Result<ChatRequest> read_chat_request(std::string_view line) {
  json::Document document;
  if (const auto fault = json::read_strict(line, document)) {
    return cannot_ask(
        fmt::format("the request is no JSON: {} at byte {}", fault.reason, fault.offset),
        "this program reads requests of Tare's protocol on stdin, one a line");
  }
  const Value root = document.root();
  ChatRequest out;
  out.kind = text_of(member(root, "request"));
  if (out.kind != "run") return out;
  const Value messages = member(member(root, "case"), "messages");
  if (!messages.valid() || !messages.is_array() || messages.size() == 0) {
    return cannot_ask("the case has no messages", "give it a request, or messages");
  }
  out.messages = messages_of(messages, member(root, "instructions"));
  out.tools = tools_of(member(root, "tools"));
  const Value variant = member(root, "variant");
  out.model = text_of(member(variant, "model"));
  if (auto read = read_settings(member(variant, "settings"), out); !read) return read.error();
  if (const Value deadline = member(root, "deadlineMs"); deadline.valid()) {
    const std::int64_t ms = deadline.as_integer().value_or(0);
    out.deadline_ms = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(ms, 0, std::numeric_limits<std::uint32_t>::max()));
  }
  const std::string execute = text_of(member(root, "execute"));
  out.executes = !execute.empty() && execute != "none";
  return out;
}

std::string body_of(const ChatRequest& request, const BodyWish& wish) {
  std::string out = "{";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (out.size() > 1) out += ',';
    json::append_json_string(out, name);
    out += ':';
    out += value;
  };
  if (!wish.model.empty()) {
    std::string model;
    json::append_json_string(model, wish.model);
    add("model", model);
  }
  add("messages", request.messages);
  if (!request.tools.empty()) add("tools", request.tools);
  if (wish.repeatable && !request.sets("temperature")) add("temperature", "0");
  if (wish.repeatable && !request.sets("seed")) add("seed", "1");
  for (const auto& [name, value] : request.settings) add(name, value);
  add("stream", wish.stream ? "true" : "false");
  if (wish.stream) add("stream_options", R"({"include_usage":true})");
  if (!wish.tokens.empty()) add(wish.tokens, "true");
  return out + "}";
}

}  // namespace tare::chat
