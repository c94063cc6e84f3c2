#include "mcp_proxy/canned_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/escape.h"
#include "base/glob.h"
#include "json/equal.h"
#include "suite/read_document.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 7> kMembers = {"tool",    "arguments", "result", "text",
                                                      "isError", "deny",      "error"};
constexpr std::array<std::string_view, 2> kErrorMembers = {"code", "message"};
constexpr std::string_view kEmptyText = R"({"content":[{"type":"text","text":""}]})";
constexpr std::string_view kMendKinds =
    R"(write one of "result", "text", "deny" and "error" in it)";

// `text` is a JSON string as it was spelled.
std::string text_result(std::string_view text, bool is_error) {
  return fmt::format(R"({{"content":[{{"type":"text","text":{}}}]{}}})", text,
                     is_error ? R"(,"isError":true)" : "");
}

void read_result(ValueReader& reader, json::Value result, mcp::ToolAnswer& out) {
  if (!reader.object(result, "result")) return;
  const json::Value content = result.find("content");
  if (!content.valid()) {
    reader.fault(result, "\"result\" has no \"content\"",
                 R"(every revision wants one; "content": [] is the least)");
  } else if (reader.array(content, "content")) {
    for (const json::Value block : content.elements()) reader.object(block, "a block of content");
  }
  const bool failed = reader.flag(result.find("isError"), "isError").value_or(false);
  out.status = failed ? CallStatus::failed : CallStatus::executed;
  out.has_result_type = result.find("resultType").valid();
  out.result = json_text(result);
}

void read_error(ValueReader& reader, json::Value error, mcp::ToolAnswer& out) {
  if (!reader.object(error, "error")) return;
  MemberSet members(reader, "error", kErrorMembers);
  members.read(error);
  if (!members.require({"code", "message"})) return;
  const auto code = members["code"].as_integer();
  if (!code || *code < INT32_MIN || *code > INT32_MAX) {
    reader.misfit(members["code"], "code", "a whole number of 32 bits, such as -32000");
    return;
  }
  out.status = CallStatus::rejected;
  out.error = {static_cast<std::int32_t>(*code),
               reader.text(members["message"], "message").value_or("")};
}

CannedAnswer read_answer(ValueReader& reader, MemberSet& members, json::Value value) {
  CannedAnswer out;
  out.position = reader.position(value);
  members.read(value);
  if (members.require({"tool"})) out.tool = reader.word(members["tool"], "tool").value_or("");
  if (const json::Value arguments = members["arguments"]; reader.object(arguments, "arguments")) {
    out.arguments = json::canonical_text(arguments);
  }
  const bool is_error = reader.flag(members["isError"], "isError").value_or(false);
  const json::Value result = members["result"], text = members["text"], deny = members["deny"],
                    error = members["error"];
  if (result.valid() + text.valid() + deny.valid() + error.valid() != 1) {
    reader.fault(value, "an answer must say one thing", std::string(kMendKinds));
    return out;
  }
  if (members["isError"].valid() && !text.valid()) {
    reader.fault(members["isError"], "\"isError\" stands beside \"text\" alone",
                 R"(a "result" says it inside itself)");
  }
  if (result.valid()) read_result(reader, result, out.answer);
  if (error.valid()) read_error(reader, error, out.answer);
  if (text.valid() && reader.text(text, "text")) {
    out.answer.status = is_error ? CallStatus::failed : CallStatus::executed;
    out.answer.result = text_result(text.text(), is_error);
  }
  if (deny.valid() && reader.text(deny, "deny")) {
    out.answer.status = CallStatus::denied;
    out.answer.result = text_result(deny.text(), true);
  }
  return out;
}

}  // namespace

Result<CannedAnswers> CannedAnswers::parse(std::string_view text, const std::string& path) {
  FaultList faults;
  CannedAnswers out;
  out.path_ = path;
  if (const auto document = TextDocument::parse(text, is_yaml_name(path), 0, faults)) {
    ValueReader reader(document->source(), faults);
    if (const json::Value root = document->root(); reader.array(root, "the answers")) {
      MemberSet members(reader, "an answer", kMembers);
      for (const json::Value value : root.elements()) {
        if (reader.object(value, "an answer")) {
          out.answers_.push_back(read_answer(reader, members, value));
        }
      }
    }
  }
  if (faults.any()) return faults.to_error({path});
  return out;
}

const mcp::ToolAnswer* CannedAnswers::find(const mcp::ToolCall& call) const {
  std::optional<std::string> arguments;
  for (const CannedAnswer& each : answers_) {
    if (!glob_match(each.tool, call.name)) continue;
    if (!each.arguments) return &each.answer;
    if (!arguments)
      arguments = call.arguments.valid() ? json::canonical_text(call.arguments) : "{}";
    if (*each.arguments == *arguments) return &each.answer;
  }
  return nullptr;
}

mcp::ToolAnswer CannedAnswers::answer(const mcp::ToolCall& call) const {
  if (const mcp::ToolAnswer* found = find(call)) return *found;
  mcp::ToolAnswer none;
  none.result = kEmptyText;
  return none;
}

Result<void> CannedAnswers::check_against(const std::vector<mcp::OfferedTool>& tools) const {
  FaultList faults;
  for (const CannedAnswer& each : answers_) {
    const bool matches = std::any_of(tools.begin(), tools.end(), [&](const mcp::OfferedTool& tool) {
      return glob_match(each.tool, tool.name);
    });
    if (!matches) {
      faults.add(
          each.position,
          fmt::format("the answer is for {}, and no tool is called that", quote_json(each.tool)),
          "correct the glob, or take the answer out");
    }
  }
  if (faults.any()) return faults.to_error({path_});
  return {};
}

}  // namespace tare
