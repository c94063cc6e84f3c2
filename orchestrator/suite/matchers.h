// Matchers: objects such as {"$oneOf": [1, 2]} that stand in for a value inside expectedArgs and
// the like.
//
// A matcher is an object with one member, whose name begins with `$`; a literal name that begins so
// is written with one `$` more. The list is closed and each operand has a form: a slip in either is
// a fault when the suite is read, and not a literal that never matches. What a matcher means for a
// call is scoring/argument_matcher.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "suite/value_reader.h"

namespace tare {

enum class Matcher : std::uint8_t {
  one_of,
  regex,
  range,
  approx,
  type,
  unordered,
  contains,
  absent,
  any,
  ignore_case,
  date,
  schema,
};

struct MatcherUse {
  Matcher matcher;
  json::Value operand;
};

// The matcher that a value is; nullopt where it is a literal.
std::optional<MatcherUse> matcher_of(json::Value value);

// A member's name as it is meant: "$$id" is the literal "$id".
std::string literal_name(json::Value name);

// Does any object in it, at any depth, have a member whose name begins with `$`? Where none has,
// the value means what it says.
bool is_plain(json::Value value);

// A fault for each unknown matcher, for each operand that has not its matcher's form, and for each
// name that stands twice in one object.
void check_matchers(ValueReader& reader, json::Value value);

// The words of $type.
enum class ValueType : std::uint8_t { null, boolean, integer, number, string, array, object };
std::optional<ValueType> value_type_from_name(std::string_view name);

}  // namespace tare
