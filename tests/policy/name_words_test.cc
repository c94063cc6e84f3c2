// The words of names, and what the rules on names make of them.
#include "policy/name_words.h"

#include <gmock/gmock.h>

#include "made.h"

namespace tare {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(NameWords, EndAtSeparatorsCapitalsAndDigits) {
  EXPECT_THAT(name_words("mcp__erp__releasePayment"),
              ElementsAre("mcp", "erp", "release", "payment"));
  EXPECT_THAT(name_words("a-b.c/d:e f"), ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_THAT(name_words("Release_all"), ElementsAre("release", "all"));
  EXPECT_THAT(name_words("DROPAll"), ElementsAre("drop", "all"));
  EXPECT_THAT(name_words("HTTPServerGet2x"), ElementsAre("http", "server", "get", "2", "x"));
  EXPECT_THAT(name_words("L\xc3\xb6schenAlle"), ElementsAre("l\xc3\xb6schen", "alle"));
  EXPECT_THAT(name_words("\xc3\x84ndernAlle"), ElementsAre("\xc3\xa4ndern", "alle"));
  EXPECT_THAT(name_words("_"), IsEmpty());
  EXPECT_THAT(name_words(""), IsEmpty());
  for (int byte = 0; byte < 256; ++byte) {
    (void)name_words("a" + std::string(1, static_cast<char>(byte)) + "B");
  }
}

TEST(NameWords, APartIsOfWholeWordsOneBehindTheOther) {
  EXPECT_TRUE(holds_words(name_words("erp_bulk_delete_all"), name_words("bulk_delete")));
  EXPECT_FALSE(holds_words(name_words("bulk_get_delete"), name_words("bulk_delete")));
  EXPECT_FALSE(holds_words(name_words("delete"), {}));
}

constexpr std::string_view kWrites =
    R"("tools":{},"writes":{"verbs":["place_","release_","create_","delete"],"approval":"always"})";

std::vector<std::string> told(std::string_view tool) {
  return lines_of(signed_policy(kWrites),
                  agent_of(R"({"tools":[{"approval":"never","description":"It does.",)" +
                           std::string(tool) + "}]}"));
}

std::vector<std::string> told_of_name(const std::string& name) {
  return told(R"("name":")" + name + '"');
}

TEST(WriteVerb, IsAWholeWordAtAnyPlaceInAnyCase) {
  for (const char* name :
       {"release_payment", "erp_release_payment", "mcp__erp__release_payment", "erp.release",
        "erp/release_all", "erp:release_all", "delete-order", "Release_all", "RELEASE_ALL",
        "releaseAll", "ReleaseAll", "bulkRelease", "payment_release", "erp_place", "delete2"}) {
    EXPECT_THAT(told_of_name(name),
                Contains(StartsWith("write-approval " + std::string(name) + ": its name holds")))
        << name;
  }
  for (const char* name : {"displaced", "get_displaced", "created_at", "get_created", "replace_",
                           "placement", "undelete", "releases", "marketplace", "deleted"}) {
    EXPECT_THAT(told_of_name(name), testing::Not(Contains(HasSubstr("write-approval")))) << name;
  }
}

TEST(WriteVerb, IsLookedForInTheNameThatTheModelReadsToo) {
  EXPECT_THAT(told(R"("name":"pay","wireName":"erp_release_payment")"),
              Contains(HasSubstr("its name, sent as \"erp_release_payment\", holds the verb "
                                 "\"release_\"")));
  EXPECT_THAT(told(R"("name":"release_payment","wireName":"t17")"),
              Contains(HasSubstr("write-approval release_payment: its name holds")));
}

TEST(WriteVerb, WithoutALetterIsNone) {
  EXPECT_FALSE(read_policy(R"({"format":"tare-policy/1","reviewedBy":"","reviewedOn":"","tools":{},
                             "writes":{"verbs":["_"],"approval":"always"}})",
                           "p.json")
                   .ok());
}

std::vector<std::string> told_of_tools(std::string_view tools) {
  return lines_of(signed_policy(R"("tools":{})"),
                  agent_of(R"({"tools":[)" + std::string(tools) + "]}"));
}

TEST(WireNames, TwoToolsUnderOneAreTold) {
  const auto shared = StartsWith(
      "name-twice get_order: is sent to the model as \"order\", and so is \"drop_order\"");
  EXPECT_THAT(told_of_tools(R"({"name":"get_order","wireName":"order"},
                               {"name":"drop_order","wireName":"order"})"),
              Contains(shared));
  EXPECT_THAT(told_of_tools(R"({"name":"order"},{"name":"drop_order","wireName":"order"})"),
              Contains(HasSubstr("name-twice order: is sent to the model as \"order\", and so is "
                                 "\"drop_order\"")));
  EXPECT_THAT(told_of_tools(R"({"name":"order","wireName":"a"},{"name":"drop","wireName":"b"})"),
              testing::Not(Contains(HasSubstr("name-twice"))));
}

TEST(WireNames, AChangeIsOneOfTheManifest) {
  const auto changes = manifest_changes(agent_of(R"([{"name":"a","wireName":"x"}])"),
                                        agent_of(R"([{"name":"a","wireName":"y"}])"));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].subject + " " + changes[0].text, "a wireName went from \"x\" to \"y\"");
  EXPECT_TRUE(manifest_changes(agent_of(R"([{"name":"a","wireName":"x"}])"),
                               agent_of(R"([{"name":"a","wireName":"x"}])"))
                  .empty());
}

std::vector<std::string> unasked(std::string_view globs, std::string_view tool) {
  return lines_of(signed_policy(R"("tools":{},"limits":{"mayRunWithoutApproval":[)" +
                                std::string(globs) + "]}"),
                  agent_of(R"({"tools":[{"name":")" + std::string(tool) +
                           R"(","approval":"never","description":"It does."}]})"));
}

TEST(MayRunWithoutApproval, ItsStarsGoOverSlashes) {
  for (const char* globs : {R"("*")", R"("*get_*")", R"("server/get_*")", R"("serv*_x")",
                            R"("server?get_x")", R"("server/get_x")"}) {
    EXPECT_THAT(unasked(globs, "server/get_x"),
                testing::Not(Contains(HasSubstr("runs-without-approval"))))
        << globs;
  }
  EXPECT_THAT(unasked(R"("server:get_x")", "server/get_x"),
              Contains(StartsWith("runs-without-approval server/get_x: ")));
}

TEST(MayRunWithoutApproval, AnEntryThatNamesNoToolIsNoted) {
  EXPECT_THAT(unasked(R"("get_*","fetch_*")", "get_x"),
              Contains(StartsWith("note: runs-without-approval fetch_*: ")));
  EXPECT_THAT(unasked(R"("get_*")", "get_x"), testing::Not(Contains(StartsWith("note: "))));
  LiveManifest list = agent_of(R"([{"name":"get_x","description":"It does."}])");
  list.tells_approval = false;
  EXPECT_THAT(
      lines_of(signed_policy(R"("tools":{},"limits":{"mayRunWithoutApproval":["a"]})"), list),
      testing::Not(Contains(StartsWith("note: "))));
}

}  // namespace
}  // namespace tare
