#include "formats/format_table.h"

#include <string>
#include <unordered_map>

namespace tare::formats {
namespace {

constexpr std::string_view kTaggedJson = "taggedJson";
constexpr std::string_view kXmlParameters = "xmlParameters";
constexpr std::string_view kCallSyntax = "callSyntax";
constexpr std::string_view kBareJson = "bareJson";
constexpr std::string_view kFencedJson = "fencedJson";

const std::vector<FormatEntry>& entries() {
  static const std::vector<FormatEntry> kEntries = {
      // JSON between tags.
      {{"hermes",
        {"hermesText", "qwen", "qwen25", "qwen3", "ernie45", "exaone", "reka", "hermes2Pro"},
        kTaggedJson,
        "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>"},
       Reader::tags},
      {{"granite",
        {"granite3", "granite31"},
        kTaggedJson,
        "<|tool_call|>[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]"},
       Reader::tags},
      {{"granite20b",
        {"granite20bFc"},
        kTaggedJson,
        "<function_call> {\"name\": \"f\", \"arguments\": {\"a\": 1}}"},
       Reader::tags},
      {{"toolCalls",
        {"jamba", "minimax", "minimaxM1", "hunyuan", "hunyuanA13b", "apriel"},
        kTaggedJson,
        "<tool_calls>[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]</tool_calls>"},
       Reader::tags},
      {{"nemotron",
        {"toolcall", "nemotronNano"},
        kTaggedJson,
        "<TOOLCALL>[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]</TOOLCALL>"},
       Reader::tags},
      {{"longcat",
        {},
        kTaggedJson,
        "<longcat_tool_call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</longcat_tool_call>"},
       Reader::tags},
      {{"internlm",
        {"internlm2"},
        kTaggedJson,
        "<|action_start|><|plugin|>{\"name\": \"f\", \"parameters\": {\"a\": 1}}<|action_end|>"},
       Reader::tags},
      {{"cohere",
        {"command", "commandR7b", "commandA"},
        kTaggedJson,
        "<|START_ACTION|>[{\"tool_call_id\": \"0\", \"tool_name\": \"f\", \"parameters\": {\"a\": "
        "1}}]<|END_ACTION|>"},
       Reader::tags},
      {{"gigachat",
        {"gigachat3", "gigachat31"},
        kTaggedJson,
        "<|function_call|>{\"name\": \"f\", \"arguments\": {\"a\": 1}}"},
       Reader::tags},
      {{"phi4Mini",
        {"phi4MiniJson", "functools", "firefunction"},
        kTaggedJson,
        "functools[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]"},
       Reader::tags},
      {{"apertus", {}, kTaggedJson, "<|tools_prefix|>[{\"f\": {\"a\": 1}}]<|tools_suffix|>"},
       Reader::tags},
      {{"lfm2Json",
        {},
        kTaggedJson,
        "<|tool_call_start|>[{\"name\": \"f\", \"arguments\": {\"a\": 1}}]<|tool_call_end|>"},
       Reader::tags},
      {{"llama3",
        {"llama3Json", "llama31", "llama32", "llama33", "llama4Json", "pythonTag"},
        kTaggedJson,
        "<|python_tag|>{\"name\": \"f\", \"parameters\": {\"a\": 1}}; {\"name\": \"g\", "
        "\"parameters\": {}}"},
       Reader::bare},
      // A name between tags, JSON behind it.
      {{"deepseek",
        {"deepseekV3", "deepseekV31", "deepseekR1"},
        kTaggedJson,
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{\"a\": "
        "1}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"},
       Reader::deepseek},
      {{"kimi",
        {"kimiK2", "kimiK2Thinking"},
        kTaggedJson,
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>"
        "{\"a\": 1}<|tool_call_end|><|tool_calls_section_end|>"},
       Reader::kimi},
      {{"mistral",
        {"mistralJson", "devstral", "magistral", "ministral"},
        kTaggedJson,
        "[TOOL_CALLS]f[ARGS]{\"a\": 1}"},
       Reader::mistral},
      {{"functionTag",
        {"functionaryV31", "llamaFunction"},
        kTaggedJson,
        "<function=f>{\"a\": 1}</function>"},
       Reader::function_tag},
      {{"functionaryV32", {"functionary"}, kTaggedJson, ">>>f\n{\"a\": 1}"},
       Reader::recipient_line},
      {{"harmony",
        {"gptOss", "openai"},
        kTaggedJson,
        "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{\"a\": 1}<|call|>"},
       Reader::channels},
      // JSON without tags.
      {{"bareJson",
        {"json", "hermesJson", "xlam", "generic", "openaiJson"},
        kBareJson,
        "{\"name\": \"f\", \"arguments\": {\"a\": 1}}"},
       Reader::bare},
      {{"arguments", {"jsonArguments"}, kBareJson, "{\"a\": 1}"}, Reader::arguments},
      {{"fencedJson",
        {"fence", "jsonFence"},
        kFencedJson,
        "```json\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n```"},
       Reader::bare},
      {{"commandR",
        {"commandRPlus", "cohereAction"},
        kFencedJson,
        "Action:\n```json\n[{\"tool_name\": \"f\", \"parameters\": {\"a\": 1}}]\n```"},
       Reader::tags},
      // Parameters in XML-like tags.
      {{"qwenXml",
        {"qwen3Coder", "qwen3Xml", "qwenCoder", "step3p5", "nemotron3"},
        kXmlParameters,
        "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>"},
       Reader::xml_parameters},
      {{"seedOss",
        {"seed"},
        kXmlParameters,
        "<seed:tool_call>\n<function=f>\n<parameter=a>1</parameter>\n</function>\n"
        "</seed:tool_call>"},
       Reader::xml_parameters},
      {{"glmXml",
        {"glm", "glm45", "glm46", "glm47", "glm4Moe", "glm47Moe", "poolside", "poolsideV1"},
        kXmlParameters,
        "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>1</arg_value>\n</tool_call>"},
       Reader::xml_parameters},
      {{"hunyuanXml",
        {"hyV3", "hunyuanV3"},
        kXmlParameters,
        "<tool_calls><tool_call>f<tool_sep><arg_key>a</arg_key><arg_value>1</arg_value>"
        "</tool_call></tool_calls>"},
       Reader::xml_parameters},
      {{"minimaxXml",
        {"minimaxM2"},
        kXmlParameters,
        "<minimax:tool_call>\n<invoke name=\"f\">\n<parameter name=\"a\">1</parameter>\n</invoke>\n"
        "</minimax:tool_call>"},
       Reader::xml_parameters},
      {{"dsml",
        {"deepseekV32", "deepseekV4"},
        kXmlParameters,
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"f\">\n<｜DSML｜parameter name=\"a\" "
        "string=\"false\">1</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"},
       Reader::xml_parameters},
      {{"step3",
        {},
        kXmlParameters,
        "<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke "
        "name=\"f\"><steptml:parameter name=\"a\">1</steptml:parameter></steptml:invoke>"
        "<｜tool_call_end｜><｜tool_calls_end｜>"},
       Reader::xml_parameters},
      {{"xmlInvoke",
        {"anthropicXml", "functionCalls"},
        kXmlParameters,
        "<function_calls>\n<invoke name=\"f\">\n<parameter name=\"a\">1</parameter>\n</invoke>\n"
        "</function_calls>"},
       Reader::xml_parameters},
      {{"dots",
        {},
        kXmlParameters,
        "<dots_function_call><invoke name=\"f\"><parameter name=\"a\">1</parameter></invoke>"
        "</dots_function_call><dots_function_call>{\"name\": \"g\", \"arguments\": {}}"
        "</dots_function_call>"},
       Reader::xml_parameters},
      {{"atem",
        {"museGlimmer"},
        kXmlParameters,
        "<|start|>assistant to=f<|message|><atem:function_calls>\n<atem:invoke "
        "name=\"f\">\n<atem:parameter name=\"a\">1</atem:parameter>\n</atem:invoke>\n"
        "</atem:function_calls><|eom|>"},
       Reader::channels},
      {{"kimiK3",
        {},
        kXmlParameters,
        "<|open|>tools<|sep|><|open|>call tool=\"f\" index=\"1\"<|sep|><|open|>argument key=\"a\" "
        "type=\"number\"<|sep|>1<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>"},
       Reader::frames},
      {{"minicpm",
        {"minicpm5", "minicpm5Xml"},
        kXmlParameters,
        "<function name=\"f\"><param name=\"a\">1</param></function>"},
       Reader::xml_parameters},
      // Calls as in a programming language.
      {{"pythonic", {"llama4Pythonic", "toolAce"}, kCallSyntax, "[f(a=1), g(b='x')]"},
       Reader::call_syntax},
      {{"lfm2", {"lfm25"}, kCallSyntax, "<|tool_call_start|>[f(a=1)]<|tool_call_end|>"},
       Reader::call_syntax},
      {{"olmo3", {}, kCallSyntax, "<function_calls>\nf(a=1)\n</function_calls>"},
       Reader::call_syntax},
      {{"toolCode", {"gemma3", "gemma2"}, kCallSyntax, "```tool_code\nf(a=1)\n```"},
       Reader::call_syntax},
      {{"gemma4", {}, kCallSyntax, "<|tool_call>call:f{a:1,b:<|\"|>x<|\"|>}<tool_call|>"},
       Reader::call_syntax},
      {{"functionGemma",
        {},
        kCallSyntax,
        "<start_function_call>call:f{a:1,b:<escape>x<escape>}<end_function_call>"},
       Reader::call_syntax},
  };
  return kEntries;
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    if (c == '_' || c == '-' || c == '.' || c == ' ') continue;
    plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return plain;
}

}  // namespace

const FormatEntry* find_format(std::string_view name) {
  static const FormatEntry kText{{"text", {"auto"}, "", ""}, Reader::detected};
  static const auto kByName = [] {
    std::unordered_map<std::string, const FormatEntry*> by_name;
    for (const FormatEntry& entry : entries()) {
      by_name.emplace(plain_name(entry.info.name), &entry);
      for (const std::string_view other : entry.info.other_names) {
        by_name.emplace(plain_name(other), &entry);
      }
    }
    by_name.emplace("text", &kText);
    by_name.emplace("auto", &kText);
    return by_name;
  }();
  if (name.empty()) return &kText;
  if (name.size() > 64) return nullptr;  // no format has such a name
  const auto found = kByName.find(plain_name(name));
  return found == kByName.end() ? nullptr : found->second;
}

const std::vector<FormatInfo>& known_formats() {
  static const std::vector<FormatInfo> kInfos = [] {
    std::vector<FormatInfo> infos;
    for (const FormatEntry& entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return kInfos;
}

}  // namespace tare::formats
