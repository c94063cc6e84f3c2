// Chat completions. A call's pieces bear its `index` in the choice; the first one bears id and
// name.
//
// Servers that speak this tongue take liberties: no index at all (then a new id begins a call, and
// a piece without one goes to the last), an empty id on later pieces, the name sent again with each
// piece. An index that comes back with another id is another call: the id is what links a result.
#include "formats/reply_state.h"

namespace tare::formats {
namespace {

using json::Value;

enum class Sent { in_pieces, whole, whole_as_json };

void take_call(ReplyAssembler::State& state, Value choice_index, Value entry, Sent sent) {
  const bool whole = sent != Sent::in_pieces;
  if (!entry.is_object()) return state.fault("a tool call is no object");
  const Value function = object_member(entry, "function");
  const Value custom = object_member(entry, "custom");  // free text in place of JSON
  const Value body = function.valid() ? function : custom;
  std::optional<std::string> id = string_member(entry, "id");
  if (id && id->empty()) id.reset();
  std::optional<std::string> name;
  if (body.valid()) name = string_member(body, "name");
  if (name && name->empty()) name.reset();

  const Value index = whole ? Value() : entry.find("index");
  const std::string key = key_of("choice " + key_of("", choice_index), index);
  WireCall* call = whole ? nullptr : state.at(key);
  const bool another = call != nullptr && id && call->id && *id != *call->id;
  if (another && index.valid())
    state.fault("index " + std::string(index.text()) + " came back with another id");
  const bool unmarked = call != nullptr && !index.valid() && !id && name && call->name;
  if (call == nullptr || another || unmarked) {
    call = state.begin(key);
    if (call == nullptr) return;
  }
  if (!call->id) call->id = std::move(id);
  if (name && call->name && *name != *call->name) {
    state.fault("the name of a call changed between pieces");
  }
  if (!call->name) call->name = std::move(name);
  if (!body.valid()) return;
  const Value arguments = body.find(custom.valid() ? "input" : "arguments");
  switch (sent) {
    case Sent::in_pieces:
      return add_arguments(*call, arguments);
    case Sent::whole:
      set_arguments(*call, arguments);
      break;
    case Sent::whole_as_json:
      set_json_arguments(*call, arguments);
      break;
  }
  call->complete = true;
}

void add_text(std::string& out, Value value) {
  if (!value.valid()) return;
  if (value.is_string()) {
    join_text(out, value.decoded());
  } else if (value.is_array()) {  // content in parts
    for (const Value part : value.elements()) {
      if (part.is_object()) out += string_member(part, "text").value_or("");
    }
  }
}

void take_message(ReplyAssembler::State& state, Value choice_index, Value message, bool whole) {
  add_text(state.reply.content, message.find("content"));
  for (const std::string_view name : {"reasoning_content", "reasoning"}) {
    add_text(state.reply.reasoning, message.find(name));
  }
  add_text(state.reply.refusal, message.find("refusal"));
  if (const Value calls = list_member(message, "tool_calls"); calls.valid()) {
    const Sent sent = whole ? Sent::whole : Sent::in_pieces;
    for (const Value entry : calls.elements()) take_call(state, choice_index, entry, sent);
  }
  // The form before tool_calls: one call, without id.
  if (const Value old = object_member(message, "function_call"); old.valid()) {
    const std::string key = "function_call";
    WireCall* call = state.at(key);
    if (call == nullptr) call = state.begin(key);
    if (call == nullptr) return;
    if (!call->name) call->name = string_member(old, "name");
    add_arguments(*call, old.find("arguments"));
    call->complete = call->complete || whole;
  }
}

}  // namespace

void take_openai_chat(ReplyAssembler::State& state, Value event) {
  const Value choices = list_member(event, "choices");
  if (!choices.valid()) {
    if (object_member(event, "error").valid()) state.fault("the provider reports an error");
    return;
  }
  for (const Value choice : choices.elements()) {
    if (!choice.is_object()) continue;
    const Value index = choice.find("index");
    if (const Value delta = object_member(choice, "delta"); delta.valid()) {
      take_message(state, index, delta, false);
    }
    if (const Value message = object_member(choice, "message"); message.valid()) {
      take_message(state, index, message, true);
    }
    if (std::optional<std::string> reason = string_member(choice, "finish_reason")) {
      // The reason ends all calls: no index is closed by itself.
      if (*reason != "length") {
        for (WireCall& call : state.reply.calls) call.complete = true;
      }
      state.reply.finish = std::move(*reason);
    }
  }
}

void take_ollama(ReplyAssembler::State& state, Value event) {
  if (const Value message = object_member(event, "message"); message.valid()) {
    add_text(state.reply.content, message.find("content"));
    add_text(state.reply.reasoning, message.find("thinking"));
    if (const Value calls = list_member(message, "tool_calls"); calls.valid()) {
      // Each is whole; an index in `function` counts calls and joins nothing.
      for (const Value entry : calls.elements()) {
        take_call(state, Value(), entry, Sent::whole_as_json);
      }
    }
  } else if (string_member(event, "error")) {
    state.fault("the provider reports an error");
  }
  if (std::optional<std::string> reason = string_member(event, "done_reason")) {
    state.reply.finish = std::move(*reason);
  }
}

}  // namespace tare::formats
