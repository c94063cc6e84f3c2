// Ink on a terminal. Few colours, each with one meaning: red is what the model wrote or what
// failed, green what the tool received or what holds, yellow what is not known; dim is what may be
// skipped. Nothing is said by colour alone, so that a log without it reads the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tare {

enum class Ink : std::uint8_t {
  plain,
  strong,
  dim,
  bad,
  good,
  doubt,
  raw_change,
  normalized_change
};

// `text` is shown as it is: it must have been escaped before. Without `color` it comes back
// unchanged.
std::string paint(bool color, Ink ink, std::string_view text);

}  // namespace tare
