#include <gtest/gtest.h>

#include <string>

#include "formats/python_literal.h"
#include "formats/reading.h"

namespace tare::formats {
namespace {

std::string shown_calls(std::string_view text) { return shown(read_calls(text)); }

// The literal as JSON, and how it ended.
std::string literal(std::string_view text) {
  std::string json;
  const LiteralRead read = read_python_literal(text, 0, json);
  if (read.end == LiteralEnd::no_literal) return "none";
  if (read.slips) json += " slips";
  if (read.end == LiteralEnd::cut) return json + " cut";
  return read.at == text.size() ? json : json + " then " + std::string(text.substr(read.at));
}

TEST(PythonLiteral, WordsOfBothLanguages) {
  EXPECT_EQ(literal("[True, False, None]"), "[true,false,null]");
  EXPECT_EQ(literal("[true, false, null]"), "[true,false,null]");
  EXPECT_EQ(literal("Nones"), "none");
}

TEST(PythonLiteral, NumbersKeepTheirSpellingWhereJsonHasIt) {
  EXPECT_EQ(literal("12.0"), "12.0");
  EXPECT_EQ(literal("-1.5e+10"), "-1.5e+10");
  EXPECT_EQ(literal("9007199254740993"), "9007199254740993");
  EXPECT_EQ(literal("+1"), "1");
  EXPECT_EQ(literal("1_000"), "1000");
  EXPECT_EQ(literal(".5"), "0.5");
  EXPECT_EQ(literal("5."), "5.0");
  EXPECT_EQ(literal("-5.e3"), "-5.0e3");
  EXPECT_EQ(literal("0x1F"), "31");
  EXPECT_EQ(literal("-0b101"), "-5");
  EXPECT_EQ(literal("0o17"), "15");
}

TEST(PythonLiteral, NumbersThatAreNone) {
  for (const std::string_view text :
       {"01", "1j", "1__0", "_1", "0x", "1e", "--1", "1.2.3", "0xffffffffffffffffff", "-"}) {
    EXPECT_EQ(literal(text), "none") << text;
  }
}

TEST(PythonLiteral, StringsInAllTheirQuotes) {
  EXPECT_EQ(literal(R"('it"s')"), R"("it\"s")");
  EXPECT_EQ(literal(R"("it's")"), R"("it's")");
  EXPECT_EQ(literal("'''a\n'b\"'''"), R"("a\n'b\"")");
  EXPECT_EQ(literal("\"\"\"\"\"\""), R"("")");
  EXPECT_EQ(literal("''"), R"("")");
  EXPECT_EQ(literal("'a' \"b\"\n'c'"), R"("abc")");
  EXPECT_EQ(literal(R"(r'\d\'')"), R"("\\d\\'")");
  EXPECT_EQ(literal("b'a'"), "none");
  EXPECT_EQ(literal("f'{a}'"), "none");
}

TEST(PythonLiteral, EscapesMeanWhatPythonMeans) {
  EXPECT_EQ(literal(R"('\n\t\\\'\"')"), R"("\n\t\\'\"")");
  EXPECT_EQ(literal(R"('\x41\101\u00e9\U0001F980')"), "\"AAé🦀\"");
  EXPECT_EQ(literal(R"('\ud83e\udd80')"), "\"🦀\"");
  EXPECT_EQ(literal("'a\\\nb'"), R"("ab")");
  EXPECT_EQ(literal(R"('\d\x4')"), R"("\\d\\x4")");
}

TEST(PythonLiteral, ALineBreakInAPlainStringIsASlip) {
  EXPECT_EQ(literal("'a\nb'"), R"("a\nb" slips)");
}

TEST(PythonLiteral, Containers) {
  EXPECT_EQ(literal("[1, [2, ], {}, []]"), "[1,[2],{},[]]");
  EXPECT_EQ(literal("{'a': (1, 2), \"b\": (3,), 'c': ()}"), R"({"a":[1,2],"b":[3],"c":[]})");
  EXPECT_EQ(literal("((1))"), "1");
  EXPECT_EQ(literal("[(1), ('a' 'b')]"), R"([1,"ab"])");
  EXPECT_EQ(literal("{1: 'a', None: 2}"), R"({"1":"a","null":2} slips)");
}

TEST(PythonLiteral, WhatIsNoLiteral) {
  for (const std::string_view text :
       {"x", "[1 2]", "[,]", "[1,,2]", "{1, 2}", "{'a'}", "[1)", "f(1)", "]", "{'a': }"}) {
    EXPECT_EQ(literal(text), "none") << text;
  }
  EXPECT_EQ(literal("1+2"), "1 then +2");
}

TEST(PythonLiteral, TheFirstPartOfALiteralIsTheFirstPartOfItsJson) {
  EXPECT_EQ(literal("'San Fr"), "\"San Fr cut");
  EXPECT_EQ(literal("[1, {'a': 'b"), R"([1,{"a":"b cut)");
  EXPECT_EQ(literal("{'a'"), R"({"a" cut)");
  EXPECT_EQ(literal("'a\\"), "\"a cut");
}

TEST(PythonLiteral, DepthIsBounded) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(literal(nested(kMaxLiteralDepth)), nested(kMaxLiteralDepth));
  EXPECT_EQ(literal(nested(kMaxLiteralDepth + 1)), "none");
}

TEST(CallSyntax, AListOfCalls) {
  EXPECT_EQ(shown_calls("[f(a=1, b='x'), ns.g()]"), R"(f{"a":1,"b":"x"}; ns.g{})");
  EXPECT_EQ(shown_calls("[\n  f(\n    a=[1,\n 2],\n  )\n]\n"), R"(f{"a":[1,2]})");
}

TEST(CallSyntax, MarksOfTheFormats) {
  for (const std::string_view text :
       {"<|tool_call_start|>[f(a=1)]<|tool_call_end|>", "<|python_start|>[f(a=1)]<|python_end|>",
        "<function_calls>\nf(a=1)\n</function_calls>", "```tool_code\nf(a=1)\n```",
        "```tool_code\nprint(f(a=1))\n```", "<tool_code>f(a=1)</tool_code>"}) {
    const std::string around = "Before. " + std::string(text) + " After.";
    const ModelText read = read_calls(around);
    EXPECT_EQ(shown(read), R"(f{"a":1})") << text;
    EXPECT_EQ(text_at(around, read.calls.at(0).span), text);
    EXPECT_EQ(beside(around, read), "Before.  After.");
  }
}

TEST(CallSyntax, CallsOnLinesOfTheirOwn) {
  EXPECT_EQ(shown_calls("<function_calls>\nf(a=true)\ng(b=null)\n</function_calls>"),
            R"(f{"a":true}; g{"b":null})");
}

TEST(CallSyntax, JsonWordsAreASlipWherePythonIsWritten) {
  EXPECT_EQ(shown_calls("[f(a=true)]"), R"(f{"a":true} malformed)");
}

TEST(CallSyntax, WhatIsNoLiteralKeepsItsText) {
  EXPECT_EQ(shown_calls("[f(a=x + g(1, ')'), b=2)]"),
            R"~(f{"a":"x + g(1, ')')","b":2} malformed)~");
  EXPECT_EQ(shown_calls("[f(a=, b=1)]"), R"(f{"a":"","b":1} malformed)");
}

TEST(CallSyntax, APositionalArgumentLeavesTheTextOfAllOfThem) {
  EXPECT_EQ(shown_calls("[f('x', a=1)]"), R"(f'x', a=1 malformed)");
}

TEST(CallSyntax, ARepeatedArgumentIsRepeated) {
  EXPECT_EQ(shown_calls("[f(a=1, a=2)]"), R"(f{"a":1,"a":2})");
}

TEST(CallSyntax, ACallThatIsCutHasArgumentsThatAreCut) {
  EXPECT_EQ(shown_calls("[f(a="), R"(f{"a": malformed)");
  EXPECT_EQ(shown_calls("[f(a='San Fr"), R"(f{"a":"San Fr malformed)");
  EXPECT_EQ(shown_calls("[f(a=1"), R"(f{"a":1 malformed)");
  EXPECT_EQ(shown_calls("[f(a=1), g("), R"(f{"a":1}; g{ malformed)");
  EXPECT_EQ(shown_calls("[f(a=1)"), R"(f{"a":1} malformed)");
}

TEST(CallSyntax, ACallInASentenceIsAnExample) {
  EXPECT_EQ(shown_calls("Use [f(a=1)] for that."), "");
  EXPECT_EQ(shown_calls("See f(a=1).\n[f(a=1)]"), R"(f{"a":1})");
}

TEST(CallSyntax, SpansAreExact) {
  const std::string text = "é<|tool_call_start|>[f(a='é'), g(b=2)]<|tool_call_end|>";
  const ModelText read = read_calls(text);
  ASSERT_EQ(read.calls.size(), 2u);
  EXPECT_EQ(text_at(text, read.calls[0].arguments_span), "a='é'");
  EXPECT_EQ(text_at(text, read.calls[0].span), "<|tool_call_start|>[f(a='é')");
  EXPECT_EQ(text_at(text, read.calls[1].span), "g(b=2)]<|tool_call_end|>");
}

TEST(CallSyntax, ABlockThatIsNotClosedEndsWhereTheNextBegins) {
  EXPECT_EQ(shown_calls("<|tool_call_start|>[f(a='x <|tool_call_start|>[g()]<|tool_call_end|>"),
            R"(f{"a":"x  malformed; g{})");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{a:1]<|tool_call>call:g{}<tool_call|>"),
            R"(f{a:1] malformed; g{})");
}

TEST(CallSyntax, GemmaCalls) {
  EXPECT_EQ(shown_calls("<|tool_call>call:f{n:1.50,s:<|\"|>a \"b\" }<|\"|>,o:{k:[true,null]},"
                        "e:{}}<tool_call|><|tool_call>call:g-h{}<tool_call|>"),
            R"(f{"n":1.50,"s":"a \"b\" }","o":{"k":[true,null]},"e":{}}; g-h{})");
  EXPECT_EQ(shown_calls("<start_function_call>call:f{<escape>k<escape>:<escape>x<escape>,n:None}"
                        "<end_function_call>"),
            R"(f{"k":"x","n":null})");
}

TEST(CallSyntax, GemmaSlips) {
  EXPECT_EQ(shown_calls("<|tool_call>call:f{s:Rome, t:00123}<tool_call|>"),
            R"(f{"s":"Rome","t":"00123"} malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{s:\"Rome\"}<tool_call|>"),
            R"(f{"s":"Rome"} malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{a:1<tool_call|> x"), R"(f{"a":1 malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{a:1}}<tool_call|>"), R"(f{"a":1} malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{a:1]}<tool_call|>"), R"(f{a:1]} malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{a:1}"), R"(f{"a":1} malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>call:f{s:<|\"|>Lon"), R"(f{"s":"Lon malformed)");
  EXPECT_EQ(shown_calls("<|tool_call>something else<tool_call|>"), "");
}

TEST(CallSyntax, ABracketThatNothingOpenedIsPartOfTheText) {
  EXPECT_EQ(shown(read_calls("[foo(x=1])]")), R"(foo{"x":"1]"} malformed)");
  EXPECT_EQ(shown(read_calls("[foo(x=1}, y=2)]")), R"(foo{"x":"1}","y":2} malformed)");
}

TEST(CallSyntax, AnEscapeByNameIsLeftAndMarked) {
  EXPECT_EQ(shown(read_calls("[a(x='\\N{BULLET}')]")), R"(a{"x":"\\N{BULLET}"} malformed)");
  EXPECT_EQ(shown(read_calls("[a(x=r'\\N{BULLET}')]")), R"(a{"x":"\\N{BULLET}"})");
}

}  // namespace
}  // namespace tare::formats
