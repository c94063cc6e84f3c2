// `--upstream` and `--key-from`: which providers requests go on to, and with which keys.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "proxy/upstream.h"

namespace tare {

// `upstreams`: "NAME" (its usual address) or "NAME=URL". `keys`: "NAME=VARIABLE". Keys are read
// from the environment; where none is named, from the provider's usual variables, but then they are
// not sent in the clear to another machine. Where there is a key, other processes of the user can
// read it from this one no more (process/hidden_secrets.h).
Result<proxy::Upstreams> read_upstream_options(const std::vector<std::string>& upstreams,
                                               const std::vector<std::string>& keys);

}  // namespace tare
