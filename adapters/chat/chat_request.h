// From Tare's request to the body of a chat completion.
//
// Messages, tool schemas and settings go on to the byte: what the adapter would spell anew, it
// could spell otherwise. So they are cut out of the request's text and put into the body's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tare::chat {

struct ChatRequest {
  std::string kind;      // "run", "describe", …
  std::string messages;  // a JSON array: the instructions as a system message, then the case's
  std::string tools;     // a JSON array in OpenAI's form, "" where there are none
  std::string model;     // of the variant, "" where it names none
  // Of the variant: a member's name, and its value's JSON.
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint32_t deadline_ms = 0;  // 0: none
  bool executes = false;          // the case would have tools run

  bool sets(std::string_view name) const;
};
// Fails where a request of kind `run` cannot be asked: no messages, settings that are tare-chat's
// own.
Result<ChatRequest> read_chat_request(std::string_view line);

struct BodyWish {
  std::string model;
  bool stream = false;
  std::string_view tokens;  // the member that has the server tell the tokens it wrote; "": none
  bool repeatable = false;  // as much of the same again as the server can
};
std::string body_of(const ChatRequest& request, const BodyWish& wish);

}  // namespace tare::chat
