// Chat completions. A call's first event bears its id and name, the others its index and a piece.
#include <fmt/format.h>

#include "proxy/render.h"

namespace tare::proxy {
namespace {

constexpr std::string_view kUsage = R"({"prompt_tokens":1,"completion_tokens":1,"total_tokens":2})";

std::string head(const RenderTask& task, std::string_view object) {
  return fmt::format(R"({{"id":"chatcmpl-tare-{}","object":"{}","created":1767225600,"model":{})",
                     task.turn, object, task.model());
}

}  // namespace

std::vector<std::string> chat_events(const RenderTask& task) {
  const std::string begin = head(task, "chat.completion.chunk");
  std::vector<std::string> out;
  const auto delta = [&](const std::string& members, const std::string& finish = "null") {
    out.push_back(begin + R"(,"choices":[{"index":0,"delta":{)" + members +
                  R"(},"finish_reason":)" + finish + "}]}");
  };
  delta(task.reply.text.empty() ? R"("role":"assistant","content":null)"
                                : R"("role":"assistant","content":"")");
  for (const auto& piece : task.pieces(task.reply.reasoning)) {
    delta(R"("reasoning_content":)" + task.quoted(piece));
  }
  for (const auto& piece : task.pieces(task.reply.text)) {
    delta(R"("content":)" + task.quoted(piece));
  }
  for (std::size_t i = 0; i < task.reply.calls.size(); ++i) {
    const ScriptedCall& call = task.reply.calls[i];
    const std::string index = R"("tool_calls":[{"index":)" + std::to_string(i);
    delta(index + R"(,"id":)" + task.call_id(i, "call_") +
          R"(,"type":"function","function":{"name":)" + task.quoted(call.name) +
          R"(,"arguments":""}}])");
    for (const auto& piece : task.pieces(call.arguments)) {
      delta(index + R"(,"function":{"arguments":)" + task.quoted(piece) + "}}]");
    }
  }
  if (task.reply.error) return out;
  delta("", task.finish("tool_calls", "stop"));
  if (task.request.usage_in_stream) {
    out.push_back(begin + R"(,"choices":[],"usage":)" + std::string(kUsage) + "}");
  }
  return out;
}

std::string chat_body(const RenderTask& task) {
  const ScriptedReply& reply = task.reply;
  std::string message = R"({"role":"assistant","content":)";
  message += reply.text.empty() && !reply.calls.empty() ? "null" : task.quoted(reply.text);
  message += R"(,"refusal":null)";
  if (!reply.reasoning.empty())
    message += R"(,"reasoning_content":)" + task.quoted(reply.reasoning);
  if (!reply.calls.empty()) {
    message += R"(,"tool_calls":[)";
    for (std::size_t i = 0; i < reply.calls.size(); ++i) {
      if (i > 0) message += ',';
      message += R"({"id":)" + task.call_id(i, "call_") +
                 R"(,"type":"function","function":{"name":)" + task.quoted(reply.calls[i].name) +
                 R"(,"arguments":)" + task.quoted(reply.calls[i].arguments) + "}}";
    }
    message += ']';
  }
  message += '}';
  return head(task, "chat.completion") + R"(,"choices":[{"index":0,"message":)" + message +
         R"(,"logprobs":null,"finish_reason":)" + task.finish("tool_calls", "stop") +
         R"(}],"usage":)" + std::string(kUsage) + "}";
}

}  // namespace tare::proxy
