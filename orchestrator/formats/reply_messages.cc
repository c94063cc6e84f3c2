// Anthropic messages. A content block is a call; its pieces bear the block's number, which begins
// anew with each message of one stream. A block without pieces shows its `input` at the start.
#include "formats/reply_state.h"

namespace tare::formats {
namespace {

using json::Value;

void take_block(ReplyAssembler::State& state, const std::string& key, Value block, bool whole) {
  const std::string type = string_member(block, "type").value_or("");
  if (type == "text") {
    state.reply.content += string_member(block, "text").value_or("");
  } else if (type == "thinking") {
    state.reply.reasoning += string_member(block, "thinking").value_or("");
  }
  if (!type.ends_with("tool_use")) return;
  WireCall* call = state.begin(key);
  if (call == nullptr) return;
  call->id = string_member(block, "id");
  call->name = string_member(block, "name");
  call->builtin = type != "tool_use";
  set_json_arguments(*call, block.find("input"));
  call->complete = whole;
}

void take_message(ReplyAssembler::State& state, Value message) {
  if (const Value blocks = list_member(message, "content"); blocks.valid()) {
    for (const Value block : blocks.elements()) {
      if (block.is_object()) take_block(state, "whole", block, true);
    }
  }
  state.reply.finish = string_member(message, "stop_reason").value_or(state.reply.finish);
}

}  // namespace

void take_anthropic(ReplyAssembler::State& state, Value event) {
  const std::string type = string_member(event, "type").value_or("");
  if (type == "message") return take_message(state, event);
  if (type == "message_start") {
    ++state.messages;
    // Calls that a script of the provider's makes come whole, inside the message's start.
    const Value message = object_member(event, "message");
    if (message.valid()) take_message(state, message);
    return;
  }
  const std::string key = key_of("message " + std::to_string(state.messages), event.find("index"));
  if (type == "content_block_start") {
    if (const Value block = object_member(event, "content_block"); block.valid()) {
      take_block(state, key, block, false);
    }
  } else if (type == "content_block_delta") {
    const Value delta = object_member(event, "delta");
    if (!delta.valid()) return;
    const std::string what = string_member(delta, "type").value_or("");
    if (what == "input_json_delta") {
      WireCall* call = state.at(key);
      if (call == nullptr) return state.fault("a piece of arguments belongs to no call");
      const std::string piece = string_member(delta, "partial_json").value_or("");
      if (piece.empty()) return;
      // The `input` of the start is a placeholder as soon as a piece comes.
      if (!call->as_text) call->arguments.clear();
      call->as_text = true;
      join_text(call->arguments, piece);
    } else if (what == "text_delta") {
      join_text(state.reply.content, string_member(delta, "text").value_or(""));
    } else if (what == "thinking_delta") {
      join_text(state.reply.reasoning, string_member(delta, "thinking").value_or(""));
    }
  } else if (type == "content_block_stop") {
    if (WireCall* call = state.at(key)) call->complete = true;
  } else if (type == "message_delta") {
    if (const Value delta = object_member(event, "delta"); delta.valid()) {
      state.reply.finish = string_member(delta, "stop_reason").value_or(state.reply.finish);
    }
  } else if (type == "error") {
    state.fault("the provider reports an error");
  }
}

}  // namespace tare::formats
