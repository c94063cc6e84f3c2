// Arithmetic on literals, as Python computes it: `2 * 3.5`, `10 ** 20`, `[0] * 3`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/python_expression.h"

namespace tare::formats {

// The value as JSON text (a tuple as {"$tuple": […]}, NaN and Infinity as words). nullopt: Python
// would raise, or the value is larger than anybody could have meant; `why` says it.
std::optional<std::string> python_arithmetic(const PythonTree& tree, std::uint32_t node,
                                             std::string& why);

// The number literal `text`, negated where `negative`. nullopt: complex.
std::optional<std::string> python_number_json(std::string_view text, bool negative);

}  // namespace tare::formats
