// What a tool's schema does to the effect of a change.

#include <gmock/gmock.h>

#include "diff/value_diff.h"
#include "json/reader.h"

namespace tare {
namespace {

constexpr std::string_view kSchema = R"({"type":"object","required":["key"],"properties":{
  "key":{"type":"string"},"count":{"type":"integer"},"rate":{"type":["number","null"]},
  "free":{},"odd":{"type":"uuid"}}})";

TEST(SchemaEffect, ACastToTheDeclaredTypeRescues) {
  const auto schema = schema::Schema::compile(std::string(kSchema));
  ASSERT_TRUE(schema);
  const auto cast = diff_arguments(R"({"key":"a","count":"3"})", R"({"key":"a","count":3})",
                                   {.schema = schema.value().get()});
  ASSERT_EQ(cast.size(), 1u);
  EXPECT_EQ(cast[0].kind, "stringToNumber");
  EXPECT_EQ(cast[0].effect, Effect::rescued);
  EXPECT_EQ(cast[0].severity, Severity::low);
  const auto spoilt =
      diff_arguments(R"({"key":"4071"})", R"({"key":4071})", {.schema = schema.value().get()});
  ASSERT_EQ(spoilt.size(), 1u);
  EXPECT_EQ(spoilt[0].effect, Effect::damaged);
}

}  // namespace
}  // namespace tare
