// The words of the protocol: they stand on every line of an answer, and in JSON Schemas of tools.
#pragma once

#include <span>
#include <string_view>

namespace tare {

// Names of events and members, and the values that some members are limited to.
std::span<const std::string_view> protocol_words();

bool is_protocol_word(std::string_view word);

}  // namespace tare
