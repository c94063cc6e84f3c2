// Names of characters in HTML and XML: "amp" for &.
#pragma once

#include <cstddef>
#include <string_view>

namespace tare {

struct NamedEntity {
  std::string_view name;
  char32_t value;
  bool bare;  // browsers take it without its semicolon too
};

inline constexpr std::size_t kLongestEntityName = 8;

// nullptr where the name is not known. Names differ by case.
const NamedEntity* find_entity(std::string_view name);

}  // namespace tare
