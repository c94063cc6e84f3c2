#include "chat_reply.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "json/reader.h"
#include "json/value.h"
#include "proxy/body_events.h"

namespace tare::chat {
namespace {

using json::Value;
constexpr std::size_t kShownBytes = 300;

Value object_at(Value object, std::string_view name) {
  const Value found = object.find(name);
  return found.valid() && found.is_object() ? found : Value();
}

std::optional<std::uint64_t> count_at(Value object, std::string_view name) {
  const Value found = object.find(name);
  if (!found.valid() || !found.is_number()) return std::nullopt;
  const auto number = found.as_integer();
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

bool is_token_id(Value value) {
  const std::string_view text = value.text();
  return value.is_number() && text.size() <= 19 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Tokens of one generation, as they come: whole, or a few with each event.
struct TokenList {
  std::optional<std::string> ids;
  std::uint64_t count = 0;

  void take(Value list) {
    if (!list.valid() || !list.is_array()) return;
    if (!ids) ids.emplace();
    for (const Value id : list.elements()) {
      if (!is_token_id(id)) continue;  // the count will not fit, which is told
      if (!ids->empty()) *ids += ',';
      *ids += id.text();
      ++count;
    }
  }
};

// A server may tell them in several places, each time all of them.
struct Tokens {
  TokenList of_choice;     // vLLM, and SGLang without a stream
  TokenList of_extension;  // SGLang: of the reply, a list for each choice
  TokenList of_debugging;  // llama.cpp, where it was started to tell more

  void take_extensions(Value event) {
    if (const Value extension = object_at(event, "sglext"); extension.valid()) {
      const Value lists = extension.find("output_ids");
      if (lists.valid() && lists.is_array() && lists.size() > 0) {
        const Value first = *lists.elements().begin();
        of_extension.take(first.is_array() ? first : lists);
      }
    }
    if (const Value verbose = object_at(event, "__verbose"); verbose.valid()) {
      of_debugging.take(verbose.find("tokens"));
    }
  }
  TokenList& told() {
    if (of_choice.ids) return of_choice;
    return of_extension.ids ? of_extension : of_debugging;
  }
};

void take_choices(Value choices, ChatReply& out, Tokens& tokens) {
  for (const Value choice : choices.elements()) {
    if (!choice.is_object()) continue;
    out.answered = true;
    const Value reason = choice.find("finish_reason");
    out.ended =
        out.ended || object_at(choice, "message").valid() || (reason.valid() && reason.is_string());
    tokens.of_choice.take(choice.find("token_ids"));
  }
}

std::string message_of(Value error) {
  if (error.is_string()) return error.decoded();
  if (!error.is_object()) return "";
  const Value message = error.find("message");
  return message.valid() && message.is_string() ? message.decoded() : std::string(error.text());
}

void take_event(std::string_view json, ChatReply& out, Tokens& tokens) {
  json::Document document;
  if (json::read_strict(json, document) || !document.root().is_object()) return;
  const Value event = document.root();
  if (const Value error = event.find("error"); error.valid() && !error.is_null()) {
    if (out.error.empty()) out.error = message_of(error);
    if (out.error.empty()) out.error = "an error without a word";
  }
  if (const Value model = event.find("model"); model.valid() && model.is_string()) {
    out.model = model.decoded();
  }
  if (const Value choices = event.find("choices"); choices.valid() && choices.is_array()) {
    take_choices(choices, out, tokens);
  }
  tokens.take_extensions(event);
  // In a stream the last one holds.
  if (const Value usage = object_at(event, "usage"); usage.valid()) {
    if (const auto count = count_at(usage, "prompt_tokens")) out.input_tokens = count;
    if (const auto count = count_at(usage, "completion_tokens")) out.output_tokens = count;
  }
}

}  // namespace

ChatReply read_chat_reply(std::string_view body, std::string_view content_type) {
  ChatReply out;
  Tokens tokens;
  formats::ReplyAssembler assembler(formats::Provider::openai_chat);
  proxy::for_each_event(body, content_type, [&](std::string_view json, proxy::BodySpan) {
    assembler.take(json);
    take_event(json, out, tokens);
  });
  out.wire = assembler.finish();
  out.token_ids = std::move(tokens.told().ids);
  out.token_count = tokens.told().count;
  return out;
}

std::string error_text(std::string_view body) {
  json::Document document;
  if (!json::read_strict(body, document) && document.root().is_object()) {
    const Value root = document.root();
    for (const std::string_view name : {"error", "message", "detail"}) {
      const Value found = root.find(name);
      if (!found.valid() || found.is_null()) continue;
      const std::string said = message_of(found);
      if (!said.empty()) return escape_for_terminal(shorten(said, kShownBytes));
    }
  }
  if (body.empty()) return "an empty body";
  return escape_for_terminal(shorten(body.substr(0, kShownBytes + 4), kShownBytes));
}

}  // namespace tare::chat
