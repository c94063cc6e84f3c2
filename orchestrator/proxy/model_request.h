// What a client asks of the model: read from the body of its request, by its provider's rules.
//
// The tools as they were sent and the messages are evidence and stay the bytes that stood there.
// A body that is no JSON object is a fault of the request, told to the client as a provider would.
#pragma once

#include <string>
#include <string_view>

#include "model/manifest.h"
#include "proxy/endpoint.h"

namespace tare::proxy {

struct ModelRequest {
  std::string fault;  // why the body cannot be read; "" if it can
  std::string model;
  bool stream = false;
  bool usage_in_stream = false;  // chat completions: the client wants a last event with the usage
  Manifest tools;                // in the order sent, under their wire names
  std::string messages_json;     // what the model is shown, verbatim; "" if there is nothing
};
ModelRequest read_model_request(const Endpoint& endpoint, std::string_view body);

}  // namespace tare::proxy
