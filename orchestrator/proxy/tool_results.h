// What a client tells the model of its calls: the results in the messages of a next request.
//
// They show what became of a call that reached no tool: the client gave the model an error of its
// own making, which is another thing than dropping it without a word.
#pragma once

#include <string_view>
#include <vector>

#include "formats/provider_reply.h"
#include "model/answer.h"

namespace tare::proxy {

// In order. `id`: the call's, where the provider has ids; `name`: where the result says it.
// `is_error`: only where the provider has a word for it. Empty for what cannot be read.
std::vector<ToolResult> tool_results(formats::Provider provider, std::string_view messages_json);

// Adds those of a further request that are not known yet. A history grows, or (responses) is kept
// by the provider and only its end is sent, so ids tell which are new, and numbers where there are
// none.
void add_new_results(std::vector<ToolResult>& known, std::vector<ToolResult> of_request);

}  // namespace tare::proxy
