// Arguments that Gemini streams by path: put together, and ended by what the provider says.
#include "formats/partial_arguments.h"

#include <gmock/gmock.h>

#include "formats/provider_reply.h"
#include "json/reader.h"

namespace tare::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// The parts' functionCall objects, each in an event of its own.
WireReply assemble(const std::vector<std::string>& functions) {
  ReplyAssembler assembler(Provider::gemini);
  for (const std::string& function : functions) {
    assembler.take(R"({"candidates":[{"content":{"parts":[{"functionCall":)" + function + "}]}}]}");
  }
  return assembler.finish();
}

std::string piece(const std::string& path, const std::string& rest, bool more = true) {
  return R"({"partialArgs":[{"jsonPath":")" + path + "\"," + rest + "}]" +
         (more ? R"(,"willContinue":true})" : "}");
}

std::vector<std::string> faults_of(const std::vector<std::string>& pieces) {
  PartialArguments partial;
  std::vector<std::string> out;
  for (const std::string& each : pieces) {
    json::Document document;
    EXPECT_FALSE(json::read_strict(each, document)) << each;
    if (std::string fault = partial.add(document.root()); !fault.empty()) out.push_back(fault);
  }
  return out;
}

const std::string kBegin = R"({"name":"f","willContinue":true})";

TEST(PartialArguments, AreJoinedAndTheCallIsWholeWithItsLastPart) {
  const std::vector<std::string> parts = {
      kBegin,
      piece("$.place", R"("stringValue":"Bos","willContinue":true)"),
      piece("$.place", R"("stringValue":"ton, \"MA\"","willContinue":true)"),
      piece("$.place", R"("stringValue":"")"),
      piece("$.n", R"("numberValue":1.0)"),
      piece("$.big", R"("numberValue":9007199254740993)"),
      piece("$.on", R"("boolValue":false)"),
      piece("$.none", R"("nullValue":"NULL_VALUE")"),
      "{}"};
  WireReply reply = assemble(parts);
  ASSERT_THAT(reply.calls, SizeIs(1));
  EXPECT_EQ(reply.calls[0].arguments,
            R"({"place":"Boston, \"MA\"","n":1.0,"big":9007199254740993,"on":false,"none":null})");
  EXPECT_TRUE(reply.calls[0].complete);
  EXPECT_FALSE(reply.calls[0].as_text);
  EXPECT_THAT(reply.faults, IsEmpty());

  // Cut anywhere before: never whole, and its text ends where what came ends.
  for (std::size_t count = 1; count < parts.size(); ++count) {
    reply = assemble({parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count)});
    ASSERT_THAT(reply.calls, SizeIs(1));
    EXPECT_FALSE(reply.calls[0].complete) << count;
  }
  EXPECT_EQ(assemble({parts[0], parts[1]}).calls[0].arguments, R"({"place":"Bos)");
  EXPECT_EQ(assemble({parts[0]}).calls[0].arguments, "");
}

TEST(PartialArguments, ObjectsAndListsStandWhereTheirPathsSay) {
  const WireReply reply = assemble({
      kBegin,
      piece("$.items[0].name", R"("stringValue":"a")"),
      piece("$.items[0].price", R"("numberValue":0.5)"),
      piece("$.items[1]['odd \\\\'key\\\".']", R"("boolValue":true)"),
      piece("$['grid'][0][0]", R"("numberValue":1)"),
      piece("$[\\\"grid\\\"][0][1]", R"("numberValue":2)", false),
  });
  ASSERT_THAT(reply.calls, SizeIs(1));
  EXPECT_EQ(reply.calls[0].arguments,
            R"({"items":[{"name":"a","price":0.5},{"odd 'key\".":true}],"grid":[[1,2]]})");
  EXPECT_TRUE(reply.calls[0].complete);
  EXPECT_THAT(reply.faults, IsEmpty());
}

TEST(PartialArguments, SeveralCallsFollowEachOther) {
  const WireReply reply = assemble({R"({"name":"whole","args":{"a": 1}})", kBegin,
                                    piece("$.id", R"("stringValue":"A")"), "{}", kBegin,
                                    piece("$.id", R"("stringValue":"B")"), "{}",
                                    R"({"name":"none","willContinue":false})"});
  ASSERT_THAT(reply.calls, SizeIs(4));
  EXPECT_EQ(reply.calls[0].arguments, R"({"a": 1})");
  EXPECT_EQ(reply.calls[1].arguments, R"({"id":"A"})");
  EXPECT_EQ(reply.calls[2].arguments, R"({"id":"B"})");
  EXPECT_EQ(reply.calls[3].arguments, "");
  for (const WireCall& call : reply.calls) EXPECT_TRUE(call.complete);
  EXPECT_THAT(reply.faults, IsEmpty());
}

TEST(PartialArguments, ANameThatIsSentAgainBeginsNoCallAndAnotherOneDoes) {
  const std::string again =
      R"({"name":"f","partialArgs":[{"jsonPath":"$.a","numberValue":1}],"willContinue":true})";
  WireReply reply = assemble({kBegin, again, "{}"});
  ASSERT_THAT(reply.calls, SizeIs(1));
  EXPECT_EQ(reply.calls[0].arguments, R"({"a":1})");
  reply = assemble({kBegin, again, R"({"name":"g","willContinue":true})", "{}"});
  ASSERT_THAT(reply.calls, SizeIs(2));
  EXPECT_FALSE(reply.calls[0].complete);
  EXPECT_TRUE(reply.calls[1].complete);
  EXPECT_THAT(reply.faults, SizeIs(1));
}

TEST(PartialArguments, WhichEventsACallCameInIsTold) {
  ReplyAssembler assembler(Provider::gemini);
  const auto take = [&](const std::string& function) {
    assembler.take(R"({"candidates":[{"content":{"parts":[{"functionCall":)" + function + "}]}}]}");
    return assembler.touched();
  };
  EXPECT_THAT(take(kBegin), ElementsAre(0));
  EXPECT_THAT(take(piece("$.a", R"("numberValue":1)")), ElementsAre(0));
  EXPECT_THAT(take("{}"), ElementsAre(0));
  EXPECT_THAT(take(R"({"name":"g","args":{}})"), ElementsAre(1));
}

TEST(PartialArguments, WhatDoesNotFitIsAFault) {
  for (const char* path : {"a", "$x", "$.", "$..a", "$.*", "$[", "$[]", "$[-1]", "$['a", "$['a'",
                           "$[?(@.x)]", "$[1:2]", "$[1]"}) {
    const std::string one = R"({"jsonPath":")" + std::string(path) + R"(","numberValue":1})";
    EXPECT_THAT(faults_of({one}), SizeIs(1)) << path;
  }
  const auto at = [](const std::string& path) {
    return R"({"jsonPath":")" + path + R"(","stringValue":"x"})";
  };
  EXPECT_THAT(faults_of({"1"}), SizeIs(1));
  EXPECT_THAT(faults_of({R"({"stringValue":"x"})"}), SizeIs(1));
  EXPECT_THAT(faults_of({at("$.a"), at("$.a")}), SizeIs(1));
  EXPECT_THAT(faults_of({at("$.a"), at("$.a.b")}), SizeIs(1));
  EXPECT_THAT(faults_of({at("$.a.b"), at("$.a")}), SizeIs(1));
  EXPECT_THAT(faults_of({at("$.a.b"), at("$.a[0]")}), SizeIs(1));
  EXPECT_THAT(faults_of({at("$.a[0]"), at("$.a[2]")}), SizeIs(1));
  std::string deep = "$";
  for (std::size_t i = 0; i <= PartialArguments::kMaxDepth; ++i) deep += ".a";
  EXPECT_THAT(faults_of({at(deep)}), SizeIs(1));
}

}  // namespace
}  // namespace tare::formats
