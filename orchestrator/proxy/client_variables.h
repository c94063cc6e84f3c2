// The environment that points clients at a door.
//
// Each client library has a variable of its own for its base URL, and most refuse to start without
// a key; some would also send what is meant for the loopback through a proxy of the house.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tare::proxy {

// Not a secret: it opens nothing.
inline constexpr std::string_view kDummyKey = "tare-replay-no-key";

// "NAME" and value. `url`: of the door. `no_proxy`: what the variable holds already.
std::vector<std::pair<std::string, std::string>> client_variables(const std::string& url,
                                                                  std::string_view no_proxy);

}  // namespace tare::proxy
