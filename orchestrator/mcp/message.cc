#include "mcp/message.h"

#include <fmt/format.h>

#include <array>

#include "json/decimal.h"

namespace tare::mcp {
namespace {

constexpr std::array<std::string_view, 6> kMembers = {"jsonrpc", "id",     "method",
                                                      "params",  "result", "error"};

Message invalid(Message message, std::string fault) {
  message.kind = MessageKind::invalid;
  message.fault = std::move(fault);
  return message;
}

bool is_good_id(json::Value id) {
  if (id.is_string()) return !id.has_note(json::StringNote::invalid_utf8);
  return id.is_number() && json::is_whole(id.number_text());
}

}  // namespace

std::string_view id_text(json::Value value) {
  if (!value.is_object() || value.count("id") != 1) return {};
  const json::Value id = value.find("id");
  return is_good_id(id) ? id.text() : std::string_view();
}

Message read_message(json::Value value) {
  Message message;
  if (!value.is_object()) {
    return invalid(std::move(message),
                   fmt::format("a message is an object, not {}", json::kind_name(value.kind())));
  }
  message.id = id_text(value);
  std::array<json::Value, kMembers.size()> found;
  for (const json::Member member : value.members()) {
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
      if (!member.name.decoded_equals(kMembers[i])) continue;
      if (found[i].valid()) {
        return invalid(std::move(message), fmt::format("\"{}\" stands there twice", kMembers[i]));
      }
      found[i] = member.value;
    }
  }
  const auto& [jsonrpc, id, method, params, result, error] = found;
  if (!jsonrpc.valid() || !jsonrpc.is_string() || !jsonrpc.decoded_equals("2.0")) {
    return invalid(std::move(message), "\"jsonrpc\" must be \"2.0\"");
  }
  if (id.valid() && message.id.empty()) {
    // An error whose id is null answers a frame that could not be read.
    if (!(error.valid() && id.is_null())) {
      return invalid(std::move(message), "\"id\" must be a string or a whole number");
    }
  }
  if (!method.valid()) {
    if (!result.valid() && !error.valid())
      return invalid(std::move(message), "it has no \"method\"");
    message.kind = MessageKind::response;
    return message;
  }
  if (!method.is_string()) return invalid(std::move(message), "\"method\" must be a string");
  message.method = method.decoded();
  if (params.valid() && !params.is_object()) {
    return invalid(std::move(message), "\"params\" must be an object");
  }
  message.params = params;
  message.kind = id.valid() ? MessageKind::request : MessageKind::notification;
  return message;
}

}  // namespace tare::mcp
