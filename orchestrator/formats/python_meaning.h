// What calls in a Python expression mean to a client layer that walks Python's tree.
//
// Values become JSON; what JSON cannot say is marked: a tuple is {"$tuple": […]}, any other value
// {"$python": "its source"}. A bare name is its own text, a nested call without keywords its
// source, arithmetic its result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::formats {

struct MeantCall {
  bool is_call = true;    // false: a call without keywords, which such a layer takes for a text
  std::string name;       // or that text
  std::string arguments;  // a JSON object; of a repeated keyword both stand there
};

enum class EmptyCalls : std::uint8_t { are_texts, are_calls };

// The calls in `text`, which is a list, tuple or set of them. nullopt: it is none, or a value in it
// has no meaning to such a layer. `one_alone`: a single call without brackets counts too.
std::optional<std::vector<MeantCall>> read_meant_calls(std::string_view text, EmptyCalls empty,
                                                       bool one_alone, std::string& why);

}  // namespace tare::formats
