// What a client tells the model of its calls: the results in the messages of a next request.
//
// They show what became of a call that reached no tool: the client gave the model an error of its
// own making, which is another thing than dropping it without a word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/provider_reply.h"
#include "model/answer.h"

namespace tare::proxy {

// In order. `id`: the call's, where the provider has ids; `name`: where the result says it.
// `is_error`: only where the provider has a word for it. Empty for what cannot be read.
std::vector<ToolResult> tool_results(formats::Provider provider, std::string_view messages_json);

// Those of all requests, each once. A history grows, or (responses) is kept by the provider and
// only its end is sent; so what is new is told by the id, and by how often a request holds it:
// scripts and careless models use one id again, and some providers have none.
class NewResults {
 public:
  void add(std::vector<ToolResult> of_request);
  std::vector<ToolResult> take() { return std::move(known_); }

 private:
  std::vector<ToolResult> known_;
  std::unordered_map<std::string, std::size_t> counts_;  // by id, "" where there is none
};

}  // namespace tare::proxy
