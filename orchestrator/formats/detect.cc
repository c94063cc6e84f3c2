#include "formats/detect.h"

#include <algorithm>

#include "formats/family_readers.h"
#include "formats/python_calls.h"
#include "formats/text_scan.h"

namespace tare::formats {
namespace {

// What a mark means where it ends at `at`; "" if it is no beginning of a call there.
using Meaning = std::string_view (*)(std::string_view text, std::size_t at);

struct Mark {
  std::string_view text;
  Meaning meaning;
};

bool json_follows(std::string_view text, std::size_t at) {
  bool fenced = false;
  return json_start(text, at, fenced) != kNone;
}

// JSON follows, or the text ends where it should.
template <const char* kFormat>
std::string_view before_json(std::string_view text, std::size_t at) {
  return json_follows(text, at) || skip_blank(text, at) == text.size() ? kFormat : "";
}

template <const char* kFormat>
std::string_view before_json_only(std::string_view text, std::size_t at) {
  return json_follows(text, at) ? kFormat : "";
}

template <const char* kFormat>
std::string_view always(std::string_view, std::size_t) {
  return kFormat;
}

// The attribute `name` follows.
template <const char* kFormat>
std::string_view before_name(std::string_view text, std::size_t at) {
  const std::size_t name = skip_blank(text, at);
  if (name == at || !stands_at(text, name, "name")) return "";
  return stands_at(text, skip_blank(text, name + 4), "=") ? kFormat : "";
}

constexpr char kGranite[] = "granite", kGranite20b[] = "granite20b", kNemotron[] = "nemotron",
               kLongcat[] = "longcat", kInternlm[] = "internlm", kCohere[] = "cohere",
               kGigachat[] = "gigachat", kPhi[] = "phi4Mini", kApertus[] = "apertus",
               kLlama3[] = "llama3", kDeepseek[] = "deepseek", kKimi[] = "kimi",
               kMistral[] = "mistral", kCommandR[] = "commandR", kSeedOss[] = "seedOss",
               kMinimaxXml[] = "minimaxXml", kDsml[] = "dsml", kStep3[] = "step3",
               kXmlInvoke[] = "xmlInvoke", kDots[] = "dots", kMinicpm[] = "minicpm",
               kGemma4[] = "gemma4", kFunctionGemma[] = "functionGemma";

// <tool_call> is shared by three families.
std::string_view tool_call(std::string_view text, std::size_t at) {
  const std::size_t next = skip_blank(text, at);
  if (stands_at(text, next, "<function=")) return "qwenXml";
  if (json_follows(text, at)) {
    if (text[next] != '[') return "hermes";
    return text.find("</tool_call>", next) == kNone ? "granite" : "hermes";
  }
  if (next == text.size()) return "hermes";
  // GLM: the name stands at the tag, or on the next line.
  if (next != at && text[at] != '\n') return "";
  const std::size_t name = skip_name(text, next);
  const std::size_t end = skip_blank(text, name);
  if (name == next) return "";
  const bool ends = end == text.size() || stands_at(text, end, "<arg_key>") ||
                    stands_at(text, end, "</tool_call>") || stands_at(text, end, "<tool_sep>") ||
                    is_cut_tag(text, end, "</tool_call>") || is_cut_tag(text, end, "<arg_key>");
  return ends || (name < text.size() && text[name] == '\n') ? "glmXml" : "";
}

std::string_view tool_calls(std::string_view text, std::size_t at) {
  constexpr std::string_view kInner = "<tool_call>";
  const std::size_t next = skip_blank(text, at);
  if (stands_at(text, next, kInner)) {
    const std::size_t name = skip_blank(text, next + kInner.size());
    return stands_at(text, skip_blank(text, skip_name(text, name)), "<tool_sep>") ? "hunyuanXml"
                                                                                  : "";
  }
  return json_follows(text, at) || next == text.size() ? "toolCalls" : "";
}

std::string_view function_tag(std::string_view text, std::size_t at) {
  const std::size_t name = skip_name(text, at);
  if (name == at || !stands_at(text, name, ">")) return "";
  return stands_at(text, skip_blank(text, name + 1), "{") ? "functionTag" : "qwenXml";
}

std::string_view tool_call_start(std::string_view text, std::size_t at) {
  const std::size_t list = skip_blank(text, at);
  const std::size_t item = stands_at(text, list, "[") ? skip_blank(text, list + 1) : list;
  return stands_at(text, item, "{") ? "lfm2Json" : "lfm2";
}

std::string_view call_list(std::string_view text, std::size_t at) {
  const std::size_t list = skip_blank(text, at);
  const std::size_t name = stands_at(text, list, "[") ? skip_blank(text, list + 1) : list;
  return skip_name(text, name) != name ? "pythonic" : "";
}

std::string_view function_calls(std::string_view text, std::size_t at) {
  const std::size_t next = skip_blank(text, at);
  if (stands_at(text, next, "<invoke")) return "xmlInvoke";
  return skip_name(text, next) != next ? "olmo3" : "";
}

std::string_view recipient_line(std::string_view text, std::size_t at) {
  const std::size_t name = skip_name(text, at);
  if (name == at || !stands_at(text, name, "\n")) return "";
  return stands_at(text, skip_blank(text, name), "{") ? "functionaryV32" : "";
}

constexpr Mark kMarks[] = {
    {"<tool_call>", tool_call},
    {"<tool_calls>", tool_calls},
    {"<|tool_call|>", before_json<kGranite>},
    {"<function_call>", before_json_only<kGranite20b>},
    {"<TOOLCALL>", before_json<kNemotron>},
    {"<longcat_tool_call>", always<kLongcat>},
    {"<|action_start|>", always<kInternlm>},
    {"<|START_ACTION|>", always<kCohere>},
    {"<|function_call|>", always<kGigachat>},
    {"function call<|role_sep|>", always<kGigachat>},
    {"functools", before_json_only<kPhi>},
    {"<|tools_prefix|>", always<kApertus>},
    {"<|tool_call_start|>", tool_call_start},
    {"<|python_start|>", call_list},
    {"<|python_tag|>", before_json_only<kLlama3>},
    {"<｜tool▁calls▁begin｜>", always<kDeepseek>},
    {"<｜tool▁call▁begin｜>", always<kDeepseek>},
    {"<|tool_calls_section_begin|>", always<kKimi>},
    {"<|tool_call_section_begin|>", always<kKimi>},
    {"<|tool_call_begin|>", always<kKimi>},
    {"[TOOL_CALLS]", always<kMistral>},
    {"Action:", before_json_only<kCommandR>},
    {">>>", recipient_line},
    {"<function=", function_tag},
    {"<seed:tool_call>", always<kSeedOss>},
    {"<minimax:tool_call>", always<kMinimaxXml>},
    {"<｜DSML｜", always<kDsml>},
    {"<｜tool_calls_begin｜>", always<kStep3>},
    {"<steptml:invoke", always<kStep3>},
    {"<dots_function_call>", always<kDots>},
    {"<function_calls>", function_calls},
    {"<invoke", before_name<kXmlInvoke>},
    {"<function", before_name<kMinicpm>},
    {"<|tool_call>", always<kGemma4>},
    {"<start_function_call>", always<kFunctionGemma>},
};

struct Place {
  std::size_t at = kNone;
  std::string_view format;
};

// Where the mark first begins a call, before `limit`.
Place first_place(std::string_view text, const Mark& mark, std::size_t limit) {
  for (std::size_t at = text.find(mark.text); at < limit; at = text.find(mark.text, at + 1)) {
    if (is_quoted(text, at)) continue;
    const std::string_view format = mark.meaning(text, at + mark.text.size());
    if (!format.empty()) return {at, format};
  }
  return {};
}

// Messages with headers: the whole text is cut up by them, so they are looked for first.
std::string_view channel_format(std::string_view text) {
  if (text.find("<|open|>") != kNone && text.find("<|sep|>") != kNone) return "kimiK3";
  if (text.find("<|message|>") == kNone) return "";
  const std::size_t begin = skip_blank(text, 0);
  if (text.find("<atem:") != kNone) return "atem";
  const bool opens = stands_at(text, begin, "<|start|>") || stands_at(text, begin, "<|channel|>") ||
                     stands_at(text, begin, "to=") || stands_at(text, begin, "assistant");
  return opens || text.find("<|channel|>") != kNone ? "harmony" : "";
}

// False where all values stand without names, as in code: [range(10)].
bool names_its_values(std::string_view list) {
  ModelText read;
  read_python_calls(list, 0, list.size(), false, read);
  bool positional = false;
  for (const CallInText& call : read.calls) {
    if (call.arguments.starts_with("{\"") || call.arguments.find('=') != std::string::npos) {
      return true;
    }
    positional = positional || !call.arguments.starts_with('{');
  }
  return !positional;
}

// [f(…), g(…)] and nothing else.
bool is_call_list(std::string_view text) {
  const std::string_view body = without_blank_ends(text);
  if (!body.starts_with('[')) return false;
  const std::size_t name = skip_blank(body, 1);
  const std::size_t end = skip_name(body, name);
  return end != name && stands_at(body, end, "(") &&
         (body.ends_with(")]") || body.find(']', end) == kNone || body.ends_with(']')) &&
         names_its_values(body);
}

std::string_view unmarked_format(std::string_view text) {
  const std::size_t begin = skip_blank(text, 0);
  if (stands_at(text, begin, "{") || stands_at(text, begin, "[") || stands_at(text, begin, "```")) {
    ModelText read;
    read_bare(text, CallShape::complete_only, read);
    if (!read.calls.empty() && read.passages.empty()) {
      return stands_at(text, begin, "```") ? "fencedJson" : "bareJson";
    }
  }
  return is_call_list(text) ? "pythonic" : "";
}

}  // namespace

std::string_view detect_format(std::string_view text) {
  if (const std::string_view format = channel_format(text); !format.empty()) return format;
  Place first;
  for (const Mark& mark : kMarks) {
    if (const Place place = first_place(text, mark, first.at); place.at < first.at) first = place;
  }
  return first.format.empty() ? unmarked_format(text) : first.format;
}

std::vector<std::string_view> marked_formats(std::string_view text) {
  std::vector<Place> places;
  for (const Mark& mark : kMarks) {
    if (const Place place = first_place(text, mark, kNone); place.at != kNone) {
      places.push_back(place);
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.at < b.at; });
  std::vector<std::string_view> formats;
  for (const Place& place : places) {
    if (std::find(formats.begin(), formats.end(), place.format) == formats.end()) {
      formats.push_back(place.format);
    }
  }
  return formats;
}

}  // namespace tare::formats
