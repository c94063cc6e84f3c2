// Recorded model texts and the calls that public servers' own tests demand of their parsers.
//
// Each text is read with the format that its parser is for, and compared on the parts that the test
// demands exactly. Parsers drop, rename and make up things, which is what Tare is there to tell; so
// a difference is no failure where docs/formats.md defends it, id by id. A difference that is not
// there fails, and so does an entry there that differs no longer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "coercion/shared_data.h"
#include "formats/model_text.h"
#include "json/reader.h"
#include "json/writer.h"

namespace tare::formats {
namespace {

using Json = nlohmann::json;

// The format that a parser is for; parsers whose name tells none are left to detection.
std::string_view format_of_parser(const std::string& parser) {
  static const std::map<std::string, std::string_view> kFormats = {
      {"vllm:llama3_json", "llama3"},
      {"sglang:Llama32", "llama3"},
      {"sglang:unknown_tool_name", "llama3"},
      {"smg:LlamaParser", "llama3"},
      {"smg:JsonParser", "bareJson"},
      {"vllm:hermes", "hermes"},
      {"sglang:Hermes", "hermes"},
      {"sglang:Qwen25", "hermes"},
      {"smg:QwenParser", "hermes"},
      {"vllm:granite", "granite"},
      {"vllm:Granite", "granite"},
      {"vllm:granite-20b-fc", "granite20b"},
      {"vllm:mistral", "mistral"},
      {"sglang:Mistral", "mistral"},
      {"smg:MistralParser", "mistral"},
      {"vllm:kimi_k2", "kimi"},
      {"sglang:KimiK2", "kimi"},
      {"smg:KimiK2Parser", "kimi"},
      {"vllm:deepseek_v3", "deepseek"},
      {"vllm:deepseekv31", "deepseek"},
      {"smg:DeepSeekParser", "deepseek"},
      {"smg:CohereParser", "cohere"},
      {"vllm:jamba", "jamba"},
      {"vllm:minimax", "minimax"},
      {"vllm:hunyuan_a13b", "hunyuan"},
      {"vllm:internlm", "internlm"},
      {"vllm:longcat", "longcat"},
      {"vllm:phi4_mini_json", "phi4_mini_json"},
      {"sglang:GigaChat3", "gigachat"},
      {"llama.cpp:openai-gpt-oss-120b", "harmony"},
      {"llama.cpp:meetkai-functionary-medium-v3.1", "functionaryV31"},
      {"llama.cpp:meetkai-functionary-medium-v3.2", "functionaryV32"},
      {"vllm:muse_glimmer", "atem"},
      {"vllm:qwen3coder", "qwenXml"},
      {"sglang:Qwen3Coder", "qwenXml"},
      {"smg:QwenXmlParser", "qwenXml"},
      {"vllm:glm4_moe", "glmXml"},
      {"sglang:Glm4Moe", "glmXml"},
      {"smg:Glm4MoeParser", "glmXml"},
      {"smg:PythonicParser", "pythonic"},
      {"sglang:Pythonic", "pythonic"},
      {"sglang:Gemma4", "gemma4"},
      {"llama.cpp:google-gemma-4-31B-it", "gemma4"},
  };
  const auto found = kFormats.find(parser);
  return found == kFormats.end() ? std::string_view() : found->second;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin));
}

// What stands beside the calls, as a parser that knows nothing of reasoning would leave it.
std::string content_of(const ModelText& read, std::string_view raw, bool with_reasoning) {
  std::string content;
  for (const Passage& passage : read.passages) {
    const auto [begin, end] = passage.span;
    if (passage.channel == Channel::content) {
      content += raw.substr(begin, end - begin);
    } else if (with_reasoning) {
      const auto from = begin >= 7 && raw.substr(begin - 7, 7) == "<think>" ? begin - 7 : begin;
      const auto to = raw.substr(end, 8) == "</think>" ? end + 8 : end;
      content += raw.substr(from, to - from);
    }
  }
  return trimmed(content);
}

std::string reasoning_of(const ModelText& read, std::string_view raw) {
  std::string reasoning;
  for (const Passage& passage : read.passages) {
    if (passage.channel != Channel::reasoning) continue;
    reasoning += raw.substr(passage.span.begin, passage.span.end - passage.span.begin);
  }
  return trimmed(reasoning);
}

Json parsed(const std::string& text) {
  return Json::parse(text.empty() ? "{}" : text, nullptr, false);
}

std::string kind_of(const Json& value) {
  if (value.is_number_integer()) return "integer";
  if (value.is_number_float()) return "number";
  return value.type_name();
}

// A parameter that no schema types is a string to the reader; a test that demands another type
// knows a schema that its record does not hold. Then the text has to spell the value.
bool spells(const std::string& text, const Json& value) {
  json::Document document;
  if (json::read_tolerant(text, document)) return false;
  return parsed(json::as_strict_json(document.root())) == value;
}

struct Comparison {
  const CallInText& call;
  Json arguments;
  bool used_spelling = false;

  bool equal(const std::string& key, const Json& value) {
    if (!arguments.is_object() || !arguments.contains(key)) return false;
    if (arguments[key] == value) return true;
    const auto& untyped = call.untyped;
    if (!arguments[key].is_string() ||
        std::find(untyped.begin(), untyped.end(), key) == untyped.end() ||
        !spells(arguments[key].get<std::string>(), value)) {
      return false;
    }
    used_spelling = true;
    return true;
  }

  bool equal_all(const Json& demanded) {
    if (demanded == arguments) return true;
    if (!demanded.is_object() || demanded.size() != arguments.size()) return false;
    for (const auto& [key, value] : demanded.items()) {
      if (!equal(key, value)) return false;
    }
    return true;
  }

  bool holds(const Json& path, const Json& expected) {
    Json spelled = arguments;
    const std::string first = path[0].is_string() ? path[0].get<std::string>() : "";
    if (path.size() > 1 && spelled.is_object() && spelled.contains(first) &&
        spelled[first].is_string() &&
        std::find(call.untyped.begin(), call.untyped.end(), first) != call.untyped.end()) {
      spelled[first] = parsed(spelled[first].get<std::string>());
      used_spelling = true;
    }
    const Json* at = &spelled;
    for (const Json& step : path) {
      if (step.is_number() && at->is_array() && step.get<std::size_t>() < at->size()) {
        at = &(*at)[step.get<std::size_t>()];
      } else if (step.is_string() && at->is_object() && at->contains(step.get<std::string>())) {
        at = &(*at)[step.get<std::string>()];
      } else {
        return false;
      }
    }
    return *at == expected;
  }
};

// "" if the call is what the test demands, else what differs.
std::string difference_of_call(const CallInText& call, const Json& expected, bool& used_spelling) {
  if (expected.contains("name") && expected["name"] != call.name.value_or("")) {
    return "name " + call.name.value_or("(none)") + ", expected " + expected["name"].dump();
  }
  Comparison compared{call, parsed(call.arguments)};
  const auto fail = [&call](const std::string& what) {
    return "arguments " + call.arguments + ", expected " + what;
  };
  if (expected.contains("arguments")) {
    const Json& demanded = expected["arguments"];
    const bool same = demanded.is_string()
                          ? demanded == call.arguments ||
                                (!compared.arguments.is_discarded() &&
                                 compared.equal_all(parsed(demanded.get<std::string>())))
                          : compared.equal_all(demanded);
    if (!same) return fail(demanded.dump());
  }
  const Json subset = expected.value("arguments_subset", Json::object());
  for (const auto& [key, value] : subset.items()) {
    if (!compared.equal(key, value)) return fail(key + " = " + value.dump());
  }
  const Json paths = expected.value("arguments_paths", Json::array());
  for (const Json& entry : paths) {
    if (!compared.holds(entry[0], entry[1])) return fail(entry.dump());
  }
  const Json types = expected.value("argument_types", Json::object());
  for (const auto& [key, type] : types.items()) {
    if (!compared.arguments.contains(key) || kind_of(compared.arguments[key]) != type) {
      return fail(key + " of type " + type.dump());
    }
  }
  used_spelling = used_spelling || compared.used_spelling;
  return "";
}

std::string difference(const Json& pair, const ModelText& read, std::string_view raw,
                       bool& used_spelling) {
  std::set<std::string> exact;
  for (const Json& part : pair["exact"]) exact.insert(part.get<std::string>());
  if (exact.count("no_crash")) return "";
  const Json& expected = pair["expected"];
  const Json calls = expected.value("tool_calls", Json::array());
  const std::size_t count = expected.contains("min_tool_calls")
                                ? expected["min_tool_calls"].get<std::size_t>()
                                : calls.size();
  const bool at_least = exact.count("min_count") != 0;
  if (at_least ? read.calls.size() < count : read.calls.size() != count) {
    return std::to_string(read.calls.size()) + " calls, expected " + std::to_string(count);
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const std::string text = difference_of_call(read.calls[i], calls[i], used_spelling);
    if (!text.empty()) return "call " + std::to_string(i) + ": " + text;
  }
  const bool splits_reasoning = exact.count("reasoning") != 0;
  const auto text_of = [&expected](const char* key) {
    return expected.contains(key) && expected[key].is_string()
               ? trimmed(expected[key].get<std::string>())
               : std::string();
  };
  if (exact.count("content")) {
    const std::string content = content_of(read, raw, false);
    if (content != text_of("content") &&
        (splits_reasoning || content_of(read, raw, true) != text_of("content"))) {
      return "content " + Json(content).dump() + ", expected " + Json(text_of("content")).dump();
    }
  }
  if (splits_reasoning && reasoning_of(read, raw) != text_of("reasoning")) {
    return "reasoning " + Json(reasoning_of(read, raw)).dump() + ", expected " +
           Json(text_of("reasoning")).dump();
  }
  return "";
}

// Tools by name, with their parameters' schema as text.
std::map<std::string, std::string> tools_of(const Json& pair, const Json& known) {
  std::map<std::string, std::string> schemas;
  const Json tools = pair.value("tools", Json::array());
  for (Json tool : tools) {
    if (tool.is_string()) tool = known.value(tool.get<std::string>(), Json::object());
    if (tool.contains("function")) tool = Json(tool["function"]);
    if (!tool.contains("name")) continue;
    const char* key = tool.contains("parameters") ? "parameters" : "inputSchema";
    if (tool.contains(key)) schemas[tool["name"].get<std::string>()] = tool[key].dump();
  }
  return schemas;
}

// The ids of docs/formats.md whose differences are defended: table rows that begin "| pp_".
std::set<std::string> defended_ids() {
  std::ifstream in(std::string(TARE_SOURCE_DIR) + "/docs/formats.md");
  std::set<std::string> ids;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| pp_", 0) != 0) continue;
    const std::string cell = line.substr(2, line.find('|', 2) - 2);
    for (std::size_t at = cell.find("pp_"); at != std::string::npos;
         at = cell.find("pp_", at + 1)) {
      ids.insert(cell.substr(at, 7));
    }
  }
  return ids;
}

TEST(ParserPairs, AreReadAsTheirTestsDemandOrTheDifferenceIsDefended) {
  const std::string path = shared_data("parser_pairs/pairs.jsonl");
  if (path.empty()) GTEST_SKIP() << "the recorded pairs are not on this machine";
  std::ifstream known_in(shared_data("parser_pairs/llamacpp_tools.json"));
  const Json known = Json::parse(known_in);
  const std::set<std::string> defended = defended_ids();
  struct Row {
    int equal = 0, spelled = 0, differs = 0, unread = 0;
  };
  std::map<std::string, Row> table;
  std::set<std::string> differing;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const Json pair = Json::parse(line);
    const std::string id = pair["id"], raw = pair["raw"], parser = pair["parser"];
    const auto schemas = tools_of(pair, known);
    const SchemaOfTool schema_of = [&schemas](std::string_view tool) -> std::string_view {
      const auto found = schemas.find(std::string(tool));
      return found == schemas.end() ? std::string_view() : found->second;
    };
    const ModelText read = read_model_text(raw, format_of_parser(parser), schema_of);
    Row& row = table[pair["format"].get<std::string>() + " " +
                     (read.format.empty() ? "(no call)" : read.format)];
    bool used_spelling = false;
    const std::string text = difference(pair, read, raw, used_spelling);
    // Where the test demands no call, or nothing, none was to be read.
    const bool calls_demanded = pair["expected"].contains("min_tool_calls") ||
                                !pair["expected"].value("tool_calls", Json::array()).empty();
    if (read.unread && calls_demanded) {
      ++row.unread;
      ADD_FAILURE() << id << " " << parser << " is not read: " << raw;
    } else if (text.empty()) {
      ++(used_spelling ? row.spelled : row.equal);
    } else {
      ++row.differs;
      differing.insert(id);
      EXPECT_TRUE(defended.count(id))
          << id << " " << parser << " [" << read.format << "]: " << text << "\n  raw " << raw;
    }
  }
  std::cout << "format | equal | equal as text, untyped | differs | unread\n";
  Row sum;
  const auto print = [](const std::string& name, const Row& row) {
    std::cout << name << " | " << row.equal << " | " << row.spelled << " | " << row.differs << " | "
              << row.unread << "\n";
  };
  for (const auto& [name, row] : table) {
    print(name, row);
    sum.equal += row.equal, sum.spelled += row.spelled, sum.differs += row.differs,
        sum.unread += row.unread;
  }
  print("all", sum);
  for (const std::string& id : defended) {
    EXPECT_TRUE(differing.count(id)) << id << " is in docs/formats.md and differs no longer";
  }
}

}  // namespace
}  // namespace tare::formats
