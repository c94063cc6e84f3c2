// What a plain YAML scalar means in JSON, by the core schema of YAML 1.2.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tare {

struct PlainScalar {
  enum class Kind : unsigned char { null, boolean, number, string, unsayable };
  Kind kind = Kind::string;
  std::string json;  // JSON text; where `unsayable`, why JSON has no such number
};

// `1_000`, `no`, `12:30` and dates are strings here; 0x1F and 0o17 become decimal.
PlainScalar read_plain_scalar(std::string_view text);

}  // namespace tare
