#include "mcp/reply.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace tare::mcp {

std::string result_text(std::string_view id, std::string_view result) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string error_text(std::string_view id, Revision revision, std::int32_t code,
                       std::string_view message, std::string_view data) {
  std::string out = R"({"jsonrpc":"2.0",)";
  if (!id.empty()) {
    out += fmt::format("\"id\":{},", id);
  } else if (!may_leave_out_id(revision)) {
    out += "\"id\":null,";
  }
  out += fmt::format(R"("error":{{"code":{},"message":{})", code, quote_json(message));
  if (!data.empty()) out += fmt::format(",\"data\":{}", data);
  return out + "}}";
}

std::string error_text(std::string_view id, Revision revision, ErrorCode code,
                       std::string_view message, std::string_view data) {
  return error_text(id, revision, static_cast<std::int32_t>(code), message, data);
}

std::string listening_ended_text(std::string_view id) {
  return result_text(
      id,
      fmt::format(
          R"({{"resultType":"complete","_meta":{{"io.modelcontextprotocol/subscriptionId":{}}}}})",
          id));
}

std::string result_object(Revision revision, std::string_view members) {
  std::string out = "{";
  if (has_result_type(revision)) out += R"("resultType":"complete")";
  if (out.size() > 1 && !members.empty()) out += ',';
  out += members;
  return out + "}";
}

std::string as_result(Revision revision, std::string_view object, bool has_type) {
  if (!mcp::has_result_type(revision) || has_type) return std::string(object);
  const std::size_t open = object.find('{');
  const std::size_t close = object.rfind('}');
  return result_object(revision, object.substr(open + 1, close - open - 1));
}

}  // namespace tare::mcp
