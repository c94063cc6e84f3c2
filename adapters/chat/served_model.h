// What the server tells of itself, and of its model, beside the conversation.
//
// No standard says how: the list of models, which all have, names the server as the models' owner;
// their versions stand at /version (vLLM), /server_info (SGLang), /props (llama.cpp) or in the
// header Server. What is not told stays unknown, and nothing here is ever a failure: the
// conversation itself will say what is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "proxy/upstream.h"

namespace tare::chat {

struct ServedModel {
  std::string server, version;  // "" where not told
  std::string first_model;      // of the list
};
ServedModel look_at(const proxy::Upstream& upstream, std::uint32_t timeout_ms);

// The member of a request by which such a server is asked for the tokens that it wrote.
std::string_view token_member(const ServedModel& served, bool stream);

// The text of those tokens as the model wrote them, special ones too: before any parser saw it.
// `token_ids`: "9707,11,…".
Result<std::string> text_of_tokens(const proxy::Upstream& upstream, std::string_view model,
                                   std::string_view token_ids, std::uint32_t timeout_ms);

}  // namespace tare::chat
