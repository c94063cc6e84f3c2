#include "lint/mutants.h"

#include <algorithm>

#include "base/escape.h"
#include "base/glob.h"
#include "json/decimal.h"
#include "json/reader.h"
#include "json/writer.h"
#include "lint/value_sample.h"
#include "scoring/selection.h"

namespace tare {

std::string_view mutant_kind_name(MutantKind kind) {
  switch (kind) {
    case MutantKind::another_tool:
      return "anotherTool";
    case MutantKind::dropped_call:
      return "droppedCall";
    case MutantKind::extra_call:
      return "extraCall";
    case MutantKind::changed_argument:
      return "changedArgument";
    case MutantKind::reordered_calls:
      return "reorderedCalls";
    case MutantKind::forbidden_call:
      return "forbiddenCall";
    case MutantKind::changed_status:
      return "changedStatus";
  }
  return {};
}

namespace {

// Another value of the same type where there is one: far from the old one, so that it is not one of
// several that are as good.
std::string changed(json::Value value, json::Value schema) {
  const json::Value choices =
      schema.valid() && schema.is_object() ? schema.find("enum") : json::Value();
  if (choices.valid() && choices.is_array()) {
    for (json::Value choice : choices.elements()) {
      if (json::minified(choice) != json::minified(value)) return json::minified(choice);
    }
  }
  switch (value.kind()) {
    case json::Kind::null:
      return "\"changed\"";
    case json::Kind::boolean:
      return value.boolean() ? "false" : "true";
    case json::Kind::number:
      // Whole where it was, so that it is the value that is wrong and not its type.
      return std::string(value.number_text().starts_with('-') ? "1000003" : "-1000003") +
             (json::is_whole(value.number_text()) ? "" : ".5");
    case json::Kind::string:
      return "\"xq 7043 zw\"";
    case json::Kind::array:
      return value.size() == 0 ? "[\"changed\"]" : "[]";
    case json::Kind::object:
      return value.size() == 0 ? "{\"changed\":true}" : "{}";
  }
  return "null";
}

class Maker {
 public:
  Maker(const TestCase& test_case, const ScriptedAnswer& right, const Manifest* manifest)
      : case_(test_case), right_(right), manifest_(manifest) {}

  std::vector<Mutant> take() { return std::move(out_); }

  // No model chose the call of a case that makes it itself: only what became of it can be wrong.
  void of_choice() {
    for (std::size_t i = 0; i < right_.size(); ++i) {
      other_tools(i);
      if (!may_be_left_out()) drop(i);
      arguments(i);
      if (i + 1 < right_.size() && order_counts()) swap(i);
    }
    if (!others_are_welcome()) extra();
  }

  void of_status() {
    for (std::size_t i = 0; i < right_.size(); ++i) {
      const CallStatus was = right_[i].status;
      if (was == CallStatus::executed) continue;
      ScriptedAnswer answer = right_;
      answer[i].status = CallStatus::executed;
      add(MutantKind::changed_status,
          right_[i].tool + " executed, not " + std::string(status_name(was)), std::move(answer));
    }
  }

  void forbidden(const Never& never) {
    const auto tool = tool_of(never.tool);
    if (!tool) return;
    ScriptedCall call{*tool, arguments_of(never, *tool), CallStatus::held};
    if (never.level == Never::Level::executed) call.status = CallStatus::executed;
    ScriptedAnswer answer = right_;
    answer.push_back(std::move(call));
    add(MutantKind::forbidden_call, "then " + *tool + ", which is forbidden", std::move(answer));
  }

 private:
  void add(MutantKind kind, std::string text, ScriptedAnswer answer) {
    if (out_.size() < kMaxMutants) out_.push_back({kind, std::move(text), std::move(answer)});
  }

  // As good as the right one by the case's own word, or what it asks for elsewhere.
  bool may_be_called(const std::string& tool) const {
    const Expectation& expected = case_.expected;
    if (expected.tool == Expectation::Tool::named && expected.expected_tool == tool) return true;
    if (std::ranges::find(expected.acceptable_tools, tool) != expected.acceptable_tools.end()) {
      return true;
    }
    return expected.has_trajectory() &&
           expected.rare->expected_calls_json.find(quote_json(tool)) != std::string::npos;
  }

  // What a trajectory's order declares to be as good.
  std::string order() const {
    return case_.expected.has_trajectory() ? case_.expected.rare->order : "";
  }
  bool order_counts() const { return order() == "" || order() == "strict" || order() == "inOrder"; }
  bool may_be_left_out() const { return order() == "subset"; }
  bool others_are_welcome() const { return order() == "superset" || order() == "inOrder"; }

  void other_tools(std::size_t i) {
    if (manifest_ == nullptr) return;
    std::size_t tried = 0;
    for (const ToolSpec& tool : manifest_->tools) {
      if (tool.name == right_[i].tool || tool.builtin || may_be_called(tool.name)) continue;
      if (++tried > kMaxOtherTools) return;
      ScriptedAnswer answer = right_;
      answer[i].tool = tool.name;
      add(MutantKind::another_tool, tool.name + " instead of " + right_[i].tool, std::move(answer));
    }
  }

  void drop(std::size_t i) {
    ScriptedAnswer answer = right_;
    answer.erase(answer.begin() + static_cast<std::ptrdiff_t>(i));
    add(MutantKind::dropped_call, "without " + right_[i].tool, std::move(answer));
  }

  void swap(std::size_t i) {
    if (right_[i].tool == right_[i + 1].tool && right_[i].arguments == right_[i + 1].arguments) {
      return;
    }
    ScriptedAnswer answer = right_;
    std::swap(answer[i], answer[i + 1]);
    add(MutantKind::reordered_calls, right_[i + 1].tool + " before " + right_[i].tool,
        std::move(answer));
  }

  void extra() {
    if (manifest_ == nullptr) return;
    for (const ToolSpec& tool : manifest_->tools) {
      if (tool.builtin || may_be_called(tool.name)) continue;
      ScriptedAnswer answer = right_;
      answer.push_back({tool.name, plain_arguments(manifest_, tool.name), CallStatus::held});
      add(MutantKind::extra_call, "then " + tool.name + " too", std::move(answer));
      return;
    }
  }

  void arguments(std::size_t i) {
    json::Document document;
    if (json::read_strict(right_[i].arguments, document) || !document.root().is_object()) return;
    const ToolSpec* spec = manifest_ != nullptr ? manifest_->find(right_[i].tool) : nullptr;
    json::Document schema;
    json::Value properties;
    if (spec != nullptr && !spec->input_schema.empty() &&
        !json::read_strict(spec->input_schema, schema) && schema.root().is_object()) {
      properties = schema.root().find("properties");
    }
    for (const json::Member& target : document.root().members()) {
      const std::string name = target.name.decoded();
      const json::Value at =
          properties.valid() && properties.is_object() ? properties.find(name) : json::Value();
      std::string text = "{", now;
      for (const json::Member& m : document.root().members()) {
        if (text.size() > 1) text += ',';
        const bool here = m.name.offset() == target.name.offset();
        const std::string value = here ? changed(m.value, at) : json::minified(m.value);
        if (here) now = value;
        text += std::string(m.name.text()) + ":" + value;
      }
      ScriptedAnswer answer = right_;
      answer[i].arguments = text + "}";
      add(MutantKind::changed_argument,
          right_[i].tool + ": " + name + " is " + shorten(now, 40) + ", not " +
              shorten(json::minified(target.value), 40),
          std::move(answer));
    }
  }

  std::optional<std::string> tool_of(const std::string& glob) const {
    if (manifest_ != nullptr) {
      for (const ToolSpec& tool : manifest_->tools) {
        if (glob_match(glob, tool.name)) return tool.name;
      }
    }
    if (glob.find_first_of("*?[") != std::string::npos) return std::nullopt;
    return glob;
  }

  std::string arguments_of(const Never& never, const std::string& tool) const {
    if (never.args_json.empty()) return plain_arguments(manifest_, tool);
    json::Document args;
    if (json::read_strict(never.args_json, args)) return "{}";
    return sample_of_arguments(args.root(), json::Value()).value_or("{}");
  }

  const TestCase& case_;
  const ScriptedAnswer& right_;
  const Manifest* manifest_;
  std::vector<Mutant> out_;
};

}  // namespace

std::vector<Mutant> mutants_of(const TestCase& test_case, const ScriptedAnswer& right,
                               const Manifest* manifest, std::span<const Never> suite_never) {
  Maker maker(test_case, right, manifest);
  // First, so that a case with many calls does not crowd them out.
  if (test_case.expected.rare) {
    for (const Never& never : test_case.expected.rare->never) maker.forbidden(never);
  }
  for (const Never& never : suite_never) maker.forbidden(never);
  const RareExpectation* rare = test_case.expected.rare.get();
  if (rare != nullptr && !rare->expected_status_json.empty()) maker.of_status();
  if (test_case.input.kind != CaseKind::invoke) maker.of_choice();
  return maker.take();
}

}  // namespace tare
