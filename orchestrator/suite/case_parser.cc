// What a case sends. What it expects is read next door (expectation_parser.cc), into a type that
// nothing sends.
#include "suite/case_parser.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "suite/case_members.h"
#include "suite/expectation_parser.h"
#include "suite/tool_list.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"tool-call", "agent", "invoke", "observe"};
constexpr std::array<std::string_view, 2> kInvokeMembers = {"tool", "arguments"};
constexpr std::uint32_t kMaxTrials = 100'000;
constexpr std::uint32_t kMaxTimeoutMs = 7 * 24 * 3600 * 1000;
constexpr std::uint32_t kMaxTurns = 10'000;

// Ids become folder names, lines of tables and names of JUnit cases.
bool has_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte < 0x7f) {
      ++i;
      continue;
    }
    const CodePoint c = code_point_at(text, i);
    const bool line_break = c.value == 0x2028 || c.value == 0x2029;
    if (c.value < 0x20 || (c.value >= 0x7f && c.value < 0xa0) || line_break) return true;
    i += c.length;
  }
  return false;
}

}  // namespace

CaseParser::CaseParser(ValueReader& reader)
    : reader_(reader), members_(reader, "a case", kCaseMembers) {}

std::optional<TestCase> CaseParser::parse(json::Value value) {
  reader_.set_case({});
  if (!value.is_object()) {
    reader_.fault(value, fmt::format("a case is {}; it must be an object", shown(value)));
    return std::nullopt;
  }
  const json::Value id = value.find("id");
  if (id.valid() && id.is_string() && id.text() != "\"\"") reader_.set_case(id);
  members_.read(value);
  if (!id.valid()) {
    reader_.fault(value, "\"id\" is missing in a case", "give each case a name of its own");
    return std::nullopt;
  }
  std::optional<std::string> name = reader_.word(id, "id");
  if (!name) return std::nullopt;
  if (has_control_character(*name)) {
    reader_.set_case({});
    reader_.fault(id, fmt::format("\"id\" {} holds a control character", shown(id)));
    return std::nullopt;
  }
  TestCase test_case;
  test_case.input.id = std::move(*name);
  test_case.position = reader_.position(value);
  if (auto kind = reader_.choice(case_member(members_, CaseMember::kind), "kind", kKinds)) {
    test_case.input.kind = static_cast<CaseKind>(*kind);
  }
  reader_.text(case_member(members_, CaseMember::schema), "$schema");
  read_input(test_case);
  read_numbers(test_case);
  read_invoke(test_case);
  read_expectation(reader_, members_, value, test_case);
  reader_.set_case({});
  return test_case;
}

void CaseParser::read_input(TestCase& test_case) {
  CaseInput& input = test_case.input;
  const json::Value request = case_member(members_, CaseMember::request);
  const json::Value messages = case_member(members_, CaseMember::messages);
  if (request.valid()) {
    // Lone surrogates are allowed here: how an agent bears them may be the very question.
    if (request.is_string()) {
      input.request_json = json_text(request);
    } else {
      reader_.misfit(request, "request", "a string");
    }
  }
  if (reader_.array(messages, "messages", false)) {
    std::size_t index = 0;
    for (json::Value message : messages.elements()) {
      reader_.object(message, fmt::format("messages[{}]", index++));
    }
    input.messages_json = json_text(messages);
  }
  if (auto tags = reader_.words(case_member(members_, CaseMember::tags), "tags")) {
    input.tags = std::move(*tags);
  }
  const json::Value tools = case_member(members_, CaseMember::tools);
  if (tools.valid()) {
    read_tool_list(reader_, tools);
    input.tools_json = json_text(tools);
  }
  const json::Value instructions = case_member(members_, CaseMember::instructions);
  if (reader_.text(instructions, "instructions")) input.instructions_json = json_text(instructions);
  input.identity_json = json_text(case_member(members_, CaseMember::identity));
  input.input_json = json_text(case_member(members_, CaseMember::input));
}

void CaseParser::read_numbers(TestCase& test_case) {
  test_case.trials =
      reader_.whole32(case_member(members_, CaseMember::trials), "trials", 1, kMaxTrials);
  test_case.timeout_ms =
      reader_.whole32(case_member(members_, CaseMember::timeout_ms), "timeoutMs", 1, kMaxTimeoutMs);
  test_case.input.max_turns =
      reader_.whole32(case_member(members_, CaseMember::max_turns), "maxTurns", 1, kMaxTurns);
}

void CaseParser::read_invoke(TestCase& test_case) {
  const json::Value invoke = case_member(members_, CaseMember::invoke);
  const bool wanted = test_case.input.kind == CaseKind::invoke;
  if (!wanted) {
    if (invoke.valid()) {
      reader_.fault(invoke, "\"invoke\" is given, but the kind is not invoke",
                    "set \"kind\": \"invoke\"");
    }
    return;
  }
  if (!invoke.valid()) {
    reader_.fault(case_member(members_, CaseMember::kind), "kind invoke needs \"invoke\"",
                  "add \"invoke\": {\"tool\": …, \"arguments\": {…}}");
    return;
  }
  if (!reader_.object(invoke, "invoke")) return;
  MemberSet members(reader_, "invoke", kInvokeMembers);
  members.read(invoke);
  if (!members.require({"tool", "arguments"})) return;
  const json::Value arguments = members["arguments"];
  if (!reader_.word(members["tool"], "tool")) return;
  if (!arguments.is_object() && !arguments.is_string()) {
    reader_.misfit(arguments, "arguments", "an object, or a string with the text of one");
    return;
  }
  std::string& out = test_case.input.invoke_json;
  out = fmt::format("{{\"tool\":{},\"arguments\":{}", json_text(members["tool"]),
                    json_text(arguments));
  if (!test_case.input.identity_json.empty()) {
    out += ",\"identity\":" + test_case.input.identity_json;
  }
  out += '}';
}

}  // namespace tare
