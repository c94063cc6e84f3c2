// JSON values as Python holds them, for rules that were written in Python.
//
// The leaderboard's checker asks for `type(v)` and compares with `==`. There an int is no float by
// type and yet equal to it by value, True equals 1, and 0.1 is the double nearest to it. So types
// are told by number text, and equality is equality of one key per value: equal values have equal
// keys, and only they. JSON has no tuple: a decoder writes {"$tuple": […]}, and any value that JSON
// cannot hold as {"$python": "its source"} (docs/bfcl.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"

namespace tare {

enum class PythonType : std::uint8_t {
  none,
  string,
  integer,
  real,
  boolean,
  list,
  dict,
  tuple,
  other
};
// "str", "int", "float", …; "NoneType", and "object" for what JSON cannot hold.
std::string_view python_type_name(PythonType type);
PythonType python_type(json::Value v);

// The elements of a tuple as the list that stands in it. REQUIRES: python_type(v) is tuple
json::Value list_in_tuple(json::Value v);

// The members as a dict has them: each name once, the last value of it. O(n).
std::vector<std::pair<std::string, json::Value>> dict_items(json::Value object);

// nullopt: equal to nothing (NaN stands in it, or a value that JSON cannot hold).
std::optional<std::string> python_key(json::Value v);
std::string python_string_key(std::string_view decoded);
// Of float(v). REQUIRES: an int. nullopt: too large for a float.
std::optional<std::string> python_key_as_float(json::Value v);

// The leaderboard's forgiving form of a string: without spaces and , . / - _ * ^, in lower case as
// Python's lower() makes it, each ' as ".
std::string standard_string(std::string_view decoded);

}  // namespace tare
