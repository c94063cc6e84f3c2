#include <gtest/gtest.h>

#include <string>

#include "formats/reading.h"

namespace tare::formats {
namespace {

constexpr std::string_view kSchema =
    R"({"properties":{"s":{"type":"string"},"n":{"type":"integer"},"b":{"type":"boolean"},)"
    R"("list":{"type":"array"},"opt":{"type":["string","null"]}}})";

std::string qwen(std::string_view parameters) {
  return "<tool_call>\n<function=f>\n" + std::string(parameters) + "</function>\n</tool_call>";
}
std::string shown_xml(std::string_view text, std::string_view schema = kSchema) {
  return shown(read_xml(text, schema));
}

TEST(XmlParameters, OneLineBreakAtEachSideOfAQwenValueIsLayout) {
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\n    if a:\n        b()\n\n</parameter>\n")),
            R"(f{"s":"    if a:\n        b()\n"})");
  EXPECT_EQ(shown_xml(qwen("<parameter=s>x\n\n</parameter>\n")), R"(f{"s":"x\n"})");
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\r\nx\r\n</parameter>\n")), R"(f{"s":"x"})");
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\n</parameter>\n")), R"(f{"s":""})");
}

TEST(XmlParameters, WhereTheTemplatePrintsNoLineBreaksOnlyAPairIsLayout) {
  const auto glm = [](std::string_view value) {
    return "<tool_call>f\n<arg_key>s</arg_key>\n<arg_value>" + std::string(value) +
           "</arg_value>\n</tool_call>";
  };
  EXPECT_EQ(shown_xml(glm("  x = 1\n")), R"(f{"s":"  x = 1\n"})");
  EXPECT_EQ(shown_xml(glm("\nx\n")), R"(f{"s":"x"})");
}

TEST(XmlParameters, TypesComeFromTheSchema) {
  const ModelText read = read_xml(
      qwen("<parameter=s>\n5\n</parameter>\n<parameter=n>\n12.0\n</parameter>\n"
           "<parameter=b>\nTrue\n</parameter>\n<parameter=list>\n[1, \"a\"]\n</parameter>\n"
           "<parameter=opt>\nnull\n</parameter>\n<parameter=other>\n5\n</parameter>\n"),
      kSchema);
  EXPECT_EQ(shown(read), R"(f{"s":"5","n":12.0,"b":true,"list":[1,"a"],"opt":null,"other":"5"})");
  EXPECT_EQ(read.calls.at(0).untyped, std::vector<std::string>{"other"});
}

TEST(XmlParameters, ATypeInTheTagStandsAboveTheSchema) {
  EXPECT_EQ(shown_xml("<｜DSML｜invoke name=\"f\">\n"
                      "<｜DSML｜parameter name=\"n\" string=\"true\">42</｜DSML｜parameter>\n"
                      "<｜DSML｜parameter name=\"s\" string=\"false\">null</｜DSML｜parameter>\n"
                      "</｜DSML｜invoke>"),
            R"(f{"n":"42","s":null})");
}

TEST(XmlParameters, EntitiesAreTextAsTheyStand) {
  EXPECT_EQ(
      shown_xml("<invoke name=\"f\"><parameter name=\"s\">a &lt; b &#60;</parameter></invoke>"),
      R"(f{"s":"a &lt; b &#60;"})");
}

TEST(XmlParameters, AClosingTagInsideAValueIsText) {
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\nends with </parameter> here.\n</parameter>\n")),
            R"(f{"s":"ends with </parameter> here."})");
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\na </function> b\n</parameter>\n")),
            R"(f{"s":"a </function> b"})");
}

TEST(XmlParameters, AWholeCallInsideAValueIsText) {
  const std::string inner =
      qwen("<parameter=a>\n1\n</parameter>\n<parameter=b>\n2\n</parameter>\n");
  const ModelText read = read_xml(qwen("<parameter=s>\n" + inner + "\n</parameter>\n"), kSchema);
  ASSERT_EQ(read.calls.size(), 1u);
  EXPECT_FALSE(read.calls[0].malformed);
  EXPECT_EQ(read.calls[0].arguments.find("{\"s\":\"<tool_call>\\n<function=f>"), 0u);
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\nUse <parameter=x>1</parameter> so\n</parameter>\n")),
            R"(f{"s":"Use <parameter=x>1</parameter> so"})");
}

TEST(XmlParameters, AParameterThatOpensInsideAnotherMeansAMissingTag) {
  EXPECT_EQ(shown_xml(qwen("<parameter=s>\nDallas\n<parameter=opt>\nTX\n</parameter>\n"
                           "<parameter=n>\n1\n</parameter>\n")),
            R"(f{"s":"Dallas","opt":"TX","n":1} malformed)");
  EXPECT_EQ(shown_xml("<invoke name=\"f\"><parameter name=\"s\">long</content>\n"
                      "<parameter name=\"list\">[\"a\"]</parameter></invoke>"),
            R"(f{"s":"long</content>\n","list":["a"]} malformed)");
}

TEST(XmlParameters, AParameterBehindAPromotedCallBelongsToThatCall) {
  const std::string text =
      "<function=f>\n<parameter=s>a\n<function=g>\n</function>\n<parameter=n>1</parameter>\n"
      "</function>";
  const ModelText read = read_xml(text, kSchema);
  EXPECT_EQ(shown(read), R"(f{"s":"a"} malformed; g{"n":1} malformed)");
  EXPECT_EQ(text_at(text, read.calls.at(1).arguments_span), "<parameter=n>1</parameter>");
  EXPECT_LE(read.calls[1].arguments_span.end, read.calls[1].span.end);
}

TEST(XmlParameters, ARepeatedParameterIsRepeated) {
  EXPECT_EQ(shown_xml(qwen("<parameter=list>\n[\"a\",\n<parameter=list>\n[\"c\"]\n</parameter>\n")),
            R"(f{"list":"[\"a\",","list":["c"]} malformed)");
}

TEST(XmlParameters, TextBetweenParametersIsASlip) {
  EXPECT_EQ(shown_xml(qwen("<parameter=s>a</parameter> and\n<parameter=n>1</parameter>\n")),
            R"(f{"s":"a","n":1} malformed)");
  EXPECT_EQ(
      shown_xml("<function name=\"f\"><param>x</param><param name=\"n\">1</param></function>"),
      R"(f{"n":1} malformed)");
}

TEST(XmlParameters, ABrokenTagEndsTheParameterBefore) {
  EXPECT_EQ(shown_xml("<tool_call>f\n<arg_key>s</arg_key>\n<arg_value>a</arg_value>\n"
                      "<arg_key>opt\n<arg_value>b</arg_value>\n</tool_call>"),
            R"(f{"s":"a","opt":"b"} malformed)");
  EXPECT_EQ(shown_xml("<function=f\n<parameter=s>a</parameter>\n<parameter=opt\nb\n</parameter>\n"
                      "</function>"),
            R"(f{"s":"a","opt":"b"} malformed)");
  EXPECT_EQ(
      shown_xml("<function name=\"f\"><param name=\"n\">1</param><param>x</param></function>"),
      R"(f{"n":1} malformed)");
}

TEST(XmlParameters, AMissingEndOfTheCallIsASlip) {
  EXPECT_EQ(shown_xml("<tool_call>\n<function=f>\n<parameter=n>1</parameter>\n</tool_call>\n"
                      "<tool_call>\n<function=g>\n</function>\n</tool_call>"),
            R"(f{"n":1} malformed; g{})");
  EXPECT_EQ(shown_xml("<function=f>\n<parameter=n>1</parameter>\n<function=g>\n</function>"),
            R"(f{"n":1} malformed; g{})");
}

TEST(XmlParameters, ACallThatIsCutHasArgumentsThatAreCut) {
  const std::string head = "<tool_call>\n<function=f>\n";
  EXPECT_EQ(shown_xml(head), "f{ malformed");
  EXPECT_EQ(shown_xml(head + "<parameter=s>\nSan Fr"), R"(f{"s":"San Fr malformed)");
  EXPECT_EQ(shown_xml(head + "<parameter=n>\n12"), R"(f{"n":12 malformed)");
  EXPECT_EQ(shown_xml(head + "<parameter=s>\na\n</parameter>\n"), R"(f{"s":"a" malformed)");
  EXPECT_EQ(shown_xml(head + "<parameter=s>\na\n</parameter>\n<param"), R"(f{"s":"a" malformed)");
}

TEST(XmlParameters, GlmNamesStandInTheCallAndKeysInTheirTags) {
  EXPECT_EQ(shown_xml("<tool_call>f<arg_key>s</arg_key><arg_value>  x </arg_value></tool_call>\n"
                      "<tool_call>g\n</tool_call>"),
            R"(f{"s":"  x "}; g{})");
  EXPECT_EQ(shown_xml("<tool_calls><tool_call>f<tool_sep><arg_key>n</arg_key>"
                      "<arg_value>1</arg_value></tool_call></tool_calls>"),
            R"(f{"n":1})");
  EXPECT_EQ(shown_xml("<tool_call>f\n<arg_key>s</arg_key></tool_call>"), "f{} malformed");
}

TEST(XmlParameters, PrefixesAndWrappersMakeNoOtherFormat) {
  for (const std::string prefix : {"", "｜DSML｜", "steptml:", "atem:", "antml:"}) {
    const std::string text = "<" + prefix + "invoke name=\"f\">\n<" + prefix +
                             "parameter name='s'>x</" + prefix + "parameter>\n</" + prefix +
                             "invoke>";
    EXPECT_EQ(shown_xml(text), R"(f{"s":"x"})") << prefix;
  }
  EXPECT_EQ(shown_xml("<｜DSML｜invoke name=\"f\"/>"), "f{}");
}

TEST(XmlParameters, CdataIsUnwrappedWhereTheTemplateWritesIt) {
  EXPECT_EQ(shown_xml("<function name=\"f\"><param name=\"s\"><![CDATA[\n a</param>\n]]></param>"
                      "</function>"),
            R"(f{"s":"\n a</param>\n"})");
  EXPECT_EQ(shown_xml(qwen("<parameter=s><![CDATA[a]]></parameter>\n")),
            R"(f{"s":"<![CDATA[a]]>"})");
}

TEST(XmlParameters, AJsonBodyIsTakenAsItStands) {
  const std::string text = "<｜DSML｜invoke name=\"f\">\n { \"n\" : 1.0 }\n</｜DSML｜invoke>";
  const ModelText read = read_xml(text);
  EXPECT_EQ(shown(read), R"(f{ "n" : 1.0 })");
  EXPECT_EQ(text_at(text, read.calls[0].arguments_span), R"({ "n" : 1.0 })");
}

TEST(XmlParameters, SpansTakeInTheWrappersAndLeaveTheText) {
  const std::string text =
      "Say ü. <｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜>"
      "<steptml:invoke name=\"f\">\n<steptml:parameter name=\"s\">é</steptml:parameter>\n"
      "</steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>\nDone.";
  const ModelText read = read_xml(text, kSchema);
  ASSERT_EQ(shown(read), R"(f{"s":"é"})");
  EXPECT_EQ(text_at(text, read.calls[0].arguments_span),
            "<steptml:parameter name=\"s\">é</steptml:parameter>");
  EXPECT_TRUE(text_at(text, read.calls[0].span).starts_with("<｜tool_calls_begin｜>"));
  EXPECT_EQ(beside(text, read), "Say ü. \nDone.");
}

TEST(XmlParameters, ATagThatTheTextSpeaksOfIsNoCall) {
  const std::string text = "Write <function=name> and then its parameters.";
  const ModelText read = read_xml(text);
  EXPECT_TRUE(read.calls.empty());
  EXPECT_EQ(beside(text, read), text);
  EXPECT_TRUE(read_xml("Put <tool_call> around it.").calls.empty());
}

TEST(XmlParameters, TagsOfAnotherFormatThatTheTextSpeaksOfHideNoCall) {
  const std::string call = "<function=f>\n<parameter=n>1</parameter>\n</function>";
  EXPECT_EQ(shown_xml("Not <invoke name=\"x\"> but\n" + call), R"(f{"n":1})");
  const std::string example = "<invoke name=\"x\"></invoke>\n" + call;
  EXPECT_EQ(shown(read_xml(example, kSchema, "qwenXml")), R"(f{"n":1})");
  EXPECT_EQ(shown(read_xml(example, kSchema, "xmlInvoke")), "x{}");
}

TEST(XmlParameters, MessagesToOneselfHoldNoCalls) {
  const std::string text =
      " to=self<|message|>Maybe <atem:invoke name=\"evil\"></atem:invoke><|eom|><|start|>assistant "
      "to=f<|message|><atem:function_calls>\n<atem:invoke name=\"f\">\n"
      "<atem:parameter name=\"n\">1</atem:parameter>\n</atem:invoke>\n</atem:function_calls>"
      "<|eom|><|start|>assistant to=user<|message|>42<|eot|>";
  const ModelText read = read_xml(text, kSchema, "atem");
  EXPECT_EQ(shown(read), R"(f{"n":1})");
  EXPECT_EQ(beside(text, read), "42");
  EXPECT_EQ(beside(text, read, Channel::reasoning),
            "Maybe <atem:invoke name=\"evil\"></atem:invoke>");
}

// Values in which no tag stands, all closed: a search for the tags one after the other is enough.
TEST(XmlParameters, PlainCallsReadAsASearchWouldReadThem) {
  std::uint32_t state = 7;
  const auto next = [&state](std::uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % below;
  };
  constexpr std::string_view kPieces[] = {"a", " ", "\n", "<", ">", "</b>", "<p>", "{", "\"", "é"};
  for (int round = 0; round < 2000; ++round) {
    std::string text, expected;
    for (std::uint32_t c = 1 + next(3); c-- > 0;) {
      text += "<tool_call>\n<function=f>\n";
      std::string members;
      for (std::uint32_t p = next(4); p-- > 0;) {
        std::string value;
        for (std::uint32_t i = next(6); i-- > 0;) value += kPieces[next(10)];
        text += "<parameter=k>\n" + value + "\n</parameter>\n";
        std::string json;
        for (const char c2 : value) {
          if (c2 == '\n')
            json += "\\n";
          else if (c2 == '"')
            json += "\\\"";
          else
            json += c2;
        }
        members += (members.empty() ? "" : ",") + ("\"k\":\"" + json + "\"");
      }
      text += "</function>\n</tool_call>\n";
      expected += (expected.empty() ? "" : "; ") + ("f{" + members + "}");
    }
    ASSERT_EQ(shown_xml(text, {}), expected) << text;
  }
}

TEST(XmlParameters, AttributesMayStandWithoutQuotesAndWithSpaces) {
  for (const char* prefix : {"", "antml:", "｜DSML｜", "steptml:"}) {
    for (const char* attribute : {"name=f", "name = \"f\"", "name= f ", "name ='f'"}) {
      for (const char* key : {"name=a", "name = 'a'", "name=a "}) {
        const std::string p = prefix, invoke = "<" + p + "invoke " + attribute + ">",
                          text = invoke + "<" + p + "parameter " + key + ">v</" + p +
                                 "parameter></" + p + "invoke>";
        EXPECT_EQ(shown(read_xml(text, {}, "xmlInvoke")), R"(f{"a":"v"})") << text;
      }
    }
  }
  EXPECT_EQ(shown(read_xml("<function name=f><param name=a>v</param></function>", {}, "minicpm")),
            R"(f{"a":"v"})");
  EXPECT_EQ(shown(read_xml("<invoke name=f/>", {}, "xmlInvoke")), "f{}");
}

TEST(XmlParameters, DotsHoldsXmlAndJson) {
  const std::string xml =
                        "<dots_function_call><invoke name=f><parameter name=a>v</parameter>"
                        "</invoke></dots_function_call>",
                    json = R"(<dots_function_call>{"name":"g","arguments":{"b":1}})"
                           "</dots_function_call>";
  EXPECT_EQ(shown(read_xml("one " + xml + json + " two " + xml, {}, "dots")),
            R"(f{"a":"v"}; g{"b":1}; f{"a":"v"})");
  EXPECT_EQ(
      beside("one " + xml + json + " two", read_xml("one " + xml + json + " two", {}, "dots")),
      "one  two");
}

}  // namespace
}  // namespace tare::formats
