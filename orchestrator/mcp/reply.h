// The texts that a server sends. Put together from parts that are JSON already, so that ids, tools
// and results go out spelled as they came in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcp/revision.h"

namespace tare::mcp {

enum class ErrorCode : std::int32_t {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  header_mismatch = -32020,  // over HTTP: a header and the body say two things
  unsupported_version = -32022,
  session_not_found = -32001,  // over HTTP: by custom, beside the status that the revision wants
};

// REQUIRES: `id` is the JSON text of an id, `result` that of an object; both stand on one line.
std::string result_text(std::string_view id, std::string_view result);

// `id` may be empty: the revision says how an error without one is written. `data` is JSON text, or
// empty.
std::string error_text(std::string_view id, Revision revision, std::int32_t code,
                       std::string_view message, std::string_view data = {});
std::string error_text(std::string_view id, Revision revision, ErrorCode code,
                       std::string_view message, std::string_view data = {});

// The end of a subscription, as its server says it.
std::string listening_ended_text(std::string_view id);

// The members of an object with those that a revision wants in each result before them.
// `members`: "\"tools\":[]", or empty.
std::string result_object(Revision revision, std::string_view members);

// A whole object, such as a tool's result that a person wrote, as a result of that revision:
// `resultType` is added where the revision wants it and it is not there.
std::string as_result(Revision revision, std::string_view object, bool has_result_type);

}  // namespace tare::mcp
