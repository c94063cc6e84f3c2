// Files built into the binary: schemas, the demonstration's suite, the corpus of the audit.
#pragma once

#include <span>
#include <string_view>

namespace tare {

struct EmbeddedFile {
  std::string_view name;  // "suite", or "demo/cases.json", "audit/group_a.jsonl"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();  // generated at build time (cmake/embed.cmake)

}  // namespace tare
