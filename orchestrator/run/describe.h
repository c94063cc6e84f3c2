// Asks the adapter for its tools: request `describe`, sent only where the suite says "tools":
// "describe".
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <string>

#include "base/result.h"
#include "run/attempt.h"

namespace tare {

struct Described {
  Manifest manifest;
  std::string tools_json;  // the array as the adapter wrote it
};

// The tools as one JSON array, each verbatim.
std::string tools_json_of(const Manifest& manifest);

// `tell` is given one line for a person where the answer is some seconds in coming: what is waited
// for, and how long at most.
boost::asio::awaitable<Result<Described>> describe_tools(
    AttemptSetting setting, std::function<void(const std::string&)> tell);

}  // namespace tare
