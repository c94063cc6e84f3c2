// Gemini. A part with `functionCall` is a call; its `args` are JSON. Where the arguments themselves
// are streamed, a part names the call and says `willContinue`; further parts without a name bring
// `partialArgs`, each with a path; the part that says it no more, often an empty one, is the last.
#include "formats/reply_state.h"

namespace tare::formats {
namespace {

using json::Value;

bool will_continue(Value function) {
  const Value more = function.find("willContinue");
  return more.valid() && more.is_boolean() && more.boolean();
}

// Does a part bring more of the call under way, or begin another one? A name that is sent again
// with each piece begins none.
bool goes_on(const WireCall& call, Value function) {
  const auto id = string_member(function, "id");
  const auto name = string_member(function, "name");
  const bool same_id = !id || !call.id || *id == *call.id;
  return same_id && (!name || name->empty() || name == call.name);
}

void add_streamed(ReplyAssembler::State& state, WireCall& call, Value function) {
  const auto index = static_cast<std::size_t>(&call - state.reply.calls.data());
  PartialArguments& partial = state.by_path[index];
  if (const Value pieces = list_member(function, "partialArgs"); pieces.valid()) {
    for (const Value piece : pieces.elements()) {
      if (std::string fault = partial.add(piece); !fault.empty()) state.fault(std::move(fault));
    }
  }
  const Value args = object_member(function, "args");
  if (args.valid() && args.size() > 0) set_json_arguments(call, args);
  if (!call.arguments.empty() && !partial.empty()) {
    state.fault("arguments came both whole and by path");
  }
  if (will_continue(function)) return;
  call.complete = true;
  if (partial.open() > 0) state.fault("a call ended before one of its streamed arguments did");
}

void take_call(ReplyAssembler::State& state, const std::string& key, Value function) {
  const auto found = state.open.find(key);
  const bool known = found != state.open.end();
  if (known && !state.reply.calls[found->second].complete) {
    WireCall& call = *state.at(key);
    if (goes_on(call, function)) return add_streamed(state, call, function);
    state.touched.pop_back();
    state.fault("a call began before the streamed one before it had ended");
  }
  if (function.size() == 0) {
    if (!known) state.fault("a function call without a name");
    return;  // the end of a call that had said so itself
  }
  const Value pieces = list_member(function, "partialArgs");
  const bool streamed = will_continue(function) || (pieces.valid() && pieces.size() > 0);
  WireCall* call = state.begin(streamed ? key : "part");
  if (call == nullptr) return;
  call->name = string_member(function, "name");
  call->id = string_member(function, "id");
  call->as_text = false;
  if (streamed) return add_streamed(state, *call, function);
  set_json_arguments(*call, function.find("args"));
  call->complete = true;
}

void take_part(ReplyAssembler::State& state, const std::string& key, Value part) {
  if (const auto text = string_member(part, "text")) {
    const Value thought = part.find("thought");
    const bool reasoning = thought.valid() && thought.is_boolean() && thought.boolean();
    join_text(reasoning ? state.reply.reasoning : state.reply.content, *text);
  }
  const Value function = object_member(part, "functionCall");
  if (function.valid()) take_call(state, key, function);
}

}  // namespace

void take_gemini(ReplyAssembler::State& state, Value event) {
  if (object_member(event, "error").valid()) state.fault("the provider reports an error");
  const Value candidates = list_member(event, "candidates");
  if (!candidates.valid()) return;
  for (const Value candidate : candidates.elements()) {
    if (!candidate.is_object()) continue;
    const std::string key = key_of("candidate", candidate.find("index"));
    if (const Value content = object_member(candidate, "content"); content.valid()) {
      if (const Value parts = list_member(content, "parts"); parts.valid()) {
        for (const Value part : parts.elements()) {
          if (part.is_object()) take_part(state, key, part);
        }
      }
    }
    if (auto reason = string_member(candidate, "finishReason")) {
      state.reply.finish = std::move(*reason);
    }
  }
}

}  // namespace tare::formats
