// The closed list of formats, by name.
//
// Servers and model cards spell one format in many ways (`llama3_json`, `Llama3-JSON`), so names
// are compared without case and separators, and a format has other names beside its own. What a
// format looks like is the reader's business; the table only says which reader that is.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/model_text.h"

namespace tare::formats {

// The reader that knows a format.
enum class Reader : std::uint8_t {
  detected,        // "text": look for a format first
  tags,            // JSON between two tags, or behind one
  deepseek,        // name and JSON between full-width tags
  kimi,            // name with a number, JSON behind a tag
  mistral,         // [TOOL_CALLS], a list or name and JSON
  function_tag,    // <function=name>JSON</function>
  recipient_line,  // name on a line of its own, JSON below
  channels,        // messages with a recipient
  frames,          // frames that open and close, arguments in frames of their own
  bare,            // JSON anywhere in the text
  arguments,       // the text is one call's arguments
  xml_parameters,
  call_syntax,
};

struct FormatEntry {
  FormatInfo info;
  Reader reader;
};

// By any of its names; nullptr where no format bears it.
const FormatEntry* find_format(std::string_view name);

}  // namespace tare::formats
