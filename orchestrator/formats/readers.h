// The readers behind read_model_text, one family a file. Each takes the whole text and appends the
// calls that it finds, and the spans between them as passages of content.
#pragma once

#include <string_view>

#include "formats/model_text.h"

namespace tare::formats {

// What one reader is asked to do. `format` is a name of known_formats(), never "".
struct ReadTask {
  std::string_view text;
  std::string_view format;
  const SchemaOfTool& schema_of;
};

void read_tagged_json(const ReadTask& task, ModelText& out);  // also bare and fenced JSON
void read_xml_parameters(const ReadTask& task, ModelText& out);
void read_call_syntax(const ReadTask& task, ModelText& out);

}  // namespace tare::formats
