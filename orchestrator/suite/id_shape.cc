#include "suite/id_shape.h"

#include <algorithm>
#include <array>

namespace tare {
namespace {

constexpr std::array<std::string_view, 3> kPlaceholders = {"<tool>", "<kind>", "<slug>"};

// The placeholder that `text` begins with; "" where it is none.
std::string_view placeholder_at(std::string_view text) {
  for (std::string_view one : kPlaceholders) {
    if (text.starts_with(one)) return one;
  }
  return {};
}

void append_literal(std::string& pattern, std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80 &&
        std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) {
      pattern += '\\';
    }
    pattern += c;
  }
}

}  // namespace

std::string id_shape_fault(std::string_view shape) {
  bool behind_placeholder = false;
  for (std::size_t i = 0; i < shape.size();) {
    const std::string_view one = placeholder_at(shape.substr(i));
    if (one.empty()) {
      if (shape[i] == '<' || shape[i] == '>') {
        return "has a " + std::string(1, shape[i]) + " that belongs to no known placeholder";
      }
      behind_placeholder = false;
      ++i;
      continue;
    }
    if (behind_placeholder) return "has two placeholders with nothing between them";
    behind_placeholder = true;
    i += one.size();
  }
  return {};
}

std::string id_shape_pattern(std::string_view shape, std::span<const std::string> tools,
                             CaseKind kind) {
  std::string pattern = "^";
  for (std::size_t i = 0; i < shape.size();) {
    const std::string_view one = placeholder_at(shape.substr(i));
    if (one.empty()) {
      append_literal(pattern, shape.substr(i, 1));
      ++i;
      continue;
    }
    if (one == "<kind>") append_literal(pattern, case_kind_name(kind));
    if (one == "<slug>") pattern += "[a-z0-9]+(-[a-z0-9]+)*";
    if (one == "<tool>" && tools.empty()) pattern += "[A-Za-z0-9_.-]+";
    if (one == "<tool>" && !tools.empty()) {
      pattern += '(';
      for (const std::string& tool : tools) {
        if (pattern.back() != '(') pattern += '|';
        append_literal(pattern, tool);
      }
      pattern += ')';
    }
    i += one.size();
  }
  return pattern + "$";
}

}  // namespace tare
