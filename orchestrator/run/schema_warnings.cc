#include "run/schema_warnings.h"

#include <fmt/format.h>

#include "schema/schema.h"

namespace tare {
namespace {

std::string place_of(const Error& error) {
  return error.where.empty() ? "" : fmt::format(" (at {})", error.where);
}

}  // namespace

std::vector<std::string> schema_warnings(const Manifest& manifest) {
  constexpr std::size_t kShown = 20;
  std::vector<std::string> out;
  std::size_t further = 0;
  const auto say = [&](std::string text) {
    if (out.size() < kShown) {
      out.push_back(std::move(text));
    } else {
      ++further;
    }
  };
  for (const ToolSpec& tool : manifest.tools) {
    if (tool.input_schema.empty()) continue;
    const auto schema = schema::Schema::compile(tool.input_schema);
    if (!schema) {
      say(fmt::format("the inputSchema of tool \"{}\" judges nothing: {}{}", tool.name,
                      schema.error().reason, place_of(schema.error())));
      continue;
    }
    for (const Error& note : schema.value()->notes()) {
      say(fmt::format("the inputSchema of tool \"{}\" is not checked in full: {}{}", tool.name,
                      note.reason, place_of(note)));
    }
  }
  if (further > 0) out.push_back(fmt::format("{} more of the kind", further));
  return out;
}

}  // namespace tare
