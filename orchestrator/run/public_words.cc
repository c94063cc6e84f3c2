#include "run/public_words.h"

#include <algorithm>

#include "base/glob.h"
#include "json/reader.h"
#include "protocol/answer_reader.h"
#include "protocol/protocol_words.h"

namespace tare {
namespace {

constexpr std::size_t kMinLetters = 4;  // besides wildcards, for a glob to mean something

void add_tools(const Manifest& manifest, std::vector<std::string>& out) {
  for (const ToolSpec& tool : manifest.tools) {
    out.push_back(tool.name);
    if (tool.wire_name) out.push_back(*tool.wire_name);
    if (tool.server) out.push_back(*tool.server);
  }
}

// All that stands as `tool` or `name` in JSON that says which calls are meant.
void add_named_tools(const std::string& text, std::vector<std::string>& out) {
  json::Document document;
  if (text.empty() || json::read_strict(text, document)) return;
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const json::Value object(&document, i);
    if (!object.is_object()) continue;
    for (const char* member : {"tool", "name"}) {
      const json::Value value = object.find(member);
      if (value.valid() && value.is_string()) out.push_back(value.decoded());
    }
  }
}

// Names and globs of tools, as they stand in the suite.
std::vector<std::string> tools_of(const Suite& suite) {
  std::vector<std::string> out = suite.side_effects;
  add_tools(suite.tools, out);
  for (const Never& never : suite.never) out.push_back(never.tool);
  for (const TestCase& test_case : suite.cases) {
    const Expectation& expected = test_case.expected;
    if (expected.tool == Expectation::Tool::named) out.push_back(expected.expected_tool);
    out.insert(out.end(), expected.acceptable_tools.begin(), expected.acceptable_tools.end());
    if (expected.rare) {
      for (const Never& never : expected.rare->never) out.push_back(never.tool);
      add_named_tools(expected.rare->expected_calls_json, out);
    }
    add_named_tools(test_case.input.invoke_json, out);
    if (test_case.input.tools_json.empty()) continue;
    std::string ignored;
    const auto tools = manifest_from_tools_json(test_case.input.tools_json, &ignored);
    if (tools) add_tools(*tools, out);
  }
  return out;
}

}  // namespace

std::vector<std::string> public_words(const Suite& suite) {
  std::vector<std::string> out = tools_of(suite);
  for (const TestCase& test_case : suite.cases) {
    out.push_back(test_case.id());
    out.insert(out.end(), test_case.input.tags.begin(), test_case.input.tags.end());
  }
  for (const VariantSpec& variant : suite.variants) {
    out.push_back(variant.name);
    if (variant.model) out.push_back(*variant.model);
  }
  for (const auto& [name, profile] : suite.profiles) out.push_back(name);
  for (std::string_view word : protocol_words()) out.emplace_back(word);
  return out;
}

bool is_tool_of_glob(const Suite& suite, std::string_view value) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (std::any_of(value.begin(), value.end(), digit)) return false;
  const std::vector<std::string> tools = tools_of(suite);
  return std::any_of(tools.begin(), tools.end(), [&](const std::string& glob) {
    const auto wildcards =
        std::count_if(glob.begin(), glob.end(), [](char c) { return c == '*' || c == '?'; });
    return wildcards > 0 && glob.size() >= kMinLetters + static_cast<std::size_t>(wildcards) &&
           glob_match(glob, value);
  });
}

}  // namespace tare
