#include "mcp_proxy/record_line.h"

#include <fmt/format.h>

#include <iterator>

#include "base/escape.h"
#include "base/names.h"
#include "base/utf8.h"
#include "json/string_writer.h"

namespace tare {

std::string_view direction_name(FrameDirection direction) {
  switch (direction) {
    case FrameDirection::from_client:
      return "fromClient";
    case FrameDirection::to_client:
      return "toClient";
  }
  return "";
}

void append_record_line(std::string& out, const FrameRecord& frame) {
  fmt::format_to(std::back_inserter(out), R"({{"session":{},"direction":"{}","at":{},)",
                 quote_json(frame.session), direction_name(frame.direction), frame.at_ms);
  if (is_valid_utf8(frame.text)) {
    out += "\"frame\":";
    json::append_json_string(out, frame.text);
  } else {
    out += "\"frameBase64\":\"" + base64_encode(frame.text) + '"';
  }
  if (frame.bytes > frame.text.size()) {
    fmt::format_to(std::back_inserter(out), ",\"bytes\":{}", frame.bytes);
  }
  if (!frame.has_newline) out += ",\"newline\":false";
  if (frame.calls != nullptr && !frame.calls->empty()) {
    out += ",\"answers\":";
    char before = '[';
    for (const mcp::AnsweredCall& call : *frame.calls) {
      out += before;
      out += fmt::format(R"({{"id":{},"status":"{}"}})", call.id, status_name(call.status));
      before = ',';
    }
    out += ']';
  }
  out += "}\n";
}

}  // namespace tare
