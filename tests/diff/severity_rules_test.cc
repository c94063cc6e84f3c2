// The rules R1 to R9 and the rule of effects, one by one and together.
#include <gmock/gmock.h>

#include "diff/value_diff.h"

namespace tare {
namespace {

using enum Severity;
using enum Effect;

struct Given {
  std::string schema = {};
  bool executed = true;
  bool side_effect = false;
};

std::string all(const std::string& raw, const std::string& normalized, const Given& given = {}) {
  std::shared_ptr<const schema::Schema> schema;
  if (!given.schema.empty()) {
    auto compiled = schema::Schema::compile(given.schema);
    EXPECT_TRUE(compiled) << given.schema;
    if (compiled) schema = *compiled;
  }
  std::string out;
  for (const Finding& finding : diff_arguments(raw, normalized,
                                               {.executed = given.executed,
                                               .side_effect = given.side_effect,
                                               .schema = schema.get()})) {
    if (!out.empty()) out += "; ";
    out += std::string(finding.kind) + " " + *finding.path + " " +
           std::string(severity_name(finding.severity)) + " " +
           std::string(effect_name(finding.effect));
  }
  return out;
}

const std::string kListed =
    R"({"type":"object","properties":{"a":{"type":"integer"},"o":{"type":"object"},
        "n":{"type":["string","null"]},"mode":{"type":"string","default":"fast"}}})";

TEST(SeverityRules, R1WeighsASpellingThatIsLost) {
  EXPECT_EQ(all(R"({"a":"7"})", R"({"a":7})"), "stringToNumber /a medium damaged");
  EXPECT_EQ(all(R"({"a":"007"})", R"({"a":7})"), "stringToNumber /a high damaged");
}

TEST(SeverityRules, R2SoftensARescueThatLosesNothing) {
  EXPECT_EQ(all(R"({"a":"7"})", R"({"a":7})", {kListed}), "stringToNumber /a low rescued");
  EXPECT_EQ(all(R"({"a":"007"})", R"({"a":7})", {kListed}), "stringToNumber /a high rescued");
  EXPECT_EQ(all(R"("{\"a\":7}")", R"({"a":7})"), "doubleEncodingUnwrapped  low rescued");
}

TEST(SeverityRules, R3IsAFloorWhereTheFitIsBroken) {
  EXPECT_EQ(all(R"({"a":7,"l":"x"})", R"({"a":7,"l":["x"]})",
                {R"({"properties":{"l":{"type":"string"}}})"}),
            "arrayWrapped /l medium damaged");
  EXPECT_EQ(all(R"({"a":7,"l":"x"})", R"({"a":7,"l":["x"]})"), "arrayWrapped /l low damaged");
  EXPECT_EQ(all(R"({"a":7,"l":"x"})", R"({"l":["x"],"a":7})",
                {R"({"properties":{"l":{"type":"string"}}})"}),
            "keyOrderChanged  info neutral; arrayWrapped /l medium damaged");
}

TEST(SeverityRules, R4BlamesTheLayerForWhatTheToolKnows) {
  EXPECT_EQ(all(R"({"a":1,"mode":"x"})", R"({"a":1})", {kListed}),
            "keyDropped /mode critical damaged");
  EXPECT_EQ(all(R"({"a":1,"zz":"x"})", R"({"a":1})", {kListed}), "keyDropped /zz high rescued");
  EXPECT_EQ(all(R"({"o":{"k":1},"a":1})", R"({"o":{},"a":1})", {kListed}),
            "keyDropped /o/k critical damaged");
  EXPECT_EQ(all(R"({"a":1,"mode":"x"})", R"({"a":1})"), "keyDropped /mode high damaged");
  EXPECT_EQ(all(R"({"a":1,"mode":"x"})", R"({"a":1,"Mode":"x"})", {kListed}),
            "keyRenamed /mode high damaged");
  EXPECT_EQ(all(R"({"a":1,"Mode":"x"})", R"({"a":1,"mode":"x"})", {kListed}),
            "keyRenamed /Mode low rescued");
}

TEST(SeverityRules, R5IsACeilingWhereNothingRan) {
  EXPECT_EQ(all(R"({"a":9007199254740993})", R"({"a":9007199254740992})", {.executed = false}),
            "bigintPrecisionLoss /a medium damaged");
  EXPECT_EQ(all(R"({"a":9007199254740993})", R"({"a":9007199254740992})",
                {.executed = false, .side_effect = true}),
            "bigintPrecisionLoss /a medium damaged");
}

TEST(SeverityRules, R6SparesWhatIsOneDouble) {
  EXPECT_EQ(all(R"({"a":0.1234567890123456789})", R"({"a":0.12345678901234568})"),
            "floatPrecisionLoss /a low neutral");
}

TEST(SeverityRules, R8WeighsASideEffect) {
  EXPECT_EQ(all(R"({"a":"7"})", R"({"a":7})", {.side_effect = true}),
            "stringToNumber /a high damaged");
  EXPECT_EQ(all(R"({"a":"7"})", R"({"a":7})", {kListed, true, true}),
            "stringToNumber /a medium rescued");
  EXPECT_EQ(all(R"({"a":null})", R"({"a":0,"q":1})", {.side_effect = true}).find("none"),
            std::string::npos);
}

TEST(SeverityRules, R9SparesAMissingBracket) {
  EXPECT_EQ(all(R"({"a":"x")", R"({"a":"x"})"), "repairTruncation  high rescued");
  EXPECT_EQ(all(R"({"a":"x)", R"({"a":"x"})"), "repairTruncation  critical rescued");
}

TEST(Effect, DefaultsAreNeutralWhereRawIsOk) {
  EXPECT_EQ(all(R"({"a":1})", R"({"a":1,"mode":"fast"})", {kListed}),
            "defaultInjected /mode low neutral");
  EXPECT_EQ(all(R"({"a":1})", R"({"a":1,"mode":"slow"})", {kListed}),
            "keyInjected /mode medium damaged");
  EXPECT_EQ(all(R"({"a":1})", R"({"a":1,"mode":"fast"})"), "keyInjected /mode medium damaged");
  EXPECT_EQ(all(R"({"a":1})", R"({"a":1,"n":null})", {kListed}), "nullInjected /n medium damaged");
}

TEST(Effect, LostArgumentsAreDamageAndDroppedOnesMayBeARescue) {
  const std::string closed = R"({"type":"object","properties":{},"additionalProperties":false})";
  EXPECT_EQ(all(R"({"a":1})", "{}", {kListed}), "argsLost  critical damaged");
  EXPECT_EQ(all(R"({"a":"1"})", "{}", {kListed}), "keyDropped /a critical rescued");
  EXPECT_EQ(all(R"({"q":1})", "{}", {closed}), "keyDropped /q high rescued");
  EXPECT_EQ(all(R"({"q":1,"q":2})", "{}"),
            "keyDropped /q high rescued; keyDropped /q high rescued");
  EXPECT_EQ(all(R"("{\"q\":1}")", "{}"),
            "doubleEncodingUnwrapped  low rescued; argsLost  critical damaged");
}

TEST(Effect, ReplacedOnlyIfSomethingGeneralCame) {
  EXPECT_EQ(all(R"({"q":1})", R"({"mode":"fast"})", {kListed}),
            "keyDropped /q high rescued; defaultInjected /mode low neutral");
  EXPECT_EQ(all(R"({"q":1})", R"({"mode":"fast","n":"x"})", {kListed}),
            "argsReplaced  high damaged");
}

TEST(Effect, SpellingIsNobodysFault) {
  EXPECT_EQ(all(R"({"a":"x","b":1})", R"({"b":1.0,"a":"x"})", {kListed}),
            "keyOrderChanged  info neutral; intToFloat /b low neutral");
}

}  // namespace
}  // namespace tare
