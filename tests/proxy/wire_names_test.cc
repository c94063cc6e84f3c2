// Which sent name is which offered tool, where that is plain.
#include "proxy/wire_names.h"

#include <gtest/gtest.h>

#include "proxy/door.h"

namespace tare::proxy {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Manifest tools(const std::vector<std::string>& names) {
  Manifest out;
  for (const std::string& name : names) out.tools.emplace_back().name = name;
  return out;
}
Pairs names(const std::vector<std::string>& sent, const std::vector<std::string>& offered) {
  return wire_names(tools(sent), tools(offered));
}

TEST(WireNames, AToolThatWasSentUnderItsOwnNameHasNoOther) {
  EXPECT_EQ(names({"get", "set"}, {"get", "set"}), Pairs{});
  EXPECT_EQ(names({"get", "mcp__x__get"}, {"get"}), Pairs{});
  EXPECT_EQ(names({}, {"get"}), Pairs{});
  EXPECT_EQ(names({"get"}, {}), Pairs{});
}

TEST(WireNames, APrefixWithASeparatorIsSeenThrough) {
  for (const char* sent : {"mcp__rec__get_ticket", "rec.get_ticket", "rec:get_ticket",
                           "rec-get_ticket", "rec/get_ticket"}) {
    EXPECT_EQ(names({sent}, {"get_ticket"}), (Pairs{{"get_ticket", sent}})) << sent;
  }
  EXPECT_EQ(names({"forget_ticket"}, {"get_ticket"}), Pairs{});
}

TEST(WireNames, OtherSeparatorsAreSeenThrough) {
  EXPECT_EQ(names({"files_read_all"}, {"files.read-all"}),
            (Pairs{{"files.read-all", "files_read_all"}}));
  EXPECT_EQ(names({"mcp__x__files_read"}, {"files.read"}),
            (Pairs{{"files.read", "mcp__x__files_read"}}));
}

TEST(WireNames, ASentNameStandsForTheLongestToolThatItEndsWith) {
  EXPECT_EQ(names({"mcp__x__get_ticket", "mcp__x__ticket"}, {"ticket", "get_ticket"}),
            (Pairs{{"ticket", "mcp__x__ticket"}, {"get_ticket", "mcp__x__get_ticket"}}));
  EXPECT_EQ(names({"mcp__x__get_ticket"}, {"ticket", "get_ticket"}),
            (Pairs{{"get_ticket", "mcp__x__get_ticket"}}));
}

TEST(WireNames, WhatIsNotPlainIsLeftAlone) {
  EXPECT_EQ(names({"a__get", "b__get"}, {"get"}), Pairs{});      // two servers
  EXPECT_EQ(names({"x__a_b"}, {"a-b", "a.b"}), Pairs{});         // two tools
  EXPECT_EQ(names({"shell", "read"}, {"get_ticket"}), Pairs{});  // the program's own
  EXPECT_EQ(names({"Get_Ticket"}, {"get_ticket"}), Pairs{});     // another case is another name
  EXPECT_EQ(names({"x__"}, {""}), Pairs{});
}

TEST(WireNames, HostileListsAreTakenInOneGo) {
  std::vector<std::string> sent = {std::string(1 << 20, '_')};
  for (int i = 0; i < 50000; ++i) sent.push_back("s__t" + std::to_string(i % 40000));
  std::vector<std::string> offered;
  for (int i = 0; i < 2000; ++i) offered.push_back("t" + std::to_string(i));
  EXPECT_EQ(names(sent, offered).size(), 2000u);
}

// What a door with that script answers to a request, and what it says of it.
Exchange ask(const Manifest& offered, const std::string& request, const std::string& path,
             std::string& body, bool answer_asides = false) {
  auto script = read_reply_script(
      R"({"calls":[{"name":"set_valve","arguments":"{}"},{"name":"Set_Valve","arguments":"{}"}]})");
  DoorOptions options;
  options.script = std::move(*script);
  options.offered = offered;
  options.answer_asides = answer_asides;
  Door door(std::move(options));
  Exchange exchange;
  exchange.endpoint = endpoint_of(path, "");
  exchange.request_body = request;
  for (const std::string& part : door.answer(exchange).parts) body += part;
  return exchange;
}

TEST(WireNames, AScriptSaysToolsByTheNamesThatTheyWereSentUnder) {
  std::string body;
  const Exchange exchange = ask(
      tools({"set_valve"}),
      R"({"tools":[{"type":"function","function":{"name":"mcp__tare__set_valve"}}],"messages":[]})",
      "/v1/chat/completions", body);
  ASSERT_EQ(exchange.scripted.size(), 2u);
  EXPECT_EQ(exchange.scripted[0].name, "mcp__tare__set_valve");
  EXPECT_EQ(exchange.scripted[1].name, "Set_Valve");  // no tool of that name: as it was written
  EXPECT_NE(body.find("mcp__tare__set_valve"), std::string::npos);
}

TEST(WireNames, ACallOfAToolInANamespaceSaysTheNamespace) {
  std::string body;
  ask(tools({"set_valve"}),
      R"({"input":[],"tools":[{"type":"namespace","name":"mcp__tare","tools":[{"type":"function","name":"set_valve"}]}]})",
      "/v1/responses", body);
  EXPECT_NE(body.find(R"("namespace":"mcp__tare")"), std::string::npos) << body;
}

TEST(WireNames, ARequestOnTheSideUsesUpNoReplyThatCallsATool) {
  std::string body;
  const Exchange aside =
      ask(tools({"set_valve"}), R"({"messages":[]})", "/v1/chat/completions", body, true);
  EXPECT_TRUE(aside.aside);
  EXPECT_EQ(aside.turn, 0u);
  EXPECT_EQ(body.find("set_valve"), std::string::npos);
  EXPECT_EQ(ask(tools({"set_valve"}), R"({"messages":[]})", "/v1/chat/completions", body).turn, 1u);
}

}  // namespace
}  // namespace tare::proxy
