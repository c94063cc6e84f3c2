// Calls that a provider swallowed with an error.
#include "proxy/failed_generation.h"

#include <gmock/gmock.h>

#include "proxy/observation.h"

namespace tare::proxy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Exchange failed(std::string body) {
  Exchange out;
  out.order = 1;
  out.turn = 1;
  out.endpoint = Endpoint{};
  out.request_body = "{}";
  out.status = 400;
  out.reply_headers = {{"Content-Type", "application/json"}};
  out.reply_body = std::move(body);
  out.whole = true;
  return out;
}

TEST(FailedGeneration, TheCallInItIsAViewOfItsOwn) {
  const Observation seen = observe({failed(
      R"({"error":{"message":"m","failed_generation":"{\"name\": \"f\", \"arguments\": {\"n\": 1.0}}"}})")});
  ASSERT_EQ(seen.views.size(), 1u);
  EXPECT_EQ(seen.views[0].at, At::wire);
  EXPECT_EQ(seen.views[0].name, "f");
  EXPECT_EQ(seen.views[0].arguments, R"({"n": 1.0})");
  EXPECT_EQ(seen.views[0].evidence, Evidence::recorded);
  EXPECT_EQ(seen.views[0].turn, 1u);
  ASSERT_EQ(seen.places.size(), 1u);
  EXPECT_EQ(seen.places[0].exchange, 1u);
  EXPECT_THAT(seen.facts, Contains(HasSubstr(R"({"name": "f", "arguments": {"n": 1.0}})")));
}

TEST(FailedGeneration, AFormatOfTheModelsOwnIsReadToo) {
  const auto calls = calls_that_failed("<function=f>{\"a\": 1}</function>");
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].name, "f");
  EXPECT_EQ(calls[0].arguments, "{\"a\": 1}");
}

TEST(FailedGeneration, ProseIsAFactAndNoCall) {
  const Observation seen = observe({failed(R"({"error":{"failed_generation":"maybe"}})")});
  EXPECT_THAT(seen.views, IsEmpty());
  EXPECT_THAT(seen.facts, Contains(HasSubstr("swallowed what the model said")));
  EXPECT_THAT(seen.facts, Contains(HasSubstr("maybe")));
}

TEST(FailedGeneration, AnythingElseHoldsNone) {
  for (const char* body :
       {"", "failed_generation", R"({"failed_generation":"x"})", R"({"error":"failed_generation"})",
        R"({"error":{"failed_generation":7}})", R"(["error","failed_generation"])"}) {
    EXPECT_EQ(failed_generation(body), "") << body;
  }
}

TEST(FailedGeneration, ALongTextIsShortInTheFactAndWholeCharacters) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "\xc3\xa9";
  const Observation seen =
      observe({failed(R"({"error":{"failed_generation":"a)" + text + R"("}})")});
  EXPECT_THAT(seen.facts, Contains(HasSubstr("\xc3\xa9… (10001 bytes)")));
}

}  // namespace
}  // namespace tare::proxy
