// Files built into the binary: the schemas, and the demonstration's suite.
#pragma once

#include <span>
#include <string_view>

namespace tare {

struct EmbeddedFile {
  std::string_view name;  // "suite", or "demo/cases.json"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();  // generated at build time (cmake/embed.cmake)

}  // namespace tare
