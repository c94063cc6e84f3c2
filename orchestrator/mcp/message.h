// One JSON-RPC message, as it stands in a frame: what it is, and its members as they were spelled.
//
// An id is kept and sent back as the text that came: 1.0 stays 1.0, and a number beyond 64 bits
// stays whole. A member that stands twice is a fault, for which of the two was meant cannot be
// known; inside `params` nothing is looked at here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare::mcp {

enum class MessageKind : std::uint8_t {
  request,
  notification,
  response,  // to a request of ours
  invalid,   // JSON, and no message: see `fault`
};

struct Message {
  MessageKind kind = MessageKind::invalid;
  std::string_view id;  // its JSON text: a string or a whole number; empty where there is none
  std::string method;
  json::Value params;  // invalid where absent; else an object
  std::string fault = {};
};

Message read_message(json::Value value);

// The JSON-RPC id of a message, as its text, or "" where it has no good one.
std::string_view id_text(json::Value value);

}  // namespace tare::mcp
