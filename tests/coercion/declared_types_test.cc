// What a plain declaration can tell: type and presence of top-level arguments, and nothing else.
#include "coercion/declared_types.h"

#include <gmock/gmock.h>

#include "coercion/value_diff.h"
#include "json/reader.h"

namespace tare {
namespace {

constexpr std::string_view kSchema = R"({"type":"object","required":["key"],"properties":{
  "key":{"type":"string"},"count":{"type":"integer"},"rate":{"type":["number","null"]},
  "free":{},"odd":{"type":"uuid"}}})";

bool fits(std::string_view arguments, std::string_view schema = kSchema) {
  json::Document document;
  if (arguments.empty()) return fits_declared_types(json::Value(), schema);
  EXPECT_FALSE(json::read_strict(arguments, document));
  return fits_declared_types(document.root(), schema);
}

TEST(DeclaredTypes, HoldTopLevelArgumentsToTheirTypes) {
  EXPECT_TRUE(fits(R"({"key":"a"})"));
  EXPECT_TRUE(fits(R"({"key":"a","count":3.0,"rate":null,"free":[],"odd":1,"unknown":{}})"));
  EXPECT_FALSE(fits(R"({"key":1})"));
  EXPECT_FALSE(fits(R"({"key":"a","count":"3"})"));
  EXPECT_FALSE(fits(R"({"key":"a","count":3.5})"));
  EXPECT_FALSE(fits(R"({"key":"a","rate":"1"})"));
}

TEST(DeclaredTypes, AskForWhatIsRequired) {
  EXPECT_FALSE(fits("{}"));
  EXPECT_FALSE(fits(""));
  EXPECT_TRUE(fits("", R"({"properties":{}})"));
}

TEST(DeclaredTypes, ASchemaThatSaysNothingHoldsNothing) {
  for (const std::string_view schema : {"", "true", "[]", "{", R"({"properties":3,"required":3})",
                                        R"({"properties":{"key":true}})"}) {
    EXPECT_TRUE(fits(R"({"key":1})", schema)) << schema;
  }
}

TEST(DeclaredTypes, ACastToTheDeclaredTypeRescues) {
  const auto cast = diff_arguments(R"({"key":"a","count":"3"})", R"({"key":"a","count":3})", true,
                                   true, true, kSchema);
  ASSERT_EQ(cast.size(), 1u);
  EXPECT_EQ(cast[0].kind, "stringToNumber");
  EXPECT_EQ(cast[0].effect, Effect::rescued);
  EXPECT_EQ(cast[0].severity, Severity::low);
  const auto spoilt =
      diff_arguments(R"({"key":"4071"})", R"({"key":4071})", true, true, true, kSchema);
  ASSERT_EQ(spoilt.size(), 1u);
  EXPECT_EQ(spoilt[0].effect, Effect::damaged);
}

}  // namespace
}  // namespace tare
