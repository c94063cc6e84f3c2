// A server's reply, whole or as a stream: its calls by the provider's rules, and what stands beside
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/provider_reply.h"

namespace tare::chat {

struct ChatReply {
  formats::WireReply wire;
  bool answered = false;  // something in it was a chat completion
  bool ended = false;     // whole, or a stream that said how it ended
  std::string model;      // as the server names it
  std::string error;      // an error in place of a reply, or within a stream
  std::optional<std::uint64_t> input_tokens, output_tokens;
  // The tokens that the model wrote, "9707,11,…"; nullopt where the server told none.
  std::optional<std::string> token_ids;
  std::uint64_t token_count = 0;
};
ChatReply read_chat_reply(std::string_view body, std::string_view content_type);

// What the body of an error says: its message where it has one, else its first bytes.
std::string error_text(std::string_view body);

}  // namespace tare::chat
