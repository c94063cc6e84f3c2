// A short reply as each provider would say it: one body, or the events of a stream.
//
// One file a provider. All of them share the rule that matters: the text of arguments goes in as it
// is, as a JSON string where the provider sends text, as it stands where it sends JSON. Ids, times
// and counts of tokens that the script does not give are made up, the same each time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "proxy/endpoint.h"
#include "proxy/model_request.h"
#include "proxy/reply_script.h"

namespace tare::proxy {

struct RenderTask {
  const ScriptedReply& reply;
  const ModelRequest& request;
  std::uint32_t turn = 1;

  std::string quoted(std::string_view text) const;
  std::vector<std::string> pieces(std::string_view text) const;
  std::string model() const;  // quoted; the one that was asked for
  // Quoted. Made of the turn and the call's place where the script gives none.
  std::string call_id(std::size_t index, std::string_view prefix) const;
  // `reply.finish`, or one of the two, quoted.
  std::string finish(std::string_view with_calls, std::string_view without) const;
};

// A call's arguments where the provider sends JSON: the text as it is, `{}` where it is empty.
std::string_view json_arguments(const ScriptedCall& call);

// Each event's JSON, unframed.
std::vector<std::string> chat_events(const RenderTask& task);
std::vector<std::string> responses_events(const RenderTask& task);
std::vector<std::string> messages_events(const RenderTask& task);
std::vector<std::string> gemini_events(const RenderTask& task);
std::vector<std::string> ollama_events(const RenderTask& task);

std::string chat_body(const RenderTask& task);
std::string responses_body(const RenderTask& task);
std::string messages_body(const RenderTask& task);
std::string gemini_body(const RenderTask& task);
std::string ollama_body(const RenderTask& task);

std::vector<std::string> render_events(const Endpoint& endpoint, const RenderTask& task);
std::string render_body(const Endpoint& endpoint, const RenderTask& task);

// How many events the reply would be, at most: what bounds it before anything is made.
std::size_t event_count(const ScriptedReply& reply);

}  // namespace tare::proxy
