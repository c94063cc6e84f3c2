#include "formats/bfcl_decoders.h"

#include <gtest/gtest.h>

#include "json/reader.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

// What the decoder makes of a result: "name{…} name{…}", or how it failed.
std::string decoded_json(const std::string& decoder, const std::string& result, bool v4 = false) {
  json::Document document;
  if (json::read_strict(result, document)) return "bad test";
  const std::optional<BfclDecoder> found = find_bfcl_decoder(decoder);
  if (!found) return "no such decoder";
  const BfclDecoded out = decode_bfcl(*found, document.root(), v4);
  if (out.end == BfclDecoded::End::failed) return "failed";
  if (out.end == BfclDecoded::End::wrong_format) return "wrong format";
  std::string text;
  for (const DecodedCall& call : out.calls) {
    text += (text.empty() ? "" : " ") + call.name + call.arguments;
  }
  return text;
}

std::string decoded(const std::string& decoder, const std::string& text, bool v4 = false) {
  std::string json;
  json::append_json_string(json, text);
  return decoded_json(decoder, json, v4);
}

std::string value(const std::string& python) {
  const std::string out = decoded("prompt", "[f(a=" + python + ")]");
  return out.starts_with("f{\"a\":") ? out.substr(6, out.size() - 7) : out;
}

TEST(BfclFunctionCalls, ArgumentsAreJsonTextOfTheFirstMember) {
  EXPECT_EQ(decoded_json("gpt-fc", R"([{"f":"{\"a\": 1}"},{"g":"{}","h":"{}"}])"),
            "f{\"a\": 1} g{}");
  EXPECT_EQ(decoded_json("claude-fc", R"([{"f":"{\"a\": NaN}"}])"), "f{\"a\": NaN}");
  EXPECT_EQ(decoded_json("mistral-fc", R"([{"f":"{\"a\": 1,}"}])"), "failed");
  EXPECT_EQ(decoded_json("gpt-oss", R"([{"f":{"a":1}}])"), "failed");
  EXPECT_EQ(decoded_json("command-r-fc", R"([{"f":{"a":1}}])"), "f{\"a\":1}");
  EXPECT_EQ(decoded_json("gpt-fc", R"("Sure, I can help")"), "failed");
  EXPECT_EQ(decoded_json("gpt-fc", R"("")"), "");
  EXPECT_EQ(decoded_json("gemini-fc", R"(["text",{"f":"{}"}])"), "failed");
  EXPECT_EQ(decoded_json("gpt-fc", "[]"), "");
  EXPECT_EQ(decoded_json("gpt-fc", "[{}]"), "failed");
  EXPECT_EQ(decoded_json("gpt-fc", "null"), "failed");
}

TEST(BfclFunctionCalls, VersionFourWantsObjectsForArguments) {
  EXPECT_EQ(decoded_json("gpt-fc", R"([{"f":"[1]"}])"), "f[1]");
  EXPECT_EQ(decoded_json("gpt-fc", R"([{"f":"[1]"}])", true), "wrong format");
}

TEST(BfclHermes, ALineBehindItsTagIsACallWithItsQuotesReplaced) {
  EXPECT_EQ(
      decoded("hermes", "<tool_call>\n{\"arguments\": {'b': 5}, \"name\": 'f'}\n</tool_call>\n"),
      "f{\"b\": 5}");
  EXPECT_EQ(decoded("hermes", "text\n<tool_call> \n{}\n"), "");
  EXPECT_EQ(decoded("hermes", "<tool_call>\n</tool_call>\n{\"name\":\"f\",\"arguments\":{}}"), "");
  EXPECT_EQ(decoded("hermes", "<tool_call>\n{\"name\":\"f\",\"arguments\":{}}\n{broken"), "f{}");
  EXPECT_EQ(decoded("hermes", "<tool_call>\n{'name': 'f', 'arguments': {'a': \"it's\"}}"),
            "failed");
  EXPECT_EQ(decoded("hermes", "<tool_call>\n{\"name\":\"f\"}"), "failed");
}

TEST(BfclXlam, TheListOfToolCallsOrTheValueItself) {
  EXPECT_EQ(decoded("xlam", "\n{\"tool_calls\": [{\"name\": \"f\", \"arguments\": {\"a\":1}}]}"),
            "f{\"a\":1}");
  EXPECT_EQ(decoded("xlam", "[{\"name\": \"f\"}, 5]"), "f{}");
  EXPECT_EQ(decoded("xlam", "{}"), "");
  EXPECT_EQ(decoded("xlam", "no JSON"), "wrong format");
  EXPECT_EQ(decoded("xlam", "\"a text\""), "failed");
}

TEST(BfclOtherTexts, EachFamilyHasItsForm) {
  EXPECT_EQ(decoded("glm", "f\n{\"a\": 1}\nmore"), "f{\"a\": 1}");
  EXPECT_EQ(decoded("glm", "Sorry."), "wrong format");
  EXPECT_EQ(decoded("granite",
                    "<function_call> {\"name\": \"f \", \"arguments\": {}} <function_call> "
                    "{\"name\": \"g\", \"arguments\": {\"a\": 1}}"),
            "f{} g{\"a\": 1}");
  EXPECT_EQ(decoded("granite", "<function_call> {\"name\": \"no_function\"}"), "wrong format");
  EXPECT_EQ(decoded("nexus-raven", "f(a=1); g(b=2);"), "f{\"a\":1} g{\"b\":2}");
  EXPECT_EQ(decoded("nexus-raven", "out_of_domain(user_query='x')"), "wrong format");
  EXPECT_EQ(decoded("gorilla", "f(a=1), g(b=2)"), "f{\"a\":1} g{\"b\":2}");
  EXPECT_EQ(decoded("gemma", "Here: [f(a=[1])] done"), "f{\"a\":[1]}");
  EXPECT_EQ(decoded("deepseek-coder", "```python\n[f(a=1)]\n```"), "f{\"a\":1}");
  EXPECT_EQ(decoded("deepseek-coder", "[f(a=1)]"), "failed");
  EXPECT_EQ(decoded("dbrx", "['f(a=1)']"), "f{\"a\":1}");
  EXPECT_EQ(decoded("dbrx", "[f(a='two words')]"), "f{\"a\":\"two words\"}");
  EXPECT_EQ(decoded("nemotron", "['f(a=1)', 'g(b=2)']"), "f{\"a\":1} g{\"b\":2}");
}

TEST(BfclPrompt, TheTextIsOnePythonListOfCalls) {
  EXPECT_EQ(decoded("prompt", "[f(a=1), x.g(b='y')]"), "f{\"a\":1} x.g{\"b\":\"y\"}");
  EXPECT_EQ(decoded("prompt", "f(a=1), g(b=2)"), "f{\"a\":1} g{\"b\":2}");
  EXPECT_EQ(decoded("prompt", "f(a=1)"), "failed");
  EXPECT_EQ(decoded("prompt", "[1]"), "failed");
  EXPECT_EQ(decoded("prompt", "[]"), "");
  EXPECT_EQ(decoded("prompt", " [f(a=1)]"), "failed");
  EXPECT_EQ(decoded("prompt", "\n\n[f(a=1)]\n"), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt", "[f(a=1)]\ntext"), "failed");
  EXPECT_EQ(decoded("prompt", "[f(5, a=1)]"), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt", "[f(5)]"), "wrong format");
  EXPECT_EQ(decoded("prompt-v4", "```\nf()\n```"), "f{}");
}

TEST(BfclPrompt, AFenceFailsUnlessItIsTakenOff) {
  const std::string fenced = "```python\n[f(a=1)]\n```";
  EXPECT_EQ(decoded("prompt", fenced), "failed");
  EXPECT_EQ(decoded("prompt-unfenced", fenced), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt-unfenced", "Sure:\n```json\n[f(a=1)]\n```\nbye"), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt-unfenced", "[f(a=1)]"), "f{\"a\":1}");
}

TEST(BfclPrompt, FamiliesMendTheTextInTheirOwnWay) {
  EXPECT_EQ(decoded("prompt-brackets", " f(a=1)"), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt-brackets", "  f(a=1)"), "f{\"a\":1}");
  EXPECT_EQ(decoded("prompt-brackets", ""), "failed");
  EXPECT_EQ(decoded("llama3-prompt", "\n\n[f(a=\n1)]"), "f{\"a\":1}");
  EXPECT_EQ(decoded("mistral-prompt", "[my\\_f(a=1)]"), "my_f{\"a\":1}");
  EXPECT_EQ(decoded("prompt-brackets", "[my\\_f(a=1)]"), "failed");
}

TEST(PythonValues, BecomeJsonOfTheSameMeaning) {
  EXPECT_EQ(value("-3"), "-3");
  EXPECT_EQ(value("+3"), "-3");
  EXPECT_EQ(value("1_000"), "1000");
  EXPECT_EQ(value("0x1F"), "31");
  EXPECT_EQ(value("5."), "5.0");
  EXPECT_EQ(value("1e3"), "1000.0");
  EXPECT_EQ(value("1e400"), "Infinity");
  EXPECT_EQ(value("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(value("True"), "true");
  EXPECT_EQ(value("None"), "null");
  EXPECT_EQ(value("true"), "\"true\"");
  EXPECT_EQ(value("'a' \"b\""), "\"ab\"");
  EXPECT_EQ(value("r'\\d'"), "\"\\\\d\"");
  EXPECT_EQ(value("[1, 'x', {'k': None}]"), "[1,\"x\",{\"k\":null}]");
  EXPECT_EQ(value("(1, 2)"), "{\"$tuple\":[1,2]}");
  EXPECT_EQ(value("(1)"), "1");
  EXPECT_EQ(value("{1: 2}"), "{\"$python\":\"{1: 2}\"}");
  EXPECT_EQ(value("b'x'"), "{\"$python\":\"b'x'\"}");
  EXPECT_EQ(value("..."), "\"...\"");
  EXPECT_EQ(value("New"), "\"New\"");
  EXPECT_EQ(value("g( x, \"y\" )"), "\"g(x, 'y')\"");
  EXPECT_EQ(value("g(b=1)"), "{\"g\":{\"b\":1}}");
  EXPECT_EQ(value("x[1]"), "\"x[1]\"");
  EXPECT_EQ(value("x[1, 'a']"), "\"x[(1, 'a')]\"");
  EXPECT_EQ(value("g(x[1, 2])"), "\"g(x[1, 2])\"");
  EXPECT_EQ(value("x[*0]"), "\"x[(*0,)]\"");
  EXPECT_EQ(value("x[*y, 1:2]"), "\"x[(*y, 1:2)]\"");
  EXPECT_EQ(value("g(x[1,])"), "\"g(x[1,])\"");
  EXPECT_EQ(value("x[1:2:]"), "\"x[1:2]\"");
  EXPECT_EQ(value("x[::]"), "\"x[:]\"");
  EXPECT_EQ(value("x[::3, 1]"), "\"x[(::3, 1)]\"");
  EXPECT_EQ(value("x[y := 1]"), "\"x[y := 1]\"");
  EXPECT_EQ(value("x[*y if z else w]"), "\"x[(*y if z else w,)]\"");
  for (const char* none : {"x[*0:1]", "x[y := 1:2]", "x[*y for y in z]", "x[:*y]", "x[**y]"}) {
    EXPECT_EQ(value(none), "failed") << none;
  }
  EXPECT_EQ(value("'a\rb'"), "failed");
  EXPECT_EQ(value("'''a\r\nb'''"), "\"a\\nb\"");
  for (const char* none : {"a.b", "not x", "-x", "-'x'", "{1, 2}", "x if y else z", "lambda: 1",
                           "[i for i in x]", "a < b", "f'{x}'", "*x", "--1"}) {
    EXPECT_EQ(value(none), "failed") << none;
  }
}

TEST(PythonValues, ArithmeticIsComputed) {
  EXPECT_EQ(value("2 * 3.5"), "7.0");
  EXPECT_EQ(value("7 / 2"), "3.5");
  EXPECT_EQ(value("-7 // 2"), "-4");
  EXPECT_EQ(value("(0 - 7) // 2"), "-4");
  EXPECT_EQ(value("7 % (0 - 3)"), "-2");
  EXPECT_EQ(value("10 ** 24"), "1" + std::string(24, '0'));
  EXPECT_EQ(value("5.972 * 10**24"), "5.972e+24");
  EXPECT_EQ(value("10 ** -2"), "0.01");
  EXPECT_EQ(value("2 ** -1 ** 2"), "0.5");
  EXPECT_EQ(value("'a' + 'b'"), "\"ab\"");
  EXPECT_EQ(value("[0] * 3"), "[0,0,0]");
  EXPECT_EQ(value("True + 1"), "2");
  EXPECT_EQ(value("1 << 70"), "1180591620717411303424");
  EXPECT_EQ(value("(0 - 5) >> 1"), "-3");
  EXPECT_EQ(value("1 / 3"), "0.3333333333333333");
  EXPECT_EQ(value("10**30 / 3"), "3.333333333333333e+29");
  for (const char* none : {"1 / 0", "x + 1", "'a' + 1", "9 ** 9 ** 9", "[[0] * 100000] * 100000",
                           "10 ** 20000", "1 << 99999999"}) {
    EXPECT_EQ(value(none), "failed") << none;
  }
}

TEST(PythonSyntax, WhatPythonRefusesFails) {
  for (const char* bad :
       {"[f(from='x')]", "[f(a=1, 2)]",    "[f(a.b=1)]",   "[f(a=1]",        "[f(a=1))]",
        "[f(a='x\ny')]", "[f(a=012)]",     "[f(a=5m)]",    "[f(a=1 2)]",     "[f(a=“x”)]",
        "[f(a=$5)]",     "[f(a=x?)]",      "[f(a=)]",      "[f(,)]",         "[f(a=1); g()]",
        "[f(a='\\x4')]", "[class.f(a=1)]", "[f(a=1)",      "f(a=1)]",        "",
        "[f(**x, 1)]",   "[f(a=True=1)]",  "[f(a=10:30)]", "[f(a=1) g(b=2)]"}) {
    EXPECT_EQ(decoded("prompt", bad), "failed") << bad;
  }
}

TEST(PythonSyntax, WhatPythonTakesIsTakenWhereNobodyAsksForItsValue) {
  for (const char* good : {"x if y else z",
                           "lambda a, *b, c=1, **d: a",
                           "[i for i in x if i > 1]",
                           "(i for i in x)",
                           "i for i in x",
                           "not a and b or c",
                           "a < b <= c != d",
                           "a is not b",
                           "a not in b",
                           "*x",
                           "y := 5",
                           "{1, 2}",
                           "{**a, 'b': 1}",
                           "{k: v for k, v in x}",
                           "a[1:2, ::3]",
                           "f'{x}'",
                           "await g()",
                           "(yield x)",
                           "x @ y",
                           "~-+1",
                           "2 ** -1",
                           "b'x'",
                           "1if x else 2",
                           "(a, *b)"}) {
    EXPECT_EQ(decoded("prompt", "[f(" + std::string(good) + ", )]") == "wrong format" ||
                  decoded("prompt", "[f(" + std::string(good) + ")]") == "wrong format",
              true)
        << good;
  }
  EXPECT_EQ(decoded("prompt", "[f(a=1, # why\n  b=2,\n)]"), "f{\"a\":1,\"b\":2}");
  EXPECT_EQ(decoded("prompt", "[f(größe=1)]"), "f{\"größe\":1}");
  EXPECT_EQ(decoded("prompt", "[f(a=\"\"\"x\ny\"\"\")]"), "f{\"a\":\"x\\ny\"}");
}

TEST(PythonSyntax, DepthAndLengthAreBounded) {
  const auto times = [](const std::string& text, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += text;
    return out;
  };
  EXPECT_EQ(value(times("[", 150) + times("]", 150)), times("[", 150) + times("]", 150));
  EXPECT_EQ(value(times("[", 100'000)), "failed");
  EXPECT_EQ(value(times("-", 100'000) + "1"), "failed");
  EXPECT_EQ(value(times("not ", 100'000) + "1"), "failed");
  EXPECT_EQ(value("1" + times("+1", 100'000)), "failed");
  EXPECT_EQ(value("x" + times(".x", 100'000)), "failed");
  EXPECT_EQ(value("g" + times("()", 100'000)), "failed");
  EXPECT_EQ(value("1" + times("<1", 100'000)), "failed");
  EXPECT_EQ(value("1" + times(" if 1 else 1", 100'000)), "failed");
  EXPECT_EQ(value("[" + times("1,", 200'000) + "]").size(), 400'001U);
}

TEST(BfclNames, EveryModelHasADecoderThatIsThere) {
  EXPECT_FALSE(find_bfcl_decoder("nobody"));
  const BfclModel* model = find_bfcl_model("meta-llama/Meta-Llama-3-8B-Instruct");
  ASSERT_NE(model, nullptr);
  EXPECT_EQ(model->decoder, "llama3-prompt");
  EXPECT_FALSE(model->underscore_names);
  EXPECT_TRUE(find_bfcl_model("gpt-4o-2024-05-13-FC")->underscore_names);
  EXPECT_EQ(find_bfcl_model("gpt-5000"), nullptr);
  for (const std::string_view name : bfcl_decoder_names()) {
    EXPECT_TRUE(find_bfcl_decoder(name)) << name;
    EXPECT_TRUE(find_bfcl_decoder(std::string(name) + "-unfenced")) << name;
  }
}

}  // namespace
}  // namespace tare::formats
