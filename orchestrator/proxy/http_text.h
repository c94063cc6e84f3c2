// HTTP as it is written: a reply's head, a chunk, and what of a request may be kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proxy/exchange.h"
#include "proxy/replay.h"

namespace tare::proxy {

// Status line and headers with the empty line. `chunked`: the body comes in chunks; else with its
// length. Headers that frame the body or the connection are the proxy's own business, whatever a
// script says.
std::string head_of(const PlannedReply& reply, std::string_view reason, bool chunked,
                    bool keep_alive);
// The same for a reply whose body is still to come: `length` where it is known.
std::string forwarded_head(const PlannedReply& reply, std::string_view reason,
                           std::optional<std::uint64_t> length, bool chunked, bool keep_alive);
// The headers as they go out, for the record.
Headers sent_headers(const PlannedReply& reply);

void append_chunk(std::string& out, std::string_view bytes);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

// A header whose value is a key or a session, and is never kept.
bool carries_key(std::string_view header);
// A query's `name=value` whose value is a key; the name is told decoded.
bool is_key_pair(std::string_view pair);
// The query without the values that are keys.
std::string without_keys(std::string_view query);
inline constexpr std::string_view kLeftOut = "[not kept]";

bool same_name(std::string_view a, std::string_view b);  // whatever the case

}  // namespace tare::proxy
