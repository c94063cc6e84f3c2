// How a breach of the protocol is told to the person who writes the adapter: where, why, what stood
// there, and how to mend it. One sentence each, one line in all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/answer_reader.h"

namespace tare {

inline constexpr std::string_view kMendNoise =
    "Print logs to stderr, or set adapter.stdout to \"mixed\".";
inline constexpr std::string_view kMendLine =
    "Print each event on one line of its own; only the short form may span lines.";
inline constexpr std::string_view kMendEvent =
    "docs/protocol.md lists the events and their members.";
inline constexpr std::string_view kMendAfterEnd =
    "Print nothing after `finished` or the short form; logs belong on stderr.";
inline constexpr std::string_view kMendLimit =
    "Print less on one line, or raise limits.lineBytes in the suite.";
inline constexpr std::string_view kMendDepth =
    "Nest less deeply, or give the call's arguments as a "
    "JSON string, which may be of any depth.";

struct BreachSpot {
  std::uint64_t line = 0;       // of stdout, from 1
  std::uint64_t offset = 0;     // of the fault, in stdout
  std::string_view line_bytes;  // the whole line, or what is there of it
};

ProtocolBreach make_breach(const BreachSpot& spot, std::string_view reason, std::string_view mend);

// The spot of byte `offset` of a record that may span lines and begins at `begin`.
BreachSpot spot_in_record(std::string_view record, const BreachSpot& begin, std::size_t offset);

// At most 200 bytes, escaped, in quotes, with a word on how many there are where some were left
// out.
std::string shown_bytes(std::string_view bytes);

}  // namespace tare
