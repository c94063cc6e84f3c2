// The client half against the server half: every revision, every size of page.
#include "mcp/tool_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mcp/session.h"

namespace tare::mcp {
namespace {

using testing::HasSubstr;

Offer offer_of(std::size_t tools, std::size_t page_size) {
  Offer offer;
  offer.server_name = "erp";
  offer.server_version = "1.2";
  offer.instructions = "Be careful.";
  offer.page_size = page_size;
  for (std::size_t i = 0; i < tools; ++i) {
    const std::string name = "t" + std::to_string(i);
    offer.tools.push_back({name, R"({"name":")" + name + R"(","inputSchema":{"maximum":1.0}})"});
  }
  return offer;
}

Result<ToolListing> listed(Session& session, ListingOptions options = {}) {
  Conversation talk;
  talk.ask = [&](std::string_view request, std::string_view) -> Result<std::string> {
    const auto out = session.handle({.text = request, .bytes = request.size()});
    if (out.size() != 1) return Error{.reason = "no one answer"};
    return out[0].text;
  };
  talk.tell = [&](std::string_view text) -> Result<void> {
    EXPECT_TRUE(session.handle({.text = text, .bytes = text.size()}).empty());
    return {};
  };
  talk.settled = [](Revision) {};
  return list_tools(talk, options);
}

TEST(ToolListing, EveryRevisionAndEverySizeOfPageGiveAllTools) {
  for (const Revision revision : kRevisions) {
    for (const std::size_t page : {0u, 1u, 2u, 3u, 7u}) {
      Session session(offer_of(7, page), {});
      const auto tools = listed(session, {.revision = revision});
      ASSERT_TRUE(tools.ok()) << revision_name(revision) << tools.error().reason;
      ASSERT_EQ(tools->tools.size(), 7u);
      EXPECT_EQ(tools->pages, page == 0 ? 1 : (7 + page - 1) / page);
      EXPECT_THAT(tools->tools[6], HasSubstr("\"maximum\":1.0"));
      EXPECT_EQ(tools->server_name, "erp");
      EXPECT_EQ(tools->instructions, "Be careful.");
      EXPECT_EQ(tools->revision, revision);
    }
  }
}

// A server out of fixed answers, in order.
Result<ToolListing> from(std::vector<std::string> answers, ListingOptions options = {}) {
  std::size_t next = 0;
  Conversation talk;
  talk.ask = [&](std::string_view, std::string_view) -> Result<std::string> {
    return answers.at(next < answers.size() - 1 ? next++ : next);
  };
  talk.tell = [](std::string_view) -> Result<void> { return {}; };
  talk.settled = [](Revision) {};
  return list_tools(talk, options);
}

constexpr const char* kHello = R"({"id":1,"result":{"protocolVersion":"2025-06-18"}})";

TEST(ToolListing, ACursorThatIsNoStringIsAMalformedAnswer) {
  const auto page = [](std::string_view cursor) {
    return from({kHello, R"({"id":2,"result":{"tools":[{"name":"a"}],"nextCursor":)" +
                             std::string(cursor) + "}}"});
  };
  for (const char* cursor : {"5", "true", "{}", "[]", "0"}) {
    const auto tools = page(cursor);
    ASSERT_FALSE(tools.ok()) << cursor;
    EXPECT_THAT(tools.error().reason, HasSubstr("nextCursor"));
  }
  EXPECT_TRUE(page("null").ok());
}

TEST(ToolListing, AServerThatKnowsNoInitializeIsAskedWithoutASession) {
  const auto tools = from({R"({"id":1,"error":{"code":-32601,"message":"no"}})",
                           R"({"id":2,"result":{"supportedVersions":["2026-07-28"]}})",
                           R"({"id":3,"result":{"tools":[{"name":"a"}]}})"});
  ASSERT_TRUE(tools.ok());
  EXPECT_EQ(tools->revision, Revision::r2026_07_28);
  EXPECT_EQ(tools->tools.size(), 1u);
}

TEST(ToolListing, AListWithoutAnEndIsRefused) {
  const auto same = from({kHello, R"({"id":2,"result":{"tools":[],"nextCursor":"x"}})"});
  ASSERT_FALSE(same.ok());
  EXPECT_THAT(same.error().reason, HasSubstr("has no end"));
}

TEST(ToolListing, AListThatIsTooLargeIsRefused) {
  EXPECT_FALSE(from({kHello, R"({"id":2,"result":{"tools":[]}})"}, {.max_bytes = 10}).ok());
}

TEST(ToolListing, AnswersThatAreNoneAreTold) {
  for (const char* bad : {"", "{", "[]", "5", "{}", R"({"result":[]})", R"({"result":{}})",
                          R"({"error":{"message":"not today"}})", R"({"result":{"tools":{}}})"}) {
    EXPECT_FALSE(from({bad}).ok()) << bad;
    EXPECT_FALSE(from({kHello, bad}).ok()) << bad;
  }
}

}  // namespace
}  // namespace tare::mcp
