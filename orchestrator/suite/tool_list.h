// Lists of tools: inline in a suite or a case, or a file of their own.
#pragma once

#include <vector>

#include "json/value.h"
#include "model/manifest.h"
#include "suite/value_reader.h"

namespace tare {

// An array of {name, description?, inputSchema?, …}. Each tool is kept verbatim beside what is read
// of it; members not known here are kept too, since servers add their own.
std::vector<ToolSpec> read_tool_list(ValueReader& reader, json::Value list);

// The content of a tools file: such an array, or an object with `tools` and perhaps `instructions`,
// `limits` and `mcp`, as in the event `manifest`.
Manifest read_tools_document(ValueReader& reader, json::Value root);

}  // namespace tare
