// An error in the words of each provider, so that its client takes it for one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/provider_reply.h"

namespace tare::proxy {

struct ProviderError {
  std::uint32_t status = 500;
  std::string_view type;  // "" for what the provider calls this status
  std::string_view message;
};
// The body of a reply with that status.
std::string error_body(formats::Provider provider, const ProviderError& error);
// The event by which a stream that has begun says so. `number`: how many events stand before it.
std::string error_event(formats::Provider provider, const ProviderError& error, std::size_t number);

}  // namespace tare::proxy
