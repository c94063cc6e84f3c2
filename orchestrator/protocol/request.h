// The one line that an adapter reads.
//
// Takes a CaseInput, which holds no expectation (model/test_case.h): what is expected cannot
// travel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/manifest.h"
#include "model/test_case.h"

namespace tare {

enum class RequestKind : std::uint8_t { run, describe, invoke };
enum class Execute : std::uint8_t { none, reads, all };

struct RequestContext {
  RequestKind kind = RequestKind::run;
  std::uint32_t trial = 1, attempt = 1;
  const Manifest* tools = nullptr;  // null: the suite gives none
  std::optional<std::string> instructions;
  Execute execute = Execute::none;
  std::uint32_t max_turns = 8;
  std::uint32_t deadline_ms = 60000;
  std::string_view variant_name = {}, variant_model = {}, variant_settings_json = {};
};

// One JSON document, one line, UTF-8, ended by '\n'. `input` may be null for `describe`.
// Verbatim parts (messages, input, identity, tools) are copied without white space outside strings,
// otherwise to the byte.
std::string request_line(const CaseInput* input, const RequestContext& context);

// The chat messages alone: the case's own, or its request as the user's.
std::string messages_json(const CaseInput& input);

}  // namespace tare
