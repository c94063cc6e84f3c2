// Gemini. A call is one part with its arguments as JSON, in a stream too; only text comes in
// pieces.
#include <fmt/format.h>

#include "proxy/render.h"

namespace tare::proxy {
namespace {

std::string text_part(const RenderTask& task, std::string_view text, bool thought) {
  return R"({"text":)" + task.quoted(text) + (thought ? R"(,"thought":true})" : "}");
}

std::string call_part(const RenderTask& task, const ScriptedCall& call) {
  std::string out = R"({"functionCall":{)";
  if (call.id) out += R"("id":)" + task.quoted(*call.id) + ",";
  out += R"("name":)" + task.quoted(call.name);
  return out + R"(,"args":)" + std::string(json_arguments(call)) + "}}";
}

std::string answer(const RenderTask& task, const std::string& parts, const std::string& finish) {
  return fmt::format(
      R"({{"candidates":[{{"content":{{"parts":[{}],"role":"model"}}{},"index":0}}],)"
      R"("usageMetadata":{{"promptTokenCount":1,"candidatesTokenCount":1,)"
      R"("totalTokenCount":2}},"modelVersion":{},"responseId":"tare-{}"}})",
      parts, finish.empty() ? "" : R"(,"finishReason":)" + finish, task.model(), task.turn);
}

}  // namespace

std::vector<std::string> gemini_events(const RenderTask& task) {
  std::vector<std::string> parts;
  for (const auto& piece : task.pieces(task.reply.reasoning)) {
    parts.push_back(text_part(task, piece, true));
  }
  for (const auto& piece : task.pieces(task.reply.text)) {
    parts.push_back(text_part(task, piece, false));
  }
  for (const ScriptedCall& call : task.reply.calls) parts.push_back(call_part(task, call));
  if (parts.empty()) parts.push_back(text_part(task, "", false));
  std::vector<std::string> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size() && !task.reply.error;
    out.push_back(answer(task, parts[i], last ? task.finish("STOP", "STOP") : ""));
  }
  return out;
}

std::string gemini_body(const RenderTask& task) {
  std::string parts;
  const auto add = [&](const std::string& part) {
    if (!parts.empty()) parts += ',';
    parts += part;
  };
  if (!task.reply.reasoning.empty()) add(text_part(task, task.reply.reasoning, true));
  if (!task.reply.text.empty()) add(text_part(task, task.reply.text, false));
  for (const ScriptedCall& call : task.reply.calls) add(call_part(task, call));
  if (parts.empty()) add(text_part(task, "", false));
  return answer(task, parts, task.finish("STOP", "STOP"));
}

}  // namespace tare::proxy
