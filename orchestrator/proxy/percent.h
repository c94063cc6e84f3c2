// Percent escapes of a URL: what a path or a query says, whatever the spelling.
#pragma once

#include <string>
#include <string_view>

namespace tare::proxy {

// Once: "%2525" becomes "%25". A '%' that begins no escape stays.
std::string percent_decoded(std::string_view text);

}  // namespace tare::proxy
