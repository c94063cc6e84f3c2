// A cassette: what providers answered, as a script that says it again byte for byte.
//
// The same form that a case's `reply` has (reply_script.h), one reply a line, so that a recording
// can be read, cut down and mended by hand. Of a request it holds nothing, and no key.
#pragma once

#include <string>
#include <vector>

#include "proxy/exchange.h"

namespace tare::proxy {

// Of the exchanges that a provider answered, in their order. Those that it did not (no connection,
// a certificate that was refused), or that still were under way, are left out.
std::string cassette_json(const std::vector<Exchange>& exchanges);

// How many replies it holds.
std::size_t cassette_replies(const std::vector<Exchange>& exchanges);

}  // namespace tare::proxy
