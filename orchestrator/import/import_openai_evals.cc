// OpenAI evals as JSON Lines: {"input": messages, "ideal": …}, the platform's {"item": {…}} around
// it, and chat examples that end with the assistant's own message.
//
// Ideal tool calls become expectations; an ideal text is what a judge can hold an answer to.
#include <fmt/format.h>

#include <array>
#include <set>
#include <string>

#include "import/chat_calls.h"
#include "import/import.h"
#include "import/request_text.h"
#include "import/source_items.h"
#include "import/suite_files.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kCallMembers = {
    "ideal_tool_calls", "expected_tool_calls", "expectedToolCalls", "tool_calls", "expected_tools"};
constexpr std::array<std::string_view, 5> kIdealMembers = {"ideal", "expected", "expected_output",
                                                           "reference_answer", "correct_answer"};

class EvalsImport {
 public:
  explicit EvalsImport(const SourceItems& items) : items_(items) {}

  Result<Imported> run() && {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      index_ = i;
      taken_.clear();
      take(items_.at(i));
    }
    return std::move(files_).finish("openai-evals");
  }

 private:
  void lose(json::Value at, std::string_view member, const std::string& why) {
    files_.lose(items_.place(index_, at), member, why);
  }

  void take(json::Value line) {
    if (!line.is_object()) return lose(line, "", "a line that is no object");
    const json::Value inner = line.find("item");
    item_ = inner.valid() && inner.is_object() ? inner : line;
    CaseText text;
    const json::Value id = item_.find("id");
    const bool named = id.valid() && id.is_string() && !id.decoded_equals("");
    if (named) taken_.insert("id");
    text.add_string("id", files_.new_id(named ? id.decoded() : fmt::format("eval-{}", index_ + 1),
                                        items_.place(index_, line)));
    if (!take_messages(text)) return lose(line, "input", "no text and no messages");
    take_tools(text);
    if (!take_calls(text)) take_ideal(text, line);
    for (const json::Member member : item_.members()) {
      if (!taken_.contains(member.name.decoded())) {
        text.keep(member.name.decoded(), member.value);
      }
    }
    if (item_.offset() != line.offset()) {
      for (const json::Member member : line.members()) {
        if (!member.name.decoded_equals("item")) text.keep(member.name.decoded(), member.value);
      }
    }
    files_.add("openai-evals", text);
  }

  // The messages before the last, where that is the assistant's: it is the ideal.
  bool take_messages(CaseText& text) {
    const json::Value messages = item_.find("messages");
    if (messages.valid() && messages.is_array() && messages.size() > 1) {
      json::Value last;
      std::string before = "[";
      for (const json::Value message : messages.elements()) {
        if (last.valid()) {
          before += (before.size() > 1 ? "," : "") + json::as_strict_json(last);
        }
        last = message;
      }
      const json::Value role = last.is_object() ? last.find("role") : json::Value();
      if (role.valid() && role.is_string() && role.decoded_equals("assistant")) {
        taken_.insert("messages");
        assistant_ = last;
        text.add("messages", std::string_view(before + "]"));
        return true;
      }
    }
    assistant_ = {};
    for (const char* name : {"input", "messages", "prompt", "question", "query"}) {
      const json::Value v = item_.find(name);
      if (!v.valid() || !add_request(text, v)) continue;
      taken_.insert(name);
      return true;
    }
    return false;
  }

  void take_tools(CaseText& text) {
    const json::Value tools = item_.find("tools");
    if (!tools.valid() || !tools.is_array()) return;
    std::string list = "[";
    std::set<std::string> names;
    for (const json::Value tool : tools.elements()) {
      const std::string json = tool_json(tool);
      if (json.empty() || !names.insert(json.substr(0, json.find(','))).second) {
        return lose(tool, "tools", "a tool without a name of its own; they stay in metadata");
      }
      list += (list.size() > 1 ? "," : "") + json;
    }
    taken_.insert("tools");
    text.add("tools", std::string_view(list + "]"));
  }

  bool take_calls(CaseText& text) {
    for (const std::string_view name : kCallMembers) {
      const auto calls = ideal_calls(item_.find(name));
      if (!calls) continue;
      taken_.insert(std::string(name));
      expect_calls(text, *calls);
      return true;
    }
    if (assistant_.valid()) {
      const auto calls = ideal_calls(assistant_.find("tool_calls"));
      if (calls && !calls->empty()) {
        expect_calls(text, *calls);
        const json::Value content = assistant_.find("content");
        if (content.valid() && content.is_string() && !content.decoded_equals("")) {
          text.keep("idealContent", content);
        }
        return true;
      }
    }
    const auto calls = ideal_calls(item_.find("ideal"));
    if (!calls || calls->empty()) return take_written_calls(text);
    taken_.insert("ideal");
    expect_calls(text, *calls);
    return true;
  }

  // An ideal text that is the JSON of calls.
  bool take_written_calls(CaseText& text) {
    const json::Value ideal = item_.find("ideal");
    if (!ideal.valid() || !ideal.is_string()) return false;
    const std::string written = ideal.decoded();
    json::Document document;
    if (json::read_strict(written, document)) return false;
    const auto calls = ideal_calls(document.root());
    if (!calls || calls->empty()) return false;
    taken_.insert("ideal");
    expect_calls(text, *calls);
    return true;
  }

  void take_ideal(CaseText& text, json::Value line) {
    std::vector<std::string> answers;
    for (const std::string_view name : kIdealMembers) {
      const json::Value v = item_.find(name);
      if (!v.valid()) continue;
      if (v.is_string() && !v.decoded_equals("")) answers = {v.decoded()};
      if (const auto list = string_list(v)) answers = *list;
      if (answers.empty()) continue;
      text.keep(name, v);
      taken_.insert(std::string(name));
      break;
    }
    const json::Value said = assistant_.valid() ? assistant_.find("content") : json::Value();
    if (answers.empty() && said.valid() && said.is_string() && !said.decoded_equals("")) {
      answers = {said.decoded()};
      text.keep("idealContent", said);
    }
    if (answers.empty()) {
      text.add_string("kind", "observe");
      return lose(line, "ideal", "no ideal answer and no ideal tool calls: a case of kind observe");
    }
    std::string contract = "PASS only if the answer says the same as";
    for (std::size_t i = 0; i < answers.size(); ++i) {
      contract += (i == 0 ? " " : " or as ") + json_string(answers[i]);
    }
    text.add_string("kind", "agent");
    text.add_string("expectedOutput", contract + ".");
    lose(line, "ideal",
         "an ideal text is a judge's contract here, not a comparison of texts: a case of kind "
         "agent");
  }

  const SourceItems& items_;
  SuiteFiles files_;
  std::size_t index_ = 0;
  json::Value item_, assistant_;
  std::set<std::string> taken_;
};

}  // namespace

Result<Imported> import_openai_evals(const std::string& source) {
  const Result<SourceItems> items = SourceItems::open(source, {"data", "items", "content"});
  if (!items) return items.error();
  return EvalsImport(*items).run();
}

}  // namespace tare
