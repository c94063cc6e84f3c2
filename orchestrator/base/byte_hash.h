// A hash of short texts for tables that strangers fill.
//
// Names and ids come from files that anyone may have written. With a hash that everyone can
// compute, a file could be made whose ids all fall into one slot, and reading it would take a day.
// So each table draws a seed of its own. Eight bytes are taken at a time and folded in by one wide
// multiplication; what the hash of a text is means nothing outside the table.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tare {

__extension__ using WideProduct = unsigned __int128;

// Both halves of the product, which depend on all bits of both factors.
inline std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const WideProduct product = static_cast<WideProduct>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t byte_hash(std::string_view bytes, std::uint64_t seed) {
  constexpr std::uint64_t kOdd = 0xd6e8feb86659fd93u, kOther = 0xa0761d6478bd642fu;
  const auto word_at = [&bytes](std::size_t at, std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, size);
    return word;
  };
  std::uint64_t hash = seed ^ (bytes.size() * kOther);
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) hash = folded_product(hash ^ word_at(at, 8), seed ^ kOdd);
  if (at < bytes.size()) {
    // The last eight bytes, some of them for the second time, or all where there are fewer.
    const std::uint64_t rest =
        bytes.size() >= 8 ? word_at(bytes.size() - 8, 8) : word_at(at, bytes.size() - at);
    hash = folded_product(hash ^ rest, seed ^ kOdd);
  }
  return folded_product(hash ^ kOther, kOdd);
}

// Different in each run.
std::uint64_t new_hash_seed();

}  // namespace tare
