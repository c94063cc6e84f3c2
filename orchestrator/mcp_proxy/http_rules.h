// What Streamable HTTP says beside the message: the headers that repeat a part of it, and those
// that tell who asks. Pure, and the same for both ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/message.h"

namespace tare {

using HttpFields = std::vector<std::pair<std::string, std::string>>;

// The first of that name, whatever its case.
std::optional<std::string_view> http_field(const HttpFields& fields, std::string_view name);

// A page from elsewhere that reached us by a name of its own (DNS rebinding) says so in `Origin`.
bool is_loopback_origin(std::string_view origin);

// The client would rather not have JSON: it accepts events alone.
bool wants_events(std::string_view accept);

// `Mcp-Name`: a text that is safe in a header stands there as it is, any other as `=?base64?…?=`.
std::string to_header_value(std::string_view text);
std::optional<std::string> from_header_value(std::string_view value);  // nullopt: broken base64

// What a header has to repeat of a message: its tool, prompt or resource. nullopt: it has none.
std::optional<std::string> name_for_header(const mcp::Message& message);

// The revision that a message says in its `_meta`; from 2026-07-28 on each request has to.
std::optional<std::string> revision_said(const mcp::Message& message);

// A message as an event of a stream.
std::string as_event(std::string_view message);

}  // namespace tare
