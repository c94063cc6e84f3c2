// How long a server asks to be left alone.
#pragma once

#include <cstdint>
#include <optional>

#include "http_ask.h"

namespace tare::chat {

// From `retry-after-ms`, or `Retry-After` in seconds or as a date; nullopt where neither can be
// read. At most a day.
std::optional<std::uint64_t> retry_after_ms(const HttpAnswer& answer);

}  // namespace tare::chat
