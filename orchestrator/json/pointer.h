// JSON Pointer (RFC 6901): "" is the whole, "/a~1b/0" a path.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare::json {

// Appends "/name" with ~ and / escaped; bytes that are no UTF-8 become U+FFFD.
void append_pointer(std::string& pointer, std::string_view name);
void append_pointer(std::string& pointer, std::size_t index);

// One step of a pointer as the name it means; ~2 and a lone ~ stand for themselves.
std::string unescape_step(std::string_view step);

// The value there, or an invalid Value. With duplicate names the last one.
Value at_pointer(Value root, std::string_view pointer);

// The pointer that leads to a value of a document. O(nodes before it).
std::string pointer_to(Value v);

}  // namespace tare::json
