// An expression written again, as `ast.unparse` writes it: one spelling for all layouts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/python_expression.h"

namespace tare::formats {

// `source`: what the tree was read from. What has no kind of its own stays as it stood.
std::string python_source(const PythonTree& tree, std::uint32_t node, std::string_view source);

// The shortest text that is this double, as `repr` prints it: 5.0, 1e+16, inf, nan.
std::string python_float_text(double value);

}  // namespace tare::formats
