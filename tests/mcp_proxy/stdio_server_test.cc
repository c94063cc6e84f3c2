// The loop over real pipes: who closes what, and when it ends.
#include "mcp_proxy/stdio_server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <thread>

#include "mcp_proxy/recording.h"

namespace tare {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> fds{};
    EXPECT_EQ(::pipe2(fds.data(), O_CLOEXEC), 0);
    read.reset(fds[0]);
    write.reset(fds[1]);
  }
  UniqueFd read, write;
};

std::string read_to_end(int fd) {
  std::string out;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got <= 0) return out;
    out.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::string call(int id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":"get","arguments":{}}})" + "\n";
}

class StdioServerTest : public testing::Test {
 protected:
  StdioServerTest() {
    ::signal(SIGPIPE, SIG_IGN);  // as the command line does for its whole life
    path_ = testing::TempDir() + "record-" + std::to_string(::getpid()) + "-" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
    std::remove(path_.c_str());
  }
  ~StdioServerTest() override { std::remove(path_.c_str()); }

  // Everything is written before the loop begins: it has to fit a pipe.
  Result<StdioOutcome> serve(const std::string& input, std::uint64_t max_record = 1 << 20,
                             StdioLimits limits = {}) {
    EXPECT_TRUE(write_all(in_.write.get(), input).ok());
    in_.write.reset();
    return run(max_record, limits);
  }
  Result<StdioOutcome> run(std::uint64_t max_record, const StdioLimits& limits) {
    auto recorder = FrameRecorder::open(path_, max_record);
    EXPECT_TRUE(recorder.ok());
    mcp::Offer offer;
    offer.tools.push_back({"get", R"({"name":"get","inputSchema":{"type":"object"}})"});
    mcp::Session session(std::move(offer), [this](const mcp::ToolCall&) {
      return mcp::ToolAnswer{CallStatus::executed, R"({"content":[)" + content_ + "]}"};
    });
    auto outcome = serve_stdio(in_.read.get(), out_.write.get(), session, *recorder, limits);
    out_.write.reset();
    return outcome;
  }
  McpRecording recording() {
    const auto text = read_file(path_);
    EXPECT_TRUE(text.ok());
    auto out = read_mcp_record(*text);
    EXPECT_TRUE(out.ok());
    return std::move(*out);
  }

  Pipe in_, out_;
  std::string path_, content_;
};

TEST_F(StdioServerTest, answers_and_records_until_the_client_closes_its_end) {
  const auto outcome = serve(call(1) + call(2));
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome->frames, 2u);
  EXPECT_FALSE(outcome->client_left_replies);
  EXPECT_EQ(read_to_end(out_.read.get()),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}\n"
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}\n");
  const McpRecording seen = recording();
  ASSERT_EQ(seen.views.size(), 2u);
  EXPECT_EQ(seen.views[1].status, CallStatus::executed);
}

TEST_F(StdioServerTest, a_last_frame_without_a_newline_counts) {
  std::string input = call(1);
  input.pop_back();
  ASSERT_TRUE(serve(input).ok());
  EXPECT_NE(read_to_end(out_.read.get()).find("\"id\":1"), std::string::npos);
  EXPECT_EQ(recording().views.size(), 1u);
}

TEST_F(StdioServerTest, a_client_that_stops_listening_is_recorded_to_its_end) {
  out_.read.reset();
  const auto outcome = serve(call(1) + call(2));
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->client_left_replies);
  EXPECT_EQ(recording().views.size(), 2u);
}

TEST_F(StdioServerTest, replies_that_nobody_reads_do_not_hold_it_up_for_ever) {
  content_ = "\"" + std::string(200000, 'x') + "\"";  // more than a pipe holds
  const auto outcome = serve(call(1), 1 << 20, {.drain_ms = 1});
  ASSERT_TRUE(outcome.ok());
  EXPECT_TRUE(outcome->client_left_replies);
}

TEST_F(StdioServerTest, a_client_that_reads_late_gets_every_reply_whole) {
  content_ = "\"" + std::string(100000, 'x') + "\"";
  constexpr int kCalls = 40;
  std::thread client([this] {
    std::string input;
    for (int i = 0; i < kCalls; ++i) input += call(i);
    EXPECT_TRUE(write_all(in_.write.get(), input).ok());
    in_.write.reset();
  });
  std::string replies;
  std::thread reader([this, &replies] { replies = read_to_end(out_.read.get()); });
  const auto outcome = run(std::uint64_t{1} << 30, {.queued_bytes = 1000});
  client.join();
  reader.join();
  ASSERT_TRUE(outcome.ok());
  EXPECT_FALSE(outcome->client_left_replies);
  std::string expected;
  for (int i = 0; i < kCalls; ++i) {
    expected += "{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(i) + ",\"result\":{\"content\":[" +
                content_ + "]}}\n";
  }
  EXPECT_TRUE(replies == expected);
  EXPECT_EQ(recording().views.size(), static_cast<std::size_t>(kCalls));
}

TEST_F(StdioServerTest, what_does_not_fit_the_record_is_not_answered) {
  const auto outcome = serve(call(1) + call(2), 400);
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().reason.find("400 bytes"), std::string::npos);
  EXPECT_EQ(recording().views.size(), 1u);
  EXPECT_EQ(read_to_end(out_.read.get()).find("\"id\":2"), std::string::npos);
}

TEST_F(StdioServerTest, frames_are_bounded_in_size_and_in_number) {
  const auto outcome = serve(std::string(2000, 'x') + "\n" + call(1) + call(2), 1 << 20,
                             {.frame_bytes = 500, .frames = 2});
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(outcome.error().reason.find("more than 2 frames"), std::string::npos);
  const McpRecording seen = recording();
  EXPECT_EQ(seen.views.size(), 1u);
  EXPECT_EQ(seen.unread, 1u);
}

TEST_F(StdioServerTest, sessions_on_one_file_follow_each_other) {
  ASSERT_TRUE(serve(call(1)).ok());
  in_ = Pipe();
  out_ = Pipe();
  ASSERT_TRUE(serve(call(1)).ok());
  const McpRecording seen = recording();
  ASSERT_EQ(seen.views.size(), 2u);
  EXPECT_EQ(seen.views[0].status, CallStatus::executed);
  EXPECT_EQ(seen.views[1].status, CallStatus::executed);
}

}  // namespace
}  // namespace tare
