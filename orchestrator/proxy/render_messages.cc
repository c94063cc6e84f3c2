// Anthropic messages. Each content block is opened, filled in pieces, and closed. Its stream sends
// arguments as text; its whole message holds them as JSON.
#include <fmt/format.h>

#include "proxy/render.h"

namespace tare::proxy {
namespace {

std::string message(const RenderTask& task, const std::string& content, const std::string& reason) {
  return fmt::format(R"({{"id":"msg_tare_{}","type":"message","role":"assistant","model":{},)"
                     R"("content":[{}],"stop_reason":{},"stop_sequence":null,)"
                     R"("usage":{{"input_tokens":1,"output_tokens":1}}}})",
                     task.turn, task.model(), content, reason);
}

std::string tool_use(const RenderTask& task, std::size_t i, std::string_view input) {
  return R"({"type":"tool_use","id":)" + task.call_id(i, "toolu_") + R"(,"name":)" +
         task.quoted(task.reply.calls[i].name) + R"(,"input":)" + std::string(input) + "}";
}

}  // namespace

std::vector<std::string> messages_events(const RenderTask& task) {
  std::vector<std::string> out;
  std::size_t index = 0;
  out.push_back(R"({"type":"message_start","message":)" + message(task, "", "null") + "}");
  const auto start = [&](const std::string& block) {
    out.push_back(fmt::format(R"({{"type":"content_block_start","index":{},"content_block":{}}})",
                              index, block));
  };
  const auto delta = [&](std::string_view type, std::string_view member, std::string_view piece) {
    out.push_back(fmt::format(
        R"({{"type":"content_block_delta","index":{},"delta":{{"type":"{}","{}":{}}}}})", index,
        type, member, task.quoted(piece)));
  };
  const auto stop = [&] {
    out.push_back(fmt::format(R"({{"type":"content_block_stop","index":{}}})", index));
    ++index;
  };
  if (!task.reply.reasoning.empty()) {
    start(R"({"type":"thinking","thinking":"","signature":""})");
    for (const auto& piece : task.pieces(task.reply.reasoning)) {
      delta("thinking_delta", "thinking", piece);
    }
    delta("signature_delta", "signature", "replayed");
    stop();
  }
  if (!task.reply.text.empty()) {
    start(R"({"type":"text","text":""})");
    for (const auto& piece : task.pieces(task.reply.text)) delta("text_delta", "text", piece);
    stop();
  }
  for (std::size_t i = 0; i < task.reply.calls.size(); ++i) {
    start(tool_use(task, i, "{}"));
    delta("input_json_delta", "partial_json", "");
    for (const auto& piece : task.pieces(task.reply.calls[i].arguments)) {
      delta("input_json_delta", "partial_json", piece);
    }
    stop();
  }
  if (task.reply.error) return out;
  out.push_back(R"({"type":"message_delta","delta":{"stop_reason":)" +
                task.finish("tool_use", "end_turn") +
                R"(,"stop_sequence":null},"usage":{"output_tokens":1}})");
  out.push_back(R"({"type":"message_stop"})");
  return out;
}

std::string messages_body(const RenderTask& task) {
  std::string content;
  const auto add = [&](const std::string& block) {
    if (!content.empty()) content += ',';
    content += block;
  };
  if (!task.reply.reasoning.empty()) {
    add(R"({"type":"thinking","thinking":)" + task.quoted(task.reply.reasoning) +
        R"(,"signature":"replayed"})");
  }
  if (!task.reply.text.empty())
    add(R"({"type":"text","text":)" + task.quoted(task.reply.text) + "}");
  for (std::size_t i = 0; i < task.reply.calls.size(); ++i) {
    add(tool_use(task, i, json_arguments(task.reply.calls[i])));
  }
  return message(task, content, task.finish("tool_use", "end_turn"));
}

}  // namespace tare::proxy
