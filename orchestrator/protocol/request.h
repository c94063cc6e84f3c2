// The one line that an adapter reads.
//
// Takes a CaseInput, which holds no expectation (model/test_case.h): what is expected cannot
// travel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/manifest.h"
#include "model/test_case.h"

namespace tare {

enum class RequestKind : std::uint8_t { run, describe, invoke, judge };
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

// What a judge is shown of a finished attempt. Results of tools and other scores have no member
// here: they cannot reach it.
struct JudgedCall {
  std::string name;
  std::optional<std::string> arguments;  // the text as captured
  std::optional<std::uint32_t> turn;
};
struct JudgeQuestion {
  std::string case_id;
  CaseKind kind = CaseKind::agent;
  std::string messages_json;              // an array; as messages_json() below gives it
  std::vector<JudgedCall> calls;          // in order of time
  std::optional<std::string> final_text;  // nullopt: the agent said nothing
  std::string tools_json;                 // an array, or "" where none are known
  std::string contract;                   // the case's expectedOutput
};

// The line that a judge reads: of `context` trial, attempt (the judge's own) and deadline. Bytes
// that are no UTF-8 come out as U+FFFD.
std::string judge_request_line(const JudgeQuestion& question, const RequestContext& context);

// One JSON document, one line, UTF-8, ended by '\n'. `input` may be null for `describe`.
// Verbatim parts (messages, input, identity, tools) are copied without white space outside strings,
// otherwise to the byte.
std::string request_line(const CaseInput* input, const RequestContext& context);

// The chat messages alone: the case's own, or its request as the user's.
std::string messages_json(const CaseInput& input);

}  // namespace tare
