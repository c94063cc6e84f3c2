// One request and its reply, as they stood on the wire. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proxy/endpoint.h"

namespace tare::proxy {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Exchange {
  std::uint64_t order = 0;  // through all doors of a proxy, from 1
  std::uint32_t turn = 0;   // which reply of the door's script, from 1; 0: none was used
  // Milliseconds since the proxy began: the request's head, its last byte, the reply's last byte.
  std::uint64_t began_ms = 0, asked_ms = 0, answered_ms = 0;

  std::string method, target;  // without the door, and without a key in the query
  Headers request_headers;     // values of headers that carry keys are left out
  std::string request_body;
  std::optional<Endpoint> endpoint;  // nullopt: no path that is served

  // Whose answer it is: "https://HOST[:PORT]" where it came from there, "" where it is Tare's own.
  std::string upstream;
  std::uint32_t status = 0;
  Headers reply_headers;
  std::string reply_body;  // as far as it was sent
  bool whole = false;      // all of the reply went out
  bool aside = false;      // it offered no tools, and was answered beside the script
  // What a short reply of the script said: known even where its arguments break the body.
  std::vector<formats::WireCall> scripted;

  std::string fault;  // what went wrong on the way, for a person; "" if nothing did
};

}  // namespace tare::proxy
