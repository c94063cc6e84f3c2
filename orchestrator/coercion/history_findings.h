// Is the past that is told to the model what it wrote?
//
// With each next request a client replays the calls made so far. What it replays is often not what
// the model wrote but what the client made of it: repaired, emptied, renamed. The tool may have got
// the right thing all the same; the model sees another past, and goes on from there. So each
// replayed call is held against the earliest view of that call. There is no hop to put such a
// finding on: it stands beside the way of the call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coercion/call_facts.h"

namespace tare {

struct ReplayedCall {
  std::optional<std::string> id, name, arguments;  // arguments as their text
};

// The calls of the assistant in a request's messages, in order: `tool_calls` and `function_call` of
// chat messages, `function_call` items, `tool_use` blocks, `tool-call` parts, `functionCall` parts.
// The messages are an array, one message, or a request's body with `messages`, `contents` or
// `input`; each of them also as the text in a JSON string, twice over at most. Where it is none of
// these there is no call in it, and it accuses nobody.
std::vector<ReplayedCall> replayed_calls(std::string_view messages);

// One `historyRewritten` for each call that any of the answer's histories replays differently in
// name or arguments, by value. Replayed calls are told by id; without one, by name and arguments;
// and by position where the history holds no more calls than the model made (more would be from
// before this attempt).
void add_history_findings(const Answer& answer, const CallFacts& facts,
                          const std::vector<std::uint32_t>& index_in_level,
                          std::vector<CallTrace>& traces);

}  // namespace tare
