#include "lint/case_expectations.h"

#include <algorithm>
#include <utility>

#include "json/reader.h"

namespace tare {

CaseExpectations::CaseExpectations(const TestCase& test_case) {
  const Expectation& expected = test_case.expected;
  const RareExpectation* rare = expected.rare.get();
  if (test_case.input.kind == CaseKind::invoke) {
    const json::Value call = object_in(test_case.input.invoke_json);
    if (!call.valid()) return;
    ExpectedUse use;
    use.tools.push_back(call.find("tool").as_string().value_or(""));
    const json::Value arguments = call.find("arguments");
    // Arguments given as text may be broken on purpose: then they say nothing here.
    if (arguments.is_object()) use.args = arguments;
    if (arguments.is_string()) use.args = object_in(arguments.decoded());
    use.whole = true;
    uses_.push_back(use);
    if (rare != nullptr && !rare->expected_args_json.empty()) {
      use.args = object_in(rare->expected_args_json);
      use.whole = false;
      uses_.push_back(std::move(use));
    }
    return;
  }
  if (expected.tool == Expectation::Tool::named) {
    ExpectedUse use;
    use.tools.push_back(expected.expected_tool);
    use.tools.insert(use.tools.end(), expected.acceptable_tools.begin(),
                     expected.acceptable_tools.end());
    if (rare != nullptr && !rare->expected_args_json.empty()) {
      use.args = object_in(rare->expected_args_json);
    }
    uses_.push_back(std::move(use));
  }
  if (!expected.has_trajectory()) return;
  texts_.push_back(rare->expected_calls_json);
  documents_.emplace_back();
  if (json::read_strict(texts_.back(), documents_.back())) return;
  for (json::Value call : documents_.back().root().elements()) {
    ExpectedUse use;
    const json::Value one = call.find("tool"), several = call.find("tools");
    if (one.valid()) use.tools.push_back(one.as_string().value_or(""));
    if (several.valid() && several.is_array()) {
      for (json::Value tool : several.elements()) {
        use.tools.push_back(tool.as_string().value_or(""));
      }
    }
    if (const json::Value args = call.find("args"); args.valid() && args.is_object()) {
      use.args = args;
    }
    if (!use.tools.empty()) uses_.push_back(std::move(use));
  }
}

json::Value CaseExpectations::object_in(std::string text) {
  texts_.push_back(std::move(text));
  documents_.emplace_back();
  if (json::read_strict(texts_.back(), documents_.back())) return {};
  const json::Value root = documents_.back().root();
  return root.is_object() ? root : json::Value();
}

bool CaseExpectations::accepts(std::string_view tool) const {
  return std::any_of(uses_.begin(), uses_.end(), [&](const ExpectedUse& use) {
    return std::find(use.tools.begin(), use.tools.end(), tool) != use.tools.end();
  });
}

bool expects_refusal(const TestCase& test_case) {
  const RareExpectation* rare = test_case.expected.rare.get();
  return rare != nullptr && rare->expected_status_json == "\"rejected\"";
}

}  // namespace tare
