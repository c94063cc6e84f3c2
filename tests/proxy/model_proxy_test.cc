// The proxy over real sockets: what clients of each provider hear, and what is kept of it.
#include "proxy/model_proxy.h"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "proxy/observation.h"
#include "running_proxy.h"

namespace tare::proxy {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kArguments =
    "{\"n\": 1.0, \"n\":12345678901234567890, \"s\":\"\xc3\xa9\"}";

std::string script(std::string_view chunks) {
  nlohmann::json reply;
  reply["calls"] = {{{"id", "c1"}, {"name", "f"}, {"arguments", kArguments}}};
  reply["chunks"] = chunks;
  return reply.dump();
}

const std::map<std::string, std::pair<std::string, std::string>> kPaths = {
    {"chat", {"/v1/chat/completions", R"({"model":"m","messages":[]})"}},
    {"chat stream", {"/v1/chat/completions", R"({"model":"m","stream":true})"}},
    {"responses", {"/v1/responses", R"({"model":"m","input":"x"})"}},
    {"responses stream", {"/v1/responses", R"({"model":"m","stream":true})"}},
    {"messages", {"/v1/messages", R"({"model":"m"})"}},
    {"messages stream", {"/v1/messages", R"({"model":"m","stream":true})"}},
    {"gemini", {"/v1beta/models/m:generateContent", R"({"contents":[]})"}},
    {"gemini stream", {"/v1beta/models/m:streamGenerateContent?alt=sse", "{}"}},
    {"gemini list", {"/v1beta/models/m:streamGenerateContent", "{}"}},
    {"ollama", {"/api/chat", R"({"model":"m","stream":false})"}},
    {"ollama stream", {"/api/chat", R"({"model":"m"})"}},
};

TEST(ModelProxy, EachProviderHearsTheCallAndTheRecordHoldsTheSameBytes) {
  RunningProxy proxy;
  for (const auto& [name, path] : kPaths) {
    for (const char* chunks : {"whole", "byte"}) {
      SCOPED_TRACE(name + " " + chunks);
      const std::string door = proxy.open(script(chunks));
      const Heard said = ask(proxy.port(), "/" + door + path.first, path.second);
      EXPECT_THAT(said.head, HasSubstr("HTTP/1.1 200 OK\r\n"));
      EXPECT_TRUE(said.ended);
      if (std::string_view(chunks) == "byte") {
        ASSERT_GT(said.chunks.size(), 10u);
        for (const std::string& chunk : said.chunks) EXPECT_EQ(chunk.size(), 1u);
      }
      const auto record = proxy.close(door);
      ASSERT_EQ(record.size(), 1u);
      EXPECT_EQ(record[0].reply_body, said.body);
      EXPECT_EQ(record[0].request_body, path.second);
      EXPECT_TRUE(record[0].whole);
      EXPECT_EQ(record[0].fault, "");
      const Observation seen = observe(record);
      ASSERT_EQ(seen.views.size(), 1u);
      EXPECT_EQ(seen.views[0].arguments, kArguments);
      EXPECT_EQ(seen.views[0].name, "f");
      EXPECT_EQ(seen.views[0].id, "c1");
      EXPECT_EQ(seen.views[0].evidence, Evidence::recorded);
      EXPECT_EQ(seen.views[0].at, At::wire);
      EXPECT_EQ(seen.views[0].turn, 1u);
    }
  }
}

TEST(ModelProxy, OneConnectionServesTurnAfterTurnUntilTheScriptIsUsedUp) {
  RunningProxy proxy;
  const std::string door = proxy.open(
      R"([{"status":429,"retryAfter":2},{"calls":[{"name":"f","arguments":"{}"}]},{"text":"done"}])");
  Client client(proxy.port());
  const std::string path = "/" + door + "/v1/chat/completions";
  std::vector<std::string> heads;
  for (int i = 0; i < 4; ++i) {
    client.send(post(path, R"({"messages":[{"role":"user","content":"x"}]})", ""));
    heads.push_back(client.read_until("\r\n\r\n"));
    client.read_until("}}");
  }
  EXPECT_THAT(heads[0], HasSubstr("429 Too Many Requests"));
  EXPECT_THAT(heads[0], HasSubstr("Retry-After: 2\r\n"));
  EXPECT_THAT(heads[1], HasSubstr("200 OK"));
  EXPECT_THAT(heads[2], HasSubstr("200 OK"));
  EXPECT_THAT(heads[3], HasSubstr("500 Internal"));
  EXPECT_THAT(heads[3], HasSubstr("X-Should-Retry: false"));
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 4u);
  EXPECT_THAT(record[3].fault, HasSubstr("all 3 scripted replies are used up"));
  const Observation seen = observe(record);
  EXPECT_THAT(seen.facts, ::testing::Contains(HasSubstr("the model answered with 429")));
  EXPECT_EQ(seen.histories.size(), 3u);
  EXPECT_EQ(seen.messages.size(), 1u);
  EXPECT_EQ(record[1].turn, 2u);
  EXPECT_EQ(seen.views.at(0).turn, 1u);  // the refusal before it was no turn of the model's
}

TEST(ModelProxy, OnlyPathsBehindOpenDoorsAreServed) {
  RunningProxy proxy;
  const std::string door = proxy.open(R"([{"text":"a"},{"text":"b"}])");
  const std::uint16_t port = proxy.port();
  EXPECT_THAT(ask(port, "/v1/chat/completions", "{}").head, HasSubstr("404"));
  EXPECT_THAT(ask(port, "/" + std::string(32, '0') + "/v1/chat/completions", "{}").head,
              HasSubstr("404"));
  EXPECT_THAT(ask(port, "/" + door + "/v1/models", "{}").head, HasSubstr("404"));
  Client get(port);
  get.send("GET /" + door + "/v1/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(get.read_all(), HasSubstr("405"));
  EXPECT_THAT(ask(port, "/" + door + "/v1/chat/completions", "{}").head, HasSubstr("200"));
  const auto record = proxy.close(door);
  EXPECT_THAT(ask(port, "/" + door + "/v1/chat/completions", "{}").head, HasSubstr("404"));
  ASSERT_EQ(record.size(), 3u);
  EXPECT_EQ(record[0].fault, "no such path");
  EXPECT_EQ(record[0].target, "/v1/models");
  EXPECT_THAT(record[1].fault, HasSubstr("POST"));
  const auto strays = proxy.strays();
  ASSERT_EQ(strays.size(), 3u);
  EXPECT_EQ(strays[0].fault, "no such door");
}

TEST(ModelProxy, TwoHundredAttemptsAtOnceNeverMix) {
  RunningProxy proxy;
  constexpr int kAttempts = 200;
  std::vector<std::string> doors;
  for (int i = 0; i < kAttempts; ++i) {
    nlohmann::json reply = {{"calls", {{{"name", "f"}, {"arguments", std::to_string(i)}}}},
                            {"chunks", "byte"}};
    doors.push_back(proxy.open(nlohmann::json::array({reply, reply}).dump()));
  }
  EXPECT_EQ(std::set<std::string>(doors.begin(), doors.end()).size(), doors.size());
  std::vector<std::thread> threads;
  std::vector<std::string> arguments(kAttempts * 2);
  for (int t = 0; t < 10; ++t) {
    threads.emplace_back([&, t] {
      // Each thread has twenty connections open before it reads from any.
      std::vector<std::unique_ptr<Client>> clients;
      for (int i = t; i < kAttempts; i += 10) {
        clients.push_back(std::make_unique<Client>(proxy.port()));
        const std::string path = "/" + doors[static_cast<std::size_t>(i)] + "/v1/responses";
        const std::string body = R"({"stream":true,"input":")" + std::to_string(i) + "\"}";
        clients.back()->send(post(path, body, "") + post(path, body));
      }
      for (int i = t, c = 0; i < kAttempts; i += 10, ++c) {
        const std::string raw = clients[static_cast<std::size_t>(c)]->read_all();
        EXPECT_THAT(heard(raw).body, HasSubstr("\"arguments\":\"" + std::to_string(i) + "\""));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < kAttempts; ++i) {
    const auto record = proxy.close(doors[static_cast<std::size_t>(i)]);
    ASSERT_EQ(record.size(), 2u);
    const Observation seen = observe(record);
    ASSERT_EQ(seen.views.size(), 2u);
    for (const View& view : seen.views) EXPECT_EQ(view.arguments, std::to_string(i));
    for (const Exchange& each : record) {
      EXPECT_THAT(each.request_body, HasSubstr("\"" + std::to_string(i) + "\""));
    }
  }
}

TEST(ModelProxy, KeysAreNotKept) {
  RunningProxy proxy;
  const std::string door = proxy.open(R"({"text":"a"})");
  Client client(proxy.port());
  client.send(post("/" + door + "/v1beta/models/m:generateContent?key=sk-1&alt=json", "{}",
                   "Authorization: Bearer sk-2\r\nx-goog-api-key: sk-3\r\nX-Other: kept\r\n"
                   "Connection: close\r\n"));
  client.read_all();
  const auto record = proxy.close(door);
  ASSERT_EQ(record.size(), 1u);
  std::string all = record[0].target;
  for (const auto& [name, value] : record[0].request_headers) all += name + value;
  EXPECT_THAT(all, Not(HasSubstr("sk-")));
  EXPECT_THAT(all, HasSubstr("kept"));
  EXPECT_THAT(record[0].target, HasSubstr("alt=json"));
}

TEST(ModelProxy, ACutReplyEndsWhereTheScriptSays) {
  RunningProxy proxy;
  for (const auto& [name, path] : kPaths) {
    SCOPED_TRACE(name);
    const std::string door =
        proxy.open(R"({"calls":[{"name":"f","arguments":"{\"a\":1}"}],"cut":40})");
    const Heard said = ask(proxy.port(), "/" + door + path.first, path.second);
    EXPECT_FALSE(said.ended);
    EXPECT_EQ(said.body.size(), 40u);
    const auto record = proxy.close(door);
    EXPECT_EQ(record.at(0).reply_body, said.body);
    EXPECT_FALSE(record.at(0).whole);
    EXPECT_THAT(record.at(0).fault, HasSubstr("cut after 40 bytes"));
  }
}

TEST(ModelProxy, AClientWithoutChunksAndOneThatWaitsForLeaveAreServed) {
  RunningProxy proxy;
  const std::string door = proxy.open(R"([{"text":"abc"},{"text":"abc"}])");
  Client old(proxy.port());
  old.send("POST /" + door + "/v1/chat/completions HTTP/1.0\r\nContent-Length: 15\r\n\r\n" +
           R"({"stream":true})");
  const std::string raw = old.read_all();
  EXPECT_THAT(raw, Not(HasSubstr("chunked")));
  EXPECT_THAT(raw, HasSubstr("data: [DONE]"));
  Client polite(proxy.port());
  polite.send("POST /" + door +
              "/v1/chat/completions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
              "Connection: close\r\nContent-Length: 2\r\n\r\n");
  EXPECT_THAT(polite.read_until("\r\n\r\n"), HasSubstr("100 Continue"));
  polite.send("{}");
  EXPECT_THAT(polite.read_all(), HasSubstr("200 OK"));
}

}  // namespace
}  // namespace tare::proxy
