#include "parser_format.h"

#include <array>
#include <utility>

#include "formats/format_table.h"

namespace tare::chat {
namespace {

// Parsers that are named after a model, and not after what it writes.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kOthers = {{
    {"cohere_command3", "cohere"},
    {"cohere_command4", "cohere"},
    {"granite4", "hermes"},
    {"llama", "llama3"},
    {"mimo", "qwenXml"},
    {"nemotron_json", "nemotron"},
    {"qwen3_5", "qwenXml"},
}};

}  // namespace

std::string format_of_parser(std::string_view parser) {
  if (parser.empty()) return "";
  for (const auto& [name, format] : kOthers) {
    if (name == parser) return std::string(format);
  }
  const formats::FormatEntry* entry = formats::find_format(parser);
  return entry == nullptr ? "" : std::string(entry->info.name);
}

}  // namespace tare::chat
