// Ollama. One JSON object a line; a call is whole, with its arguments as JSON and without an id
// unless the script gives one.
#include <fmt/format.h>

#include "proxy/render.h"

namespace tare::proxy {
namespace {

std::string line(const RenderTask& task, const std::string& message, const std::string& reason) {
  const std::string end =
      reason.empty() ? std::string(R"("done":false)")
                     : R"("done":true,"done_reason":)" + reason +
                           R"(,"total_duration":1,"load_duration":1,"prompt_eval_count":1,)"
                           R"("prompt_eval_duration":1,"eval_count":1,"eval_duration":1)";
  return fmt::format(
      R"({{"model":{},"created_at":"2026-01-01T00:00:00Z","message":{{"role":"assistant",{}}},{}}})",
      task.model(), message, end);
}

std::string calls(const RenderTask& task) {
  std::string out = R"("tool_calls":[)";
  for (std::size_t i = 0; i < task.reply.calls.size(); ++i) {
    const ScriptedCall& call = task.reply.calls[i];
    if (i > 0) out += ',';
    out += '{';
    if (call.id) out += R"("id":)" + task.quoted(*call.id) + ",";
    out += R"("function":{"index":)" + std::to_string(i) + R"(,"name":)" + task.quoted(call.name) +
           R"(,"arguments":)" + std::string(json_arguments(call)) + "}}";
  }
  return out + "]";
}

}  // namespace

std::vector<std::string> ollama_events(const RenderTask& task) {
  std::vector<std::string> out;
  for (const auto& piece : task.pieces(task.reply.reasoning)) {
    out.push_back(line(task, R"("content":"","thinking":)" + task.quoted(piece), ""));
  }
  for (const auto& piece : task.pieces(task.reply.text)) {
    out.push_back(line(task, R"("content":)" + task.quoted(piece), ""));
  }
  if (!task.reply.calls.empty()) out.push_back(line(task, R"("content":"",)" + calls(task), ""));
  if (!task.reply.error) out.push_back(line(task, R"("content":"")", task.finish("stop", "stop")));
  return out;
}

std::string ollama_body(const RenderTask& task) {
  std::string message = R"("content":)" + task.quoted(task.reply.text);
  if (!task.reply.reasoning.empty())
    message += R"(,"thinking":)" + task.quoted(task.reply.reasoning);
  if (!task.reply.calls.empty()) message += "," + calls(task);
  return line(task, message, task.finish("stop", "stop"));
}

}  // namespace tare::proxy
