// promptfoo: tests with assertions on tool calls, in a configuration or a list of their own.
//
// A promptfoo test looks at the output as a text, so few of its assertions say which tool is right:
// those that name one (contains, equals, tool-call-f1), and those that name one that must not be
// there. They become expectations; what is code, a model's opinion or a format is listed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/ascii.h"
#include "import/case_text.h"
#include "import/chat_calls.h"
#include "import/import.h"
#include "import/request_text.h"
#include "import/source_items.h"
#include "import/suite_files.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare {
namespace {

json::Value member(json::Value object, std::string_view name) {
  return object.valid() && object.is_object() ? object.find(name) : json::Value();
}

std::string text_of(json::Value v) { return v.valid() && v.is_string() ? v.decoded() : ""; }

// A name as tools bear it: no spaces, no quotes, no punctuation but these.
bool is_tool_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || c == '_' ||
           c == '-' || c == '.';
  });
}

// Names out of a list, or a text with commas.
std::vector<std::string> names_of(json::Value v) {
  if (auto list = string_list(v)) return *list;
  std::vector<std::string> out;
  const std::string text = text_of(v);
  for (std::size_t at = 0; at <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view one = without_blank_ends(std::string_view(text).substr(at, end - at));
    if (!one.empty() && std::ranges::find(out, one) == out.end()) out.emplace_back(one);
    at = end + 1;
  }
  return out;
}

// What the assertions of one test say about tools.
struct Stated {
  std::vector<std::string> all, any, forbidden;  // each is called; one of them is; none of them is
  std::optional<std::vector<IdealCall>> calls;
  std::string contract;
};

class PromptfooImport {
 public:
  explicit PromptfooImport(const SourceItems& items) : items_(items) {}

  Result<Imported> run() && {
    read_tools();
    read_prompt();
    note_other_tests();
    const json::Value defaults = member(items_.whole(), "defaultTest");
    default_asserts_ = member(defaults, "assert");
    default_vars_ = member(defaults, "vars");
    if (defaults.valid() && defaults.is_object()) {
      for (const json::Member one : defaults.members()) {
        const std::string name = one.name.decoded();
        if (name != "assert" && name != "vars") {
          lose(one.value, "defaultTest", name + " of all tests: a suite has no place for it");
        }
      }
    }
    const bool bare = items_.whole().valid() && items_.size() == 1 &&
                      items_.at(0).offset() == items_.whole().offset() &&
                      !items_.whole().find("vars").valid();
    if (!bare) {
      for (std::size_t i = 0; i < items_.size(); ++i) take(i, items_.at(i));
    }
    return std::move(files_).finish("promptfoo");
  }

 private:
  void lose(json::Value at, std::string_view name, const std::string& why) {
    files_.lose(items_.place(index_, at), name, why);
  }

  // Tools in the chat form, of the first provider that has some.
  void read_tools() {
    const json::Value providers = member(items_.whole(), "providers");
    if (!providers.valid() || !providers.is_array()) return;
    for (const json::Value provider : providers.elements()) {
      const json::Value tools = member(member(provider, "config"), "tools");
      if (!tools.valid()) continue;
      if (!tools.is_array()) {
        lose(tools, "tools", "tools in a file of their own");
        continue;
      }
      std::string list = "[";
      for (const json::Value tool : tools.elements()) {
        const std::string json = tool_json(tool);
        const json::Value inner = member(tool, "function");
        const std::string name = text_of(member(inner.valid() ? inner : tool, "name"));
        if (json.empty() || !tools_.insert(name).second) {
          lose(tool, "tools", "a tool without a name of its own");
          continue;
        }
        list += (list.size() > 1 ? "," : "") + json;
      }
      if (list.size() > 1) files_.set_tools(list + "]");
      return;
    }
  }

  // The prompt that variables are put into, where it stands in the file.
  void read_prompt() {
    const json::Value prompts = member(items_.whole(), "prompts");
    if (!prompts.valid()) return;
    json::Value first = prompts;
    if (prompts.is_array()) {
      if (prompts.size() == 0) return;
      first = *prompts.elements().begin();
      if (prompts.size() > 1) lose(prompts, "prompts", "further prompts; the first is taken");
    }
    if (first.is_object()) first = member(first, "raw");
    const std::string text = text_of(first);
    if (text.empty() || text.starts_with("file://") || text.find("{%") != std::string::npos) {
      lose(prompts, "prompts", "a prompt that is no plain text: the variables stand for it");
      return;
    }
    prompt_ = text;
  }

  void note_other_tests() {
    const json::Value tests = member(items_.whole(), "tests");
    if (tests.valid() && !tests.is_array()) lose(tests, "tests", "tests in a file of their own");
    const json::Value scenarios = member(items_.whole(), "scenarios");
    if (scenarios.valid()) lose(scenarios, "scenarios", "promptfoo's scenarios are not expanded");
  }

  void take(std::size_t index, json::Value test) {
    index_ = index;
    if (!test.is_object()) {
      return lose(test, "tests", "a test that is no object, such as a file's name");
    }
    CaseText text;
    const std::string description = text_of(member(test, "description"));
    text.add_string(
        "id", files_.new_id(description.empty() ? fmt::format("test-{}", index + 1) : description,
                            items_.place(index, test)));
    take_vars(text, test);
    Stated stated;
    std::string others;
    for (const json::Value list : {default_asserts_, member(test, "assert")}) {
      if (list.valid() && list.is_array()) read_asserts(list, stated, others);
    }
    state(text, stated, test);
    if (!others.empty()) text.keep("assert", "[" + others + "]");
    for (const json::Member one : test.members()) {
      const std::string name = one.name.decoded();
      if (name == "description" || name == "vars" || name == "assert") continue;
      text.keep(name, one.value);
    }
    files_.add("promptfoo", text);
  }

  void take_vars(CaseText& text, json::Value test) {
    json::Value vars = member(test, "vars");
    if (!vars.valid()) vars = default_vars_;
    if (!prompt_.empty()) {
      std::string rendered = prompt_;
      if (vars.valid() && vars.is_object()) rendered = render(vars);
      if (rendered.find("{{") == std::string::npos) {
        text.add_string("request", rendered);
        if (vars.valid()) text.add("input", vars);
        return;
      }
      lose(test, "prompts", "a prompt with more than plain variables: the variables stand for it");
    }
    if (vars.valid() && add_request(text, vars)) return;
    const bool one = vars.valid() && vars.is_object() && vars.size() == 1;
    const json::Value only = one ? (*vars.members().begin()).value : json::Value();
    if (only.valid() && only.is_string()) {
      text.add("request", only);
      return;
    }
    text.add_string("request", vars.valid() ? json::as_strict_json(vars) : "");
    lose(test, "vars", "which variable the user says is not plain: their JSON is the request");
  }

  // {{name}} replaced by the variable, each once from the left.
  std::string render(json::Value vars) const {
    std::string out;
    std::string_view rest = prompt_;
    for (;;) {
      const std::size_t open = rest.find("{{");
      const std::size_t close = open == std::string_view::npos ? open : rest.find("}}", open);
      if (close == std::string_view::npos) break;
      const std::string_view name = without_blank_ends(rest.substr(open + 2, close - open - 2));
      const json::Value value = vars.find(name);
      out += rest.substr(0, open);
      if (!value.valid()) {
        out += rest.substr(open, close + 2 - open);
      } else {
        out += value.is_string() ? value.decoded() : json::as_strict_json(value);
      }
      rest = rest.substr(close + 2);
    }
    return out + std::string(rest);
  }

  void read_asserts(json::Value list, Stated& stated, std::string& others) {
    for (const json::Value one : list.elements()) {
      if (read_assert(one, stated)) {
        lose_members(one);
        continue;
      }
      others += (others.empty() ? "" : ",") + json::as_strict_json(one);
    }
  }

  // An assertion that became an expectation is there whole or not at all: what it says besides its
  // type and value is not.
  void lose_members(json::Value assertion) {
    const bool f1 = text_of(member(assertion, "type")) == "tool-call-f1";
    for (const json::Member one : assertion.members()) {
      const std::string name = one.name.decoded();
      // Told by whoever reads it.
      if (name == "type" || name == "value" || (f1 && name == "threshold")) continue;
      lose(one.value, name, "an expectation has no place for it: the assertion counts whole");
    }
  }

  bool known_tool(const std::string& name) const {
    return tools_.empty() ? is_tool_name(name) && name.find_first_of("_-.") != std::string::npos
                          : tools_.contains(name);
  }

  // True where it became a part of the expectation.
  bool read_assert(json::Value one, Stated& stated) {
    const std::string type = text_of(member(one, "type"));
    const json::Value value = member(one, "value");
    const std::string name = text_of(value);
    if (type == "assert-set") {
      lose(one, "assert", "a set of assertions with a threshold");
      return false;
    }
    if (type == "tool-call-f1") {
      const std::vector<std::string> names = names_of(value);
      if (names.empty()) return lose(one, "assert", "tool-call-f1 without names"), false;
      stated.all = names;
      const json::Value threshold = member(one, "threshold");
      if (threshold.valid() && threshold.as_double().value_or(1) < 1) {
        lose(threshold, "threshold", "a part of the calls is not enough here: all are expected");
      }
      return true;
    }
    const bool contains = type == "contains" || type == "icontains";
    if (contains && known_tool(name)) {
      stated.all.push_back(name);
      return true;
    }
    if (type == "contains-any" || type == "contains-all") {
      const std::vector<std::string> names = names_of(value);
      const bool tools = !names.empty() && std::ranges::all_of(names, [&](const std::string& n) {
        return known_tool(n);
      });
      if (tools) {
        auto& into = type == "contains-any" ? stated.any : stated.all;
        into.insert(into.end(), names.begin(), names.end());
        return true;
      }
    }
    if ((type == "not-contains" || type == "not-icontains") && known_tool(name)) {
      stated.forbidden.push_back(name);
      return true;
    }
    if (type == "equals" || type == "contains-json") {
      if (read_equals(value, stated)) return true;
    }
    if (type == "llm-rubric" && !name.empty() && stated.contract.empty()) {
      stated.contract = name;
      return true;
    }
    lose(one, "assert", why_not(type));
    return false;
  }

  // The JSON of calls, or a value that is them.
  static bool read_equals(json::Value value, Stated& stated) {
    if (!value.valid()) return false;
    auto calls = ideal_calls(value);
    json::Document document;
    const std::string written = text_of(value);
    if (!calls && !written.empty() && !json::read_strict(written, document)) {
      calls = ideal_calls(document.root());
    }
    if (!calls || calls->empty()) return false;
    stated.calls = std::move(calls);
    return true;
  }

  static std::string why_not(const std::string& type) {
    if (type == "is-valid-openai-tools-call" || type == "is-valid-openai-function-call" ||
        type == "is-valid-function-call") {
      return type +
             ": whether arguments fit their schema is a column of its own (schemaValid), not "
             "an expectation of a case";
    }
    if (type == "javascript" || type == "python" || type == "webhook" || type == "ruby") {
      return type + ": code is not carried";
    }
    if (type == "cost" || type == "latency") return type + ": a gate of the suite can say it";
    return "an assertion of type " + json_string(type) + " says nothing about which tool is right";
  }

  void state(CaseText& text, Stated& stated, json::Value test) {
    std::vector<std::string> all;
    for (const std::string& name : stated.all) {
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
    std::vector<std::string> any;
    for (const std::string& name : stated.any) {
      if (std::ranges::find(any, name) == any.end()) any.push_back(name);
    }
    std::vector<std::string> forbidden;
    for (const std::string& name : stated.forbidden) {
      const bool new_one = std::ranges::find(forbidden, name) == forbidden.end();
      const bool expected =
          std::ranges::find(all, name) != all.end() || std::ranges::find(any, name) != any.end();
      if (expected) lose(test, "assert", "a tool that is both expected and forbidden");
      if (new_one && !expected) forbidden.push_back(name);
    }
    bool named = true;
    if (stated.calls) {
      expect_calls(text, *stated.calls);
      if (!all.empty() || !any.empty()) {
        lose(test, "assert", "names beside whole calls; the calls are taken");
      }
      std::erase_if(forbidden, [&](const std::string& name) {
        return std::ranges::any_of(*stated.calls,
                                   [&](const IdealCall& c) { return c.tool == name; });
      });
    } else if (all.size() == 1) {
      text.add_string("expectedTool", all[0]);
      text.add_string("calls", "any");
      if (!any.empty()) lose(test, "assert", "contains-any beside a tool that is named");
    } else if (!all.empty()) {
      std::string list = "[";
      for (const std::string& name : all) {
        list += (list.size() > 1 ? ",{\"tool\":" : "{\"tool\":") + json_string(name) + "}";
      }
      text.add("expectedCalls", std::string_view(list + "]"));
      text.add_string("order", "superset");
      if (!any.empty()) lose(test, "assert", "contains-any beside tools that are named");
    } else if (!any.empty()) {
      text.add_strings("expectedTools", any);
      text.add_string("calls", "any");
    } else {
      named = false;
    }
    if (!forbidden.empty()) text.add_strings("forbid", forbidden);
    if (!stated.contract.empty()) text.add_string("expectedOutput", stated.contract);
    if (named) return;
    const bool agent = !forbidden.empty() || !stated.contract.empty();
    text.add_string("kind", agent ? "agent" : "observe");
    if (!agent) lose(test, "assert", "no assertion names a tool: a case of kind observe");
  }

  const SourceItems& items_;
  SuiteFiles files_;
  std::size_t index_ = 0;
  std::set<std::string> tools_;  // names of those that the file defines
  std::string prompt_;
  json::Value default_asserts_, default_vars_;
};

}  // namespace

Result<Imported> import_promptfoo(const std::string& source) {
  const Result<SourceItems> items = SourceItems::open(source, {"tests"});
  if (!items) return items.error();
  return PromptfooImport(*items).run();
}

}  // namespace tare
