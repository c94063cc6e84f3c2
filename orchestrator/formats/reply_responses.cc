// Responses. An output item is a call; its pieces bear the item's id; the call's own id is call_id.
// The text comes twice: piece by piece, and whole at the end. The pieces are what was generated; an
// end that says something else is a fault.
#include <utility>

#include "formats/reply_state.h"

namespace tare::formats {
namespace {

using json::Value;

// Items that are calls of the caller's own tools, and those that the provider runs itself and whose
// arguments it shows.
bool is_call(std::string_view type) {
  return type == "function_call" || type == "custom_tool_call" || type == "mcp_call";
}

std::string_view arguments_of(std::string_view type) {
  return type == "custom_tool_call" ? "input" : "arguments";
}

std::string item_key(Value id, Value output_index) {
  return id.valid() ? key_of("item", id) : key_of("output", output_index);
}

// An item that came without its pieces stands whole.
void take_item(ReplyAssembler::State& state, Value item, Value output_index, bool done) {
  const std::string type = string_member(item, "type").value_or("");
  if (type == "message" && done && state.reply.content.empty()) {
    if (const Value parts = list_member(item, "content"); parts.valid()) {
      for (const Value part : parts.elements()) {
        if (!part.is_object()) continue;
        state.reply.content += string_member(part, "text").value_or("");
        state.reply.refusal += string_member(part, "refusal").value_or("");
      }
    }
    return;
  }
  const bool other_call = type.ends_with("_call") && !is_call(type);
  if (!is_call(type) && !other_call) return;
  const std::string key = item_key(item.find("id"), output_index);
  WireCall* call = state.at(key);
  if (call == nullptr) {
    call = state.begin(key);
    if (call == nullptr) return;
    call->id = string_member(item, type == "mcp_call" || other_call ? "id" : "call_id");
    if (const auto call_id = string_member(item, "call_id")) call->id = call_id;
    call->name = other_call ? type : string_member(item, "name");
    call->builtin = other_call || type == "mcp_call";
  }
  if (!done) return;
  call->complete = true;
  if (other_call) return;
  const Value whole = item.find(arguments_of(type));
  if (!whole.valid()) return;
  if (call->arguments.empty()) {
    set_arguments(*call, whole);
  } else if (whole.is_string() && !whole.decoded_equals(call->arguments)) {
    state.fault("the arguments at the end of a call are not its pieces");
  }
}

}  // namespace

void take_openai_responses(ReplyAssembler::State& state, Value event) {
  const std::string type = string_member(event, "type").value_or("");
  const Value output_index = event.find("output_index");
  if (type.starts_with("response.output_item.")) {
    const Value item = object_member(event, "item");
    if (item.valid()) take_item(state, item, output_index, type.ends_with(".done"));
    return;
  }
  if (type.ends_with("_call_arguments.delta") || type.ends_with("_call_input.delta")) {
    WireCall* call = state.at(item_key(event.find("item_id"), output_index));
    if (call == nullptr) return state.fault("a piece of arguments belongs to no call");
    add_arguments(*call, event.find("delta"));
    return;
  }
  if (type == "response.output_text.delta") {
    join_text(state.reply.content, string_member(event, "delta").value_or(""));
  } else if (type == "response.refusal.delta") {
    join_text(state.reply.refusal, string_member(event, "delta").value_or(""));
  } else if (type == "response.reasoning_text.delta" ||
             type == "response.reasoning_summary_text.delta") {
    join_text(state.reply.reasoning, string_member(event, "delta").value_or(""));
  } else if (type == "error" || type == "response.failed") {
    state.fault("the provider reports an error");
  }
  // A whole reply, or the last event of a stream, which repeats it.
  const bool is_reply = string_member(event, "object") == "response";
  const Value reply = is_reply ? event : object_member(event, "response");
  if (!reply.valid()) return;
  if (is_reply || type == "response.completed" || type == "response.incomplete") {
    if (const Value output = list_member(reply, "output"); output.valid()) {
      for (const Value item : output.elements()) {
        if (item.is_object()) take_item(state, item, Value(), true);
      }
    }
    state.reply.finish = string_member(reply, "status").value_or("");
  }
}

}  // namespace tare::formats
