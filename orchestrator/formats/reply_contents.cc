// Gemini. A part with `functionCall` is a call; its `args` are JSON. Where the arguments themselves
// are streamed (`partialArgs`, each with a path), they are not put together here: that is a format
// of its own, and the call is then shown without arguments, with a fault that says so.
#include "formats/reply_state.h"

namespace tare::formats {
namespace {

using json::Value;

void take_part(ReplyAssembler::State& state, Value part) {
  if (const auto text = string_member(part, "text")) {
    const Value thought = part.find("thought");
    const bool reasoning = thought.valid() && thought.is_boolean() && thought.boolean();
    join_text(reasoning ? state.reply.reasoning : state.reply.content, *text);
  }
  const Value function = object_member(part, "functionCall");
  if (!function.valid()) return;
  const bool streamed =
      function.find("partialArgs").valid() || function.find("willContinue").valid();
  const std::string key = "streamed";
  if (WireCall* call = state.at(key); call != nullptr && !call->complete) {
    const Value more = function.find("willContinue");
    call->complete = !more.valid() || !more.is_boolean() || !more.boolean();
    return;
  }
  if (!streamed && function.size() == 0) return state.fault("a function call without a name");
  WireCall* call = state.begin(streamed ? key : "part");
  if (call == nullptr) return;
  call->name = string_member(function, "name");
  call->id = string_member(function, "id");
  call->as_text = false;
  set_arguments(*call, function.find("args"));
  call->complete = !streamed;
  if (streamed) state.fault("arguments that are streamed by path are not put together");
}

}  // namespace

void take_gemini(ReplyAssembler::State& state, Value event) {
  if (object_member(event, "error").valid()) state.fault("the provider reports an error");
  const Value candidates = list_member(event, "candidates");
  if (!candidates.valid()) return;
  for (const Value candidate : candidates.elements()) {
    if (!candidate.is_object()) continue;
    if (const Value content = object_member(candidate, "content"); content.valid()) {
      if (const Value parts = list_member(content, "parts"); parts.valid()) {
        for (const Value part : parts.elements()) {
          if (part.is_object()) take_part(state, part);
        }
      }
    }
    if (auto reason = string_member(candidate, "finishReason")) {
      state.reply.finish = std::move(*reason);
    }
  }
}

}  // namespace tare::formats
