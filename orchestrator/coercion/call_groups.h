// Calls that became one, and one call that became several.
//
// Streams are put together from pieces by an index or an id; where those are wrong, the arguments
// of two calls run into one, or those of one are torn in two. What pairing leaves over then is not
// lost and not from nowhere. Merging and splitting are the same question asked from two sides: do
// the pieces on one side make up the whole on the other?
//
// A whole is made up of its partner and of calls that have no partner, at least one of them:
// - their texts, one behind the other, are its text (white space may stand between);
// - its text is several JSON values in a row, or a list, and they are its elements;
// - its members are theirs: for a split each member once, for a merger any of them may repeat.
// A merger is also a name that is two raw names joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coercion/call_keys.h"

namespace tare {

struct CallGroup {
  std::size_t whole;
  std::vector<std::size_t> pieces;  // its partner among them; ascending
};

enum class Grouping : std::uint8_t { merged, split };

// `partner` of each whole: the index of a piece, or -1. Each piece without a partner is used once.
// The work is bounded: what is past the bounds stays ungrouped.
std::vector<CallGroup> find_groups(Grouping grouping, std::span<const CallKey> wholes,
                                   std::span<const CallKey> pieces,
                                   std::span<const std::int64_t> partner);

}  // namespace tare
