// A case: what is sent to the adapter, and what is expected of it, kept apart by type.
//
// protocol/request.h takes a CaseInput and nothing else, so no expectation can reach an adapter:
// the compiler sees to it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

enum class CaseKind : std::uint8_t { tool_call, agent, invoke, observe };
std::string_view case_kind_name(CaseKind kind);  // "tool-call", …
std::optional<CaseKind> case_kind_from_name(std::string_view name);

struct SourcePosition {
  std::uint32_t file = 0;  // index into Suite::files
  std::uint32_t line = 0, column = 0;
};

// A `never` entry, of a suite or a case; `forbid` entries become these with level `called`.
struct Never {
  enum class Level : std::uint8_t { called, executed };
  std::string tool;       // glob
  std::string args_json;  // an object with values and matchers; "" = any
  Level level = Level::called;
  std::string control, why;
  bool from_forbid = false;
};

// All that may travel to the adapter. Members called *_json are verbatim JSON text, "" if absent.
struct CaseInput {
  std::string id;
  CaseKind kind = CaseKind::tool_call;
  std::vector<std::string> tags;
  std::string request_json;   // a JSON string, as written
  std::string messages_json;  // an array; "" where the case gave only a request
  std::string identity_json, input_json, tools_json, instructions_json;
  std::string invoke_json;  // kind invoke: {tool, arguments, identity}
  std::optional<std::uint32_t> max_turns;
};

// Members called *_json are JSON text, checked when the suite was read; "" if absent.
struct RareExpectation {
  std::vector<Never> never;  // forbid and never of this case
  std::vector<std::string> expected_errors;
  std::string expected_args_json, expected_calls_json, expected_output_json, expected_status_json;
  std::string order, metadata_json, reply_json;
  std::string bfcl_json;  // {version, category, functions, groundTruth}
};

enum class WhichCall : std::uint8_t { first, any, only };

struct Expectation {
  // kNone: the case states no expected tool (agent, observe, trajectory).
  enum class Tool : std::uint8_t { unstated, none, named };
  Tool tool = Tool::unstated;
  std::string expected_tool;                  // where `named`
  std::vector<std::string> acceptable_tools;  // without the expected one
  std::optional<WhichCall> calls;             // default: any for agent, else first
  bool mcp_tools_only = false;
  std::uint8_t risk = 1;
  std::unique_ptr<RareExpectation> rare;  // null where none of them is given

  bool has_trajectory() const { return rare && !rare->expected_calls_json.empty(); }
};

struct TestCase {
  CaseInput input;
  Expectation expected;
  std::optional<std::uint32_t> trials, timeout_ms;
  SourcePosition position;

  const std::string& id() const { return input.id; }
};

}  // namespace tare
