// Which door a request knocks at, and which provider's tongue it speaks there.
//
// The path says both: `/DOOR/v1/chat/completions`. Clients differ in what they hold to be part of
// the base URL (`…/v1` or not, a slash at its end or not), so version segments and doubled slashes
// are passed over; everything else has to be exactly a path that a provider serves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/provider_reply.h"

namespace tare::proxy {

struct Target {
  std::string door;   // the first segment, decoded
  std::string sent;   // the rest as it came, with its leading slash
  std::string path;   // the same decoded: what it is held against. An escaped slash stays one
  std::string query;  // behind the '?', as it came
};
// `target` as in the request line. A door that is "" means that there was none.
Target split_target(std::string_view target);

struct Endpoint {
  formats::Provider provider = formats::Provider::openai_chat;
  std::string model;         // gemini names it in the path; "" elsewhere
  bool stream_path = false;  // gemini: the path asks for a stream
  bool sse = true;           // gemini: the query asks for events; else the stream is one JSON list
};
std::optional<Endpoint> endpoint_of(std::string_view path, std::string_view query);

}  // namespace tare::proxy
