// Responses. Each output item is announced, comes in pieces under its id, and is told once more
// whole; the last event repeats the whole reply.
#include <fmt/format.h>

#include "proxy/render.h"

namespace tare::proxy {
namespace {

constexpr std::string_view kInProgress = "in_progress";
constexpr std::string_view kCompleted = "completed";

class Composer {
 public:
  explicit Composer(const RenderTask& task) : task_(task) {}

  std::string item_id(std::string_view prefix, std::size_t number) const {
    return fmt::format(R"("{}_tare_{}_{}")", prefix, task_.turn, number);
  }

  std::string reasoning(bool whole) const {
    std::string summary;
    if (whole) summary = R"({"type":"summary_text","text":)" + quoted(task_.reply.reasoning) + "}";
    return R"({"id":)" + item_id("rs", 1) + R"(,"type":"reasoning","summary":[)" + summary + "]}";
  }

  std::string part(std::string_view text) const {
    return R"({"type":"output_text","annotations":[],"logprobs":[],"text":)" + quoted(text) + "}";
  }

  std::string message(bool whole) const {
    return R"({"id":)" + item_id("msg", 1) + R"(,"type":"message","status":")" +
           std::string(whole ? kCompleted : kInProgress) + R"(","role":"assistant","content":[)" +
           (whole ? part(task_.reply.text) : "") + "]}";
  }

  std::string call(std::size_t i, bool whole) const {
    const ScriptedCall& call = task_.reply.calls[i];
    std::string out = R"({"id":)" + item_id("fc", i + 1) + R"(,"type":"function_call","status":")" +
                      std::string(whole ? kCompleted : kInProgress) + R"(","call_id":)" +
                      task_.call_id(i, "call_") + R"(,"name":)" + quoted(call.name);
    if (!call.name_space.empty()) out += R"(,"namespace":)" + quoted(call.name_space);
    return out + R"(,"arguments":)" + (whole ? quoted(call.arguments) : R"("")") + "}";
  }

  std::string response(std::string_view status, bool whole) const {
    std::string output;
    const auto add = [&](const std::string& item) {
      if (!output.empty()) output += ',';
      output += item;
    };
    if (whole && !task_.reply.reasoning.empty()) add(reasoning(true));
    if (whole && !task_.reply.text.empty()) add(message(true));
    for (std::size_t i = 0; whole && i < task_.reply.calls.size(); ++i) add(call(i, true));
    const std::string_view usage =
        R"({"input_tokens":1,"input_tokens_details":{"cached_tokens":0},"output_tokens":1,)"
        R"("output_tokens_details":{"reasoning_tokens":0},"total_tokens":2})";
    return fmt::format(R"({{"id":"resp_tare_{}","object":"response","created_at":1767225600,)"
                       R"("status":"{}","error":null,"incomplete_details":null,)"
                       R"("instructions":null,"max_output_tokens":null,"model":{},"output":[{}],)"
                       R"("parallel_tool_calls":true,"previous_response_id":null,)"
                       R"("reasoning":{{"effort":null,"summary":null}},"store":false,)"
                       R"("temperature":1.0,"text":{{"format":{{"type":"text"}}}},)"
                       R"("tool_choice":"auto","tools":[],"top_p":1.0,"truncation":"disabled",)"
                       R"("usage":{},"user":null,"metadata":{{}}}})",
                       task_.turn, status, task_.model(), output,
                       whole ? usage : std::string_view("null"));
  }

  void event(std::string_view type, const std::string& members) {
    out_.push_back(
        fmt::format(R"({{"type":"{}","sequence_number":{},{}}})", type, out_.size(), members));
  }

  std::vector<std::string> events() {
    event("response.created", R"("response":)" + response(kInProgress, false));
    event("response.in_progress", R"("response":)" + response(kInProgress, false));
    if (!task_.reply.reasoning.empty()) say_reasoning();
    if (!task_.reply.text.empty()) say_text();
    for (std::size_t i = 0; i < task_.reply.calls.size(); ++i) say_call(i);
    if (!task_.reply.error) {
      const std::string status =
          task_.reply.finish.empty() ? std::string(kCompleted) : task_.reply.finish;
      const std::string_view type =
          status == "incomplete" ? "response.incomplete" : "response.completed";
      event(type, R"("response":)" + response(status, true));
    }
    return std::move(out_);
  }

 private:
  std::string quoted(std::string_view text) const { return task_.quoted(text); }

  void begin_item(const std::string& item) {
    event("response.output_item.added",
          fmt::format(R"("output_index":{},"item":{})", index_, item));
  }
  void end_item(const std::string& item) {
    event("response.output_item.done", fmt::format(R"("output_index":{},"item":{})", index_, item));
    ++index_;
  }
  std::string of_item(const std::string& id) const {
    return fmt::format(R"("item_id":{},"output_index":{},)", id, index_);
  }

  void say_reasoning() {
    begin_item(reasoning(false));
    const std::string place = of_item(item_id("rs", 1)) + R"("summary_index":0,)";
    const std::string whole = quoted(task_.reply.reasoning);
    event("response.reasoning_summary_part.added",
          place + R"("part":{"type":"summary_text","text":""})");
    for (const auto& piece : task_.pieces(task_.reply.reasoning)) {
      event("response.reasoning_summary_text.delta", place + R"("delta":)" + quoted(piece));
    }
    event("response.reasoning_summary_text.done", place + R"("text":)" + whole);
    event("response.reasoning_summary_part.done",
          place + R"("part":{"type":"summary_text","text":)" + whole + "}");
    end_item(reasoning(true));
  }

  void say_text() {
    begin_item(message(false));
    const std::string place = of_item(item_id("msg", 1)) + R"("content_index":0,)";
    event("response.content_part.added", place + R"("part":)" + part(""));
    for (const auto& piece : task_.pieces(task_.reply.text)) {
      event("response.output_text.delta",
            place + R"("delta":)" + quoted(piece) + R"(,"logprobs":[])");
    }
    event("response.output_text.done",
          place + R"("text":)" + quoted(task_.reply.text) + R"(,"logprobs":[])");
    event("response.content_part.done", place + R"("part":)" + part(task_.reply.text));
    end_item(message(true));
  }

  void say_call(std::size_t i) {
    begin_item(call(i, false));
    const std::string place = of_item(item_id("fc", i + 1));
    for (const auto& piece : task_.pieces(task_.reply.calls[i].arguments)) {
      event("response.function_call_arguments.delta", place + R"("delta":)" + quoted(piece));
    }
    event("response.function_call_arguments.done",
          place + R"("name":)" + quoted(task_.reply.calls[i].name) + R"(,"arguments":)" +
              quoted(task_.reply.calls[i].arguments));
    end_item(call(i, true));
  }

  const RenderTask& task_;
  std::vector<std::string> out_;
  std::size_t index_ = 0;
};

}  // namespace

std::vector<std::string> responses_events(const RenderTask& task) {
  return Composer(task).events();
}

std::string responses_body(const RenderTask& task) {
  const std::string status =
      task.reply.finish.empty() ? std::string(kCompleted) : task.reply.finish;
  return Composer(task).response(status, true);
}

}  // namespace tare::proxy
