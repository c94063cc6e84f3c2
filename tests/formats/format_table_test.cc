// The table of formats against its page, and every format against generated calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "read_text.h"

namespace tare::formats {
namespace {

std::string page() {
  std::ifstream in(std::string(TARE_SOURCE_DIR) + "/docs/formats.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Detection, TheMarksOfAListAreDetectedWithinProse) {
  const ModelText read =
      read_text("Now the weather. <|python_start|>[f(a='x')]<|python_end|> In this way we get it.");
  ASSERT_EQ(read.calls.size(), 1u);
  EXPECT_EQ(read.calls[0].name, "f");
  EXPECT_EQ(read.calls[0].arguments, R"({"a":"x"})");
  EXPECT_TRUE(read_text("the mark <|python_start|> begins a list").calls.empty());
}

TEST(FormatTable, NamesAreUniqueAndStandOnThePage) {
  const std::string text = page();
  std::set<std::string_view> names;
  for (const FormatInfo& info : known_formats()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_NE(text.find("| `" + std::string(info.name) + "` |"), std::string::npos) << info.name;
    for (const std::string_view other : info.other_names) {
      EXPECT_TRUE(names.insert(other).second) << other;
      EXPECT_NE(text.find("`" + std::string(other) + "`"), std::string::npos) << other;
    }
  }
}

TEST(FormatTable, EachExampleIsReadUnderItsOwnNameAndAnyOther) {
  for (const FormatInfo& info : known_formats()) {
    const ModelText read = read_text(info.example, info.name);
    EXPECT_EQ(read.format, info.name);
    ASSERT_FALSE(read.calls.empty()) << info.name;
    EXPECT_FALSE(read.calls[0].malformed) << info.name;
    EXPECT_FALSE(read.unread) << info.name;
    for (const std::string_view other : info.other_names) {
      EXPECT_EQ(calls_of(read_text(info.example, other)), calls_of(read)) << other;
    }
  }
}

TEST(FormatTable, NamesAreComparedWithoutCaseAndSeparators) {
  for (const char* name : {"llama3_json", "Llama3-JSON", "LLAMA3JSON"}) {
    EXPECT_FALSE(read_text("hello", name).unread) << name;
  }
  EXPECT_TRUE(read_text("hello", "llama3_jsom").unread);
  const ModelText detected =
      read_text(R"(<tool_call>{"name":"f","arguments":{}}</tool_call>)", "a_servers_own");
  EXPECT_FALSE(detected.unread);
  EXPECT_EQ(detected.format, "hermes");
}

// How each format writes calls: what the readers have to find, made the other way round.
struct Made {
  std::string text;
  std::vector<std::string> calls, arguments;
};

class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  Made make(std::string_view format) {
    Made made;
    made.text = pick(3) == 0 ? "Let me see.\n" : "";
    const std::size_t count = 1 + pick(3);
    const bool list = pick(2) == 0;
    std::vector<std::string> items;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = "tool_" + std::to_string(pick(9));
      const std::string arguments = object(0);
      made.calls.push_back(name + " " + arguments);
      made.arguments.push_back(arguments);
      items.push_back(item(format, name, arguments, i));
    }
    std::string joined;
    if (format == "mistral" && list) {
      joined = "[TOOL_CALLS] [";
      for (std::size_t i = 0; i < count; ++i) {
        joined += (i == 0 ? "" : ", ") + named(made.calls[i], made.arguments[i], "arguments");
      }
      joined += "]";
    } else if (format == "toolCalls" || format == "cohere") {
      const std::string separator = format == "toolCalls" && !list ? "\n" : ", ";
      for (const std::string& one : items) joined += (joined.empty() ? "" : separator) + one;
      if (separator == ", ") joined = "[" + joined + "]";
      joined = format == "cohere" ? "<|START_ACTION|>" + joined + "<|END_ACTION|>"
                                  : "<tool_calls>" + joined + "</tool_calls>";
    } else {
      for (const std::string& one : items) joined += one;
    }
    if (format == "kimi") {
      joined = "<|tool_calls_section_begin|>" + joined + "<|tool_calls_section_end|>";
    }
    if (format == "deepseek") {
      joined = "<｜tool▁calls▁begin｜>" + joined + "<｜tool▁calls▁end｜>";
    }
    made.text += joined;
    return made;
  }

 private:
  std::size_t pick(std::size_t n) { return random_() % n; }

  std::string string() {
    static const char* const kParts[] = {"a",
                                         "</tool_call>",
                                         "<tool_call>",
                                         "}",
                                         "{",
                                         "\\\"",
                                         "[",
                                         "</think>",
                                         "<think>",
                                         "\\n",
                                         "é",
                                         "[TOOL_CALLS]",
                                         "```",
                                         "<|tool_call_end|>",
                                         "<|call|>",
                                         "</function>",
                                         "<｜tool▁sep｜>"};
    std::string text = "\"";
    for (std::size_t i = pick(5); i > 0; --i) text += kParts[pick(std::size(kParts))];
    return text + "\"";
  }

  std::string value(int depth) {
    switch (pick(depth > 2 ? 4 : 6)) {
      case 0:
        return string();
      case 1:
        return std::to_string(pick(1000)) + ".0";
      case 2:
        return "true";
      case 3:
        return "null";
      case 4:
        return "[" + value(depth + 1) + ", " + value(depth + 1) + "]";
      default:
        return object(depth + 1);
    }
  }

  std::string object(int depth) {
    std::string text = "{";
    for (std::size_t i = pick(3); i > 0; --i) {
      text += string() + ": " + value(depth) + (i == 1 ? "" : ", ");
    }
    return text + "}";
  }

  static std::string named(const std::string& call, const std::string& arguments,
                           const std::string& key) {
    return "{\"name\": \"" + call.substr(0, call.find(' ')) + "\", \"" + key + "\": " + arguments +
           "}";
  }

  std::string item(std::string_view format, const std::string& name, const std::string& arguments,
                   std::size_t index) {
    const std::string call = "{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}";
    if (format == "hermes") return "<tool_call>\n" + call + "\n</tool_call>\n";
    if (format == "longcat") return "<longcat_tool_call>" + call + "</longcat_tool_call>";
    if (format == "granite20b") return "<function_call> " + call + "\n";
    if (format == "mistral") return "[TOOL_CALLS]" + name + (index % 2 ? "[ARGS]" : "") + arguments;
    if (format == "functionTag") return "<function=" + name + ">" + arguments + "</function>";
    if (format == "kimi") {
      return "<|tool_call_begin|>functions." + name + ":" + std::to_string(index) +
             "<|tool_call_argument_begin|>" + arguments + "<|tool_call_end|>";
    }
    if (format == "deepseek") {
      const bool fenced = pick(2) == 0;
      return "<｜tool▁call▁begin｜>" +
             (fenced ? "function<｜tool▁sep｜>" + name + "\n```json\n" + arguments + "\n```"
                     : name + "<｜tool▁sep｜>" + arguments) +
             "<｜tool▁call▁end｜>";
    }
    if (format == "harmony") {
      return "<|start|>assistant to=functions." + name +
             "<|channel|>commentary <|constrain|>json<|message|>" + arguments + "<|call|>";
    }
    if (format == "cohere") {
      return "{\"tool_call_id\": \"" + std::to_string(index) + "\", \"tool_name\": \"" + name +
             "\", \"parameters\": " + arguments + "}";
    }
    return call;
  }

  std::mt19937 random_;
};

TEST(FormatTable, GeneratedCallsAreFoundAsTheyWereMade) {
  for (const char* format : {"hermes", "longcat", "granite20b", "toolCalls", "cohere", "mistral",
                             "functionTag", "kimi", "deepseek", "harmony"}) {
    Maker maker(7);
    for (int i = 0; i < 300; ++i) {
      const Made made = maker.make(format);
      for (const std::string_view name : {std::string_view(format), std::string_view()}) {
        const ModelText read = read_text(made.text, name);
        ASSERT_EQ(calls_of(read), made.calls) << format << "\n" << made.text;
        ASSERT_EQ(read.format, format) << made.text;
        for (std::size_t c = 0; c < read.calls.size(); ++c) {
          const Span span = read.calls[c].arguments_span;
          ASSERT_EQ(made.text.substr(span.begin, span.end - span.begin), made.arguments[c]);
        }
        const bool says = made.text.rfind("Let me see.\n", 0) == 0;
        ASSERT_EQ(read.passages.size(), says ? 1u : 0u) << made.text;
      }
    }
  }
}

// Cut anywhere, a text never gives a call that the whole one does not hold unless it is marked.
TEST(FormatTable, ATextCutAnywhereGivesItsWholeCallsAndMarksTheRest) {
  for (const char* format : {"hermes", "toolCalls", "mistral", "kimi", "deepseek", "harmony"}) {
    Maker maker(11);
    for (int i = 0; i < 10; ++i) {
      const Made made = maker.make(format);
      for (std::size_t size = 0; size < made.text.size(); ++size) {
        const ModelText read = read_text(std::string_view(made.text).substr(0, size), format);
        ASSERT_LE(read.calls.size(), made.calls.size()) << made.text.substr(0, size);
        const std::vector<std::string> calls = calls_of(read);
        for (std::size_t c = 0; c < calls.size(); ++c) {
          if (!read.calls[c].malformed) {
            ASSERT_EQ(calls[c], made.calls[c]) << made.text.substr(0, size);
          }
        }
      }
    }
  }
}

// Each byte is read a fixed number of times: were it not so, this would not end.
void expect_to_end(const std::string& unit) {
  std::string text;
  while (text.size() < 1'000'000) text += unit;
  for (const char* format : {"", "llama3", "hermes"}) {
    if (*format != '\0') text.resize(text.size() / 4);
    const ModelText read = read_text(text, format);
    EXPECT_LE(read.calls.size(), 4 * (text.size() / unit.size() + 1)) << unit;
  }
}

TEST(FormatTable, AMillionBytesOfOpeningTagsEnd) {
  for (const char* unit :
       {"<tool_call>", "<tool_call>{\"a", "{\"name\":\"f\",\"arguments\":{", "[{",
        "<|tool_call_begin|>f", "[TOOL_CALLS]f{", "<|message|>", "<|open|>", "<think>", "</think>",
        ">>>f\n{", "<function=f>{", "`<tool_call>", "`<function=f>`", "<eos>", "\xef\xbb\xbf",
        "<tool_call>f", "<function=f><parameter=a>"}) {
    expect_to_end(unit);
  }
}

TEST(FormatTable, AMillionBytesOfWholeCallsEnd) {
  const std::string call = R"({"name": "f", "arguments": {"a": 1}})";
  for (const char* beside : {"x ", "; ", "\n", " <b> ", " [x] ", "` "}) {
    expect_to_end(call + beside);
    expect_to_end("```json\n" + call + "\n```" + beside);
    expect_to_end("<tool_call>" + call + "</tool_call>" + beside);
  }
  for (const FormatInfo& info : known_formats()) {
    std::string text;
    while (text.size() < 200'000) text += std::string(info.example) + "\nx";
    for (const std::string_view format : {info.name, std::string_view()}) {
      const ModelText read = read_text(text, format);
      EXPECT_LE(read.calls.size(), text.size()) << info.name;
    }
  }
}

// How texts end and begin that were not cleaned: with the marks of their templates.
TEST(FormatTable, MarksAtTheEndsOfATextHideNoCall) {
  const std::vector<std::string> ends = {"</s>",
                                         "<|im_end|>",
                                         "<|eot_id|>",
                                         "<|eom_id|>",
                                         "<|endoftext|>",
                                         "<|end_of_text|>",
                                         "<|eot|>",
                                         "<|end|>",
                                         "<|return|>",
                                         "<end_of_turn>",
                                         "<eos>",
                                         "<seed:eos>",
                                         "<turn|>",
                                         "[e~[",
                                         "<|user|>",
                                         "<|observation|>",
                                         "<|im_end|>\n",
                                         "</s></s>",
                                         "<｜end▁of▁sentence｜>"};
  for (const FormatInfo& info : known_formats()) {
    const std::vector<std::string> calls = calls_of(read_text(info.example, info.name));
    for (const std::string& end : ends) {
      const bool own = info.name == "harmony" || info.name == "atem" || info.name == "kimiK3" ||
                       info.name == "functionaryV32";
      if (own && end != "<|im_end|>") continue;
      const std::string text = std::string(info.example) + end;
      if (!own) {
        EXPECT_EQ(calls_of(read_text(text, info.name)), calls) << text;
      }
      const std::string marked = "\xef\xbb\xbf" + std::string(info.example);
      const ModelText read = read_text(marked, info.name);
      EXPECT_EQ(calls_of(read), calls) << info.name;
      EXPECT_TRUE(read.passages.empty()) << info.name;
    }
  }
  for (const char* call : {R"({"name":"a","arguments":{"x":1}})", "[a(x=1)]"}) {
    for (const std::string& end : ends) {
      const std::string text = "\xef\xbb\xbf" + std::string(call) + end;
      const ModelText read = read_text(text);
      EXPECT_THAT(calls_of(read), testing::ElementsAre(R"(a {"x":1})")) << text;
      EXPECT_TRUE(read.passages.empty()) << text;
    }
  }
}

}  // namespace
}  // namespace tare::formats
