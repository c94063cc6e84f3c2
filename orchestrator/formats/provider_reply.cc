#include "formats/provider_reply.h"

#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "formats/reply_state.h"
#include "json/reader.h"

namespace tare::formats {

std::string_view provider_name(Provider provider) {
  switch (provider) {
    case Provider::openai_chat:
      return "openaiChat";
    case Provider::openai_responses:
      return "openaiResponses";
    case Provider::anthropic:
      return "anthropic";
    case Provider::gemini:
      return "gemini";
    case Provider::ollama:
      return "ollama";
  }
  return "";
}

void ReplyAssembler::State::fault(std::string text) {
  ++reply.fault_count;
  if (reply.faults.size() < kMaxFaults) reply.faults.push_back(std::move(text));
}

WireCall* ReplyAssembler::State::begin(const std::string& key) {
  if (reply.calls.size() >= kMaxCalls) {
    fault("more calls than are kept");
    return nullptr;
  }
  open[key] = reply.calls.size();
  touched.push_back(reply.calls.size());
  reply.calls.emplace_back();
  return &reply.calls.back();
}

WireCall* ReplyAssembler::State::at(const std::string& key) {
  const auto found = open.find(key);
  if (found == open.end()) return nullptr;
  touched.push_back(found->second);
  return &reply.calls[found->second];
}

std::optional<std::string> string_member(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  if (!value.valid() || !value.is_string()) return std::nullopt;
  return value.decoded();
}

json::Value object_member(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  return value.valid() && value.is_object() ? value : json::Value();
}

json::Value list_member(json::Value object, std::string_view name) {
  const json::Value value = object.find(name);
  return value.valid() && value.is_array() ? value : json::Value();
}

void set_arguments(WireCall& call, json::Value arguments) {
  if (!arguments.valid() || arguments.is_null()) return;
  call.as_text = arguments.is_string();
  call.arguments = call.as_text ? arguments.decoded() : std::string(arguments.text());
}

void set_json_arguments(WireCall& call, json::Value arguments) {
  if (!arguments.valid()) return;
  call.as_text = false;
  call.arguments = std::string(arguments.text());
}

void add_arguments(WireCall& call, json::Value piece) {
  if (!piece.valid() || piece.is_null()) return;
  if (piece.is_string()) {
    join_text(call.arguments, piece.decoded());
  } else {
    call.as_text = false;
    call.arguments += piece.text();
  }
}

void join_text(std::string& out, std::string_view piece) {
  // WTF-8: a first half is ed a0..af xx, a second one ed b0..bf xx.
  const auto half = [](std::string_view text, std::size_t at, unsigned char least) {
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return text[at] == '\xed' && second >= least && second < least + 0x10;
  };
  const std::size_t end = out.size();
  if (piece.size() >= 3 && end >= 3 && half(piece, 0, 0xb0) && half(out, end - 3, 0xa0)) {
    const auto bits = [](std::string_view text, std::size_t at) {
      return static_cast<char32_t>((text[at + 1] & 0x0f) << 6 | (text[at + 2] & 0x3f));
    };
    const char32_t point = 0x10000 + (bits(out, end - 3) << 10) + bits(piece, 0);
    out.resize(end - 3);
    append_utf8(out, point);
    piece.remove_prefix(3);
  }
  out += piece;
}

std::string key_of(std::string_view prefix, json::Value value) {
  std::string key(prefix);
  key += ' ';
  if (value.valid()) key += value.text();
  return key;
}

ReplyAssembler::ReplyAssembler(Provider provider) : state_(std::make_unique<State>()) {
  state_->provider = provider;
}
ReplyAssembler::~ReplyAssembler() = default;
ReplyAssembler::ReplyAssembler(ReplyAssembler&&) noexcept = default;
ReplyAssembler& ReplyAssembler::operator=(ReplyAssembler&&) noexcept = default;

void ReplyAssembler::take(std::string_view json) {
  state_->touched.clear();
  json = without_blank_ends(json);
  if (json.empty() || json == "[DONE]") return;
  json::Document document;
  if (const json::ReadError error = json::read_strict(json, document)) {
    state_->fault("an event is no JSON: " + error.reason);
    return;
  }
  const json::Value event = document.root();
  if (!event.is_object()) {
    state_->fault("an event is no JSON object");
    return;
  }
  switch (state_->provider) {
    case Provider::openai_chat:
      return take_openai_chat(*state_, event);
    case Provider::openai_responses:
      return take_openai_responses(*state_, event);
    case Provider::anthropic:
      return take_anthropic(*state_, event);
    case Provider::gemini:
      return take_gemini(*state_, event);
    case Provider::ollama:
      return take_ollama(*state_, event);
  }
}

const std::vector<std::size_t>& ReplyAssembler::touched() const { return state_->touched; }

WireReply ReplyAssembler::finish() {
  for (const auto& [call, partial] : state_->by_path) {
    WireCall& of = state_->reply.calls[call];
    if (!partial.empty()) of.arguments = partial.text(of.complete);
  }
  return std::move(state_->reply);
}

}  // namespace tare::formats
