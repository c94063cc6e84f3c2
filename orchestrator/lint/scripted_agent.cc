#include "lint/scripted_agent.h"

#include "base/escape.h"
#include "base/glob.h"
#include "json/reader.h"
#include "json/writer.h"
#include "lint/value_sample.h"
#include "scoring/argument_matcher.h"
#include "scoring/expected_calls.h"
#include "scoring/selection.h"

namespace tare {
namespace {

// A schema read from its text; the value is invalid where there is none.
struct ReadSchema {
  std::string text;
  json::Document document;
  json::Value root;
};

void read_schema(ReadSchema& out, const Manifest* manifest, const std::string& tool) {
  const ToolSpec* spec = manifest != nullptr ? manifest->find(tool) : nullptr;
  if (spec == nullptr || spec->input_schema.empty()) return;
  out.text = spec->input_schema;
  if (!json::read_strict(out.text, out.document)) out.root = out.document.root();
}

// Where the case does not say what must become of a call: as an agent would be run.
CallStatus usual_status(const TestCase& test_case, const Manifest* manifest,
                        const std::string& tool) {
  if (test_case.input.kind == CaseKind::tool_call) return CallStatus::held;
  const ToolSpec* spec = manifest != nullptr ? manifest->find(tool) : nullptr;
  return spec != nullptr && spec->approval == "always" ? CallStatus::held : CallStatus::executed;
}

std::optional<CallStatus> stated_status(const TestCase& test_case) {
  const RareExpectation* rare = test_case.expected.rare.get();
  if (rare == nullptr || rare->expected_status_json.empty()) return std::nullopt;
  json::Document status;
  if (json::read_strict(rare->expected_status_json, status)) return std::nullopt;
  return status_from_name(status.root().as_string().value_or(""));
}

struct Invocation {
  std::string tool, arguments = "{}";
};

Invocation invocation_of(const TestCase& test_case) {
  Invocation out;
  json::Document document;
  if (json::read_strict(test_case.input.invoke_json, document)) return out;
  const json::Value root = document.root();
  if (!root.is_object()) return out;
  if (const json::Value tool = root.find("tool"); tool.valid()) {
    out.tool = tool.as_string().value_or("");
  }
  if (const json::Value arguments = root.find("arguments"); arguments.valid()) {
    out.arguments = json::minified(arguments);
  }
  return out;
}

std::optional<ScriptedCall> call_of(const TestCase& test_case, const Manifest* manifest,
                                    const std::string& tool, json::Value args, std::string& why) {
  ReadSchema schema;
  read_schema(schema, manifest, tool);
  auto arguments = sample_of_arguments(args, schema.root);
  MatcherCache cache;
  // A sample is a try: only one that the expectation itself accepts is an answer.
  if (arguments && args.valid() && !compare_arguments(args, *arguments, cache).match()) {
    arguments.reset();
  }
  if (!arguments) {
    why = "no arguments of " + tool + " were found that its expectation means";
    return std::nullopt;
  }
  return ScriptedCall{tool, std::move(*arguments),
                      stated_status(test_case).value_or(usual_status(test_case, manifest, tool))};
}

// A glob of tool names as one name: a tool of the manifest, or the glob where it is a plain name.
std::optional<std::string> tool_of_glob(const Manifest* manifest, const std::string& glob) {
  if (manifest != nullptr) {
    for (const ToolSpec& tool : manifest->tools) {
      if (glob_match(glob, tool.name)) return tool.name;
    }
  }
  if (glob.find_first_of("*?[") == std::string::npos) return glob;
  return std::nullopt;
}

std::optional<ScriptedAnswer> trajectory_answer(const TestCase& test_case, const Manifest* manifest,
                                                std::string& why) {
  const ExpectedCalls expected = read_expected_calls(*test_case.expected.rare);
  // Before and after may ask for another order than that of the file.
  std::vector<bool> made(expected.calls.size(), false);
  ScriptedAnswer out;
  for (std::size_t round = 0; round < expected.calls.size(); ++round) {
    for (std::size_t i = 0; i < expected.calls.size(); ++i) {
      if (made[i]) continue;
      bool waits = false;
      for (const auto& [first, second] : expected.before) {
        waits = waits || (second == i && !made[first]);
      }
      if (waits) continue;
      made[i] = true;
      const ExpectedCall& call = expected.calls[i];
      if (call.optional && expected.order != CallOrder::subset) break;
      std::optional<std::string> tool;
      for (const std::string& glob : call.tools) {
        if (!tool) tool = tool_of_glob(manifest, glob);
      }
      if (!tool) {
        why = "no tool is known for the expected call " + std::to_string(i + 1);
        return std::nullopt;
      }
      auto one = call_of(test_case, manifest, *tool, call.args, why);
      if (!one) return std::nullopt;
      out.push_back(std::move(*one));
      break;
    }
  }
  return out;
}

// An alternative of the leaderboard's answer key as a value: the first that is one.
std::optional<std::string> first_of_key(json::Value alternatives, std::size_t depth) {
  if (!alternatives.is_array() || depth > 20) return std::nullopt;
  for (json::Value one : alternatives.elements()) {
    if (one.is_string() && one.decoded().empty()) continue;
    if (!one.is_object()) return json::minified(one);
    std::string out = "{";
    for (const json::Member& m : one.members()) {
      const auto value = first_of_key(m.value, depth + 1);
      if (!value) continue;
      if (out.size() > 1) out += ',';
      out += std::string(m.name.text()) + ":" + *value;
    }
    return out + "}";
  }
  return std::nullopt;
}

std::optional<ScriptedAnswer> key_answer(const TestCase& test_case, std::string& why) {
  json::Document document;
  if (json::read_strict(test_case.expected.rare->bfcl_json, document)) return std::nullopt;
  const json::Value truth = document.root().find("groundTruth");
  ScriptedAnswer out;
  const auto add = [&](json::Value functions) {
    for (const json::Member& function : functions.members()) {
      std::string arguments = "{";
      if (function.value.is_object()) {
        for (const json::Member& m : function.value.members()) {
          const auto value = first_of_key(m.value, 0);
          if (!value) continue;
          if (arguments.size() > 1) arguments += ',';
          arguments += std::string(m.name.text()) + ":" + *value;
        }
      }
      out.push_back({function.name.decoded(), arguments + "}", CallStatus::held});
    }
  };
  if (truth.valid() && truth.is_array()) {
    for (json::Value one : truth.elements()) {
      if (one.is_object()) add(one);
    }
  } else if (truth.valid() && truth.is_object()) {
    add(truth);
  }
  if (truth.valid()) return out;
  const json::Value category = document.root().find("category");
  const std::string name = category.valid() ? category.as_string().value_or("") : "";
  if (name.ends_with("irrelevance")) return ScriptedAnswer{};
  if (!name.ends_with("relevance")) {
    why = "the leaderboard's key has no answer for it";
    return std::nullopt;
  }
  // Any call at all.
  return ScriptedAnswer{{"any_function", "{}", CallStatus::held}};
}

View view_of(const ScriptedCall& call, At at, std::size_t index) {
  View view;
  view.at = at;
  view.id = "call-" + std::to_string(index + 1);
  view.turn = static_cast<std::uint32_t>(index + 1);
  view.name = call.tool;
  view.arguments = call.arguments;
  view.evidence = Evidence::verbatim;
  return view;
}

}  // namespace

AttemptRecord record_of(const TestCase& test_case, const ScriptedAnswer& answer) {
  AttemptRecord record;
  record.case_id = test_case.id();
  record.outcome = AttemptOutcome::completed;
  record.termination = {Termination::Kind::exited, 0, false, false};
  Answer& out = record.answer;
  const bool invoke = test_case.input.kind == CaseKind::invoke;
  out.short_form = out.normalized_given = true;
  out.raw_given = !invoke;
  out.finished = FinishReason::stop;
  for (const At at : {At::wire, At::tool}) {
    if (invoke && at == At::wire) continue;
    for (std::size_t i = 0; i < answer.size(); ++i) {
      View view = view_of(answer[i], at, i);
      if (at == At::tool) view.status = answer[i].status;
      out.views.push_back(std::move(view));
    }
  }
  return record;
}

ScriptedAnswer answer_of(const AttemptRecord& record, const std::vector<CallTrace>& traces) {
  ScriptedAnswer out;
  for (const CallTrace& trace : traces) {
    const View& last = record.answer.views[trace.views.back()];
    if (!last.name) continue;
    ScriptedCall call;
    call.tool = trace.tools.empty() ? *last.name : trace.tools.back();
    call.arguments = last.arguments.value_or("{}");
    call.status = last.status.value_or(CallStatus::held);
    out.push_back(std::move(call));
  }
  return out;
}

std::optional<ScriptedAnswer> oracle_answer(const TestCase& test_case, const Manifest* manifest,
                                            std::string& why) {
  const Expectation& expected = test_case.expected;
  if (test_case.input.kind == CaseKind::invoke) {
    const Invocation invocation = invocation_of(test_case);
    return ScriptedAnswer{{invocation.tool, invocation.arguments,
                           stated_status(test_case).value_or(CallStatus::executed)}};
  }
  if (states_bfcl(test_case)) return key_answer(test_case, why);
  if (expected.has_trajectory()) return trajectory_answer(test_case, manifest, why);
  if (expected.tool != Expectation::Tool::named) return ScriptedAnswer{};
  const std::string& args_text = expected.rare ? expected.rare->expected_args_json : std::string();
  json::Document args;
  json::Value root;
  if (!args_text.empty() && !json::read_strict(args_text, args)) root = args.root();
  auto call = call_of(test_case, manifest, expected.expected_tool, root, why);
  if (!call) return std::nullopt;
  return ScriptedAnswer{std::move(*call)};
}

ScriptedAnswer first_tool_answer(const TestCase& test_case, const std::string& tool) {
  if (test_case.input.kind == CaseKind::invoke) {
    const Invocation invocation = invocation_of(test_case);
    return {{invocation.tool, invocation.arguments, CallStatus::executed}};
  }
  return {{tool, "{}", CallStatus::held}};
}

std::string plain_arguments(const Manifest* manifest, const std::string& tool) {
  ReadSchema schema;
  read_schema(schema, manifest, tool);
  return sample_of_arguments(json::Value(), schema.root).value_or("{}");
}

}  // namespace tare
