// An exchange as one line of JSON: what a record on disk holds, and `tare proxy model` prints.
//
// Bodies stand as strings where they are UTF-8 and as base64 where they are not, so that every byte
// comes back. Beside the bytes stands what Tare read out of them.
#pragma once

#include <string>

#include "proxy/exchange.h"

namespace tare::proxy {

// Without a line break at its end. `door` may be "".
std::string exchange_json(const std::string& door, const Exchange& exchange);

}  // namespace tare::proxy
