// Names derived from ids and times: folders, run ids; and base64 for bytes that are no text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tare {

// A case id as one folder name: percent-encoding of everything but [A-Za-z0-9._-] (a leading dot
// too), cut at 100 bytes with "~" and 12 digits of SHA-256 where it was longer. Injective, but for
// long ids whose digests collide; the empty id is "%".
std::string folder_name_of(std::string_view id);

std::string base64_encode(std::string_view bytes);
Result<std::string> base64_decode(std::string_view text);

// "20261130T104453Z-3f9a2c": the time in UTC and six random hexadecimal digits.
std::string new_run_id();

// "2026-11-30T10:44:53.123Z"
std::string utc_now();
std::string utc_text(std::int64_t unix_ms);

// Today's date in UTC, "2026-11-30".
std::string utc_today();

}  // namespace tare
