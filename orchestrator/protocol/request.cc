#include "protocol/request.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

std::string_view request_name(RequestKind kind) {
  switch (kind) {
    case RequestKind::run:
      return "run";
    case RequestKind::describe:
      return "describe";
    case RequestKind::invoke:
      return "invoke";
    case RequestKind::judge:
      return "judge";
  }
  return "";
}

std::string_view execute_name(Execute execute) {
  switch (execute) {
    case Execute::none:
      return "none";
    case Execute::reads:
      return "reads";
    case Execute::all:
      return "all";
  }
  return "";
}

// The text as it was written, on one line. A text from a file that a person writes may hold
// comments and trailing commas: those alone are taken out.
std::string on_one_line(std::string_view json_text, std::string_view absent) {
  if (json_text.empty()) return std::string(absent);
  json::Document document;
  if (!json::read_strict(json_text, document)) return json::minified(document.root());
  if (!json::read_tolerant(json_text, document)) return json::as_strict_json(document.root());
  return std::string(absent);
}

std::string tags_of(const CaseInput& input) {
  std::string out = "[";
  for (const std::string& tag : input.tags) {
    if (out.size() > 1) out += ',';
    append_json_quoted(out, tag);
  }
  return out + "]";
}

std::string case_of(const CaseInput& input, RequestKind kind) {
  std::string out = "{\"id\":";
  append_json_quoted(out, input.id);
  out += fmt::format(",\"kind\":\"{}\"", case_kind_name(input.kind));
  if (!input.request_json.empty()) out += ",\"request\":" + on_one_line(input.request_json, "null");
  out += ",\"messages\":" + messages_json(input);
  out += ",\"tags\":" + tags_of(input);
  out += ",\"identity\":" + on_one_line(input.identity_json, "null");
  out += ",\"input\":" + on_one_line(input.input_json, "{}");
  if (kind == RequestKind::invoke) out += ",\"invoke\":" + on_one_line(input.invoke_json, "null");
  return out + "}";
}

std::string tools_of(const CaseInput* input, const Manifest* manifest) {
  if (input && !input->tools_json.empty()) return on_one_line(input->tools_json, "null");
  if (!manifest) return "null";
  std::string out = "[";
  for (const ToolSpec& tool : manifest->tools) {
    if (out.size() > 1) out += ',';
    out += on_one_line(tool.json, "null");
  }
  return out + "]";
}

std::string instructions_of(const CaseInput* input, const std::optional<std::string>& suite_wide) {
  if (input && !input->instructions_json.empty()) {
    return on_one_line(input->instructions_json, "null");
  }
  return suite_wide ? quote_json(*suite_wide) : "null";
}

std::string variant_of(const RequestContext& context) {
  if (context.variant_name.empty()) return "null";
  return fmt::format(R"({{"name":{},"model":{},"settings":{}}})", quote_json(context.variant_name),
                     context.variant_model.empty() ? "null" : quote_json(context.variant_model),
                     on_one_line(context.variant_settings_json, "{}"));
}

}  // namespace

std::string messages_json(const CaseInput& input) {
  if (!input.messages_json.empty()) return on_one_line(input.messages_json, "[]");
  if (input.request_json.empty()) return "[]";
  return fmt::format(R"([{{"role":"user","content":{}}}])",
                     on_one_line(input.request_json, "\"\""));
}

std::string request_line(const CaseInput* input, const RequestContext& context) {
  const std::uint32_t max_turns = input && input->max_turns ? *input->max_turns : context.max_turns;
  return fmt::format(
      R"({{"protocol":1,"request":"{}","case":{},"trial":{},"attempt":{},"tools":{},)"
      R"("instructions":{},"execute":"{}","maxTurns":{},"deadlineMs":{},"variant":{}}})"
      "\n",
      request_name(context.kind), input ? case_of(*input, context.kind) : "null", context.trial,
      context.attempt, tools_of(input, context.tools), instructions_of(input, context.instructions),
      execute_name(context.execute), max_turns, context.deadline_ms, variant_of(context));
}

std::string judge_request_line(const JudgeQuestion& question, const RequestContext& context) {
  CaseInput shown;
  shown.id = question.case_id;
  shown.kind = question.kind;
  shown.messages_json = question.messages_json;
  RequestContext asked;
  asked.kind = RequestKind::judge;
  asked.trial = context.trial;
  asked.attempt = context.attempt;
  asked.deadline_ms = context.deadline_ms;
  std::string line = request_line(&shown, asked);
  line.resize(line.size() - std::string_view("}\n").size());

  line += ",\"judge\":{\"messages\":" + on_one_line(question.messages_json, "[]") + ",\"calls\":[";
  bool first = true;
  for (const JudgedCall& call : question.calls) {
    line += first ? "{\"name\":" : ",{\"name\":";
    first = false;
    append_json_quoted(line, call.name);
    line += ",\"arguments\":" + (call.arguments ? quote_json(*call.arguments) : "null");
    if (call.turn) line += fmt::format(",\"turn\":{}", *call.turn);
    line += '}';
  }
  line += "],\"finalText\":" + (question.final_text ? quote_json(*question.final_text) : "null");
  line += ",\"tools\":" + on_one_line(question.tools_json, "null");
  line += ",\"contract\":" + quote_json(question.contract) + "}}\n";
  return line;
}

}  // namespace tare
