#include "proxy/render.h"

#include <fmt/format.h>

#include "proxy/reply_pieces.h"

namespace tare::proxy {

std::string RenderTask::quoted(std::string_view text) const {
  return json_quoted(text, reply.chunking.escapes);
}

std::vector<std::string> RenderTask::pieces(std::string_view text) const {
  return pieces_of(text, reply.chunking.event_bytes, reply.chunking.escapes);
}

std::string RenderTask::model() const {
  return quoted(request.model.empty() ? std::string_view("replay") : request.model);
}

std::string RenderTask::call_id(std::size_t index, std::string_view prefix) const {
  const auto& id = reply.calls[index].id;
  return quoted(id ? *id : fmt::format("{}tare_{}_{}", prefix, turn, index + 1));
}

std::string RenderTask::finish(std::string_view with_calls, std::string_view without) const {
  if (!reply.finish.empty()) return quoted(reply.finish);
  return quoted(reply.calls.empty() ? without : with_calls);
}

std::string_view json_arguments(const ScriptedCall& call) {
  const bool empty = call.arguments.find_first_not_of(" \t\r\n") == std::string::npos;
  return empty ? std::string_view("{}") : call.arguments;
}

std::vector<std::string> render_events(const Endpoint& endpoint, const RenderTask& task) {
  switch (endpoint.provider) {
    case formats::Provider::openai_chat:
      return chat_events(task);
    case formats::Provider::openai_responses:
      return responses_events(task);
    case formats::Provider::anthropic:
      return messages_events(task);
    case formats::Provider::gemini:
      return gemini_events(task);
    case formats::Provider::ollama:
      return ollama_events(task);
  }
  return {};
}

std::string render_body(const Endpoint& endpoint, const RenderTask& task) {
  switch (endpoint.provider) {
    case formats::Provider::openai_chat:
      return chat_body(task);
    case formats::Provider::openai_responses:
      return responses_body(task);
    case formats::Provider::anthropic:
      return messages_body(task);
    case formats::Provider::gemini:
      return gemini_body(task);
    case formats::Provider::ollama:
      return ollama_body(task);
  }
  return "";
}

std::size_t event_count(const ScriptedReply& reply) {
  const std::size_t bytes = reply.chunking.event_bytes;
  const auto count = [&](std::string_view text) {
    return 1 + (bytes == 0 ? 1 : text.size() / bytes);
  };
  std::size_t out = count(reply.text) + count(reply.reasoning) + reply.events.size();
  for (const ScriptedCall& call : reply.calls) out += 2 + count(call.arguments);
  return out;
}

}  // namespace tare::proxy
