// A record of frames, written and read back: nothing lost, calls as views, and who was there.
#include "mcp_proxy/recording.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mcp_proxy/record_line.h"

namespace tare {
namespace {

class RecordingTest : public testing::Test {
 protected:
  void from_client(const std::string& text, const std::string& session = "s") {
    append_record_line(record_, {.session = session, .text = text, .bytes = text.size()});
  }
  void answered(std::vector<mcp::AnsweredCall> calls, const std::string& session = "s") {
    append_record_line(record_, {.session = session,
                                 .direction = FrameDirection::to_client,
                                 .text = "{}",
                                 .bytes = 2,
                                 .calls = &calls});
  }
  void call(const std::string& id, const std::string& params, const std::string& session = "s") {
    from_client(
        R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":)" + params + "}",
        session);
  }
  McpRecording read() {
    auto out = read_mcp_record(record_, "server");
    EXPECT_TRUE(out.ok()) << (out.ok() ? "" : out.error().reason);
    return out.ok() ? std::move(*out) : McpRecording();
  }
  std::string record_;
};

TEST_F(RecordingTest, a_line_holds_the_frame_as_it_came) {
  from_client("{\"a\": \"\\u00e9\"}\r");
  EXPECT_EQ(record_,
            R"({"session":"s","direction":"fromClient","at":0,"frame":"{\"a\": \"\\u00e9\"}\r"})"
            "\n");
  record_.clear();
  from_client("\xff\x00{}");
  EXPECT_EQ(record_, R"({"session":"s","direction":"fromClient","at":0,"frameBase64":"/w=="})"
                     "\n");
}

TEST_F(RecordingTest, a_frame_that_was_cut_or_ended_early_says_so) {
  append_record_line(record_, {.session = "s", .text = "{", .bytes = 900, .has_newline = false});
  EXPECT_EQ(record_, R"({"session":"s","direction":"fromClient","at":0,"frame":"{",)"
                     R"("bytes":900,"newline":false})"
                     "\n");
}

TEST_F(RecordingTest, a_call_is_a_view_at_tool_with_the_bytes_of_its_arguments) {
  call("1", R"({"name":"g\u0065t","arguments": {"n": 1.0, "n":9007199254740993, "s":"\ud800"}})");
  answered({{"1", CallStatus::denied}});
  const McpRecording seen = read();
  ASSERT_EQ(seen.views.size(), 1u);
  const View& view = seen.views[0];
  EXPECT_EQ(view.at, At::tool);
  EXPECT_EQ(view.evidence, Evidence::recorded);
  EXPECT_EQ(view.name, "get");
  EXPECT_EQ(view.arguments, R"({"n": 1.0, "n":9007199254740993, "s":"\ud800"})");
  EXPECT_EQ(view.status, CallStatus::denied);
  EXPECT_EQ(view.server, "server");
  EXPECT_FALSE(view.id);
}

TEST_F(RecordingTest, bytes_that_are_no_utf8_come_through) {
  call("1", "{\"name\":\"get\",\"arguments\":{\"s\":\"\xff\xfe\"}}");
  const McpRecording seen = read();
  ASSERT_EQ(seen.views.size(), 1u);
  EXPECT_EQ(seen.views[0].arguments, "{\"s\":\"\xff\xfe\"}");
}

TEST_F(RecordingTest, absent_arguments_are_an_empty_text_and_null_is_null) {
  call("1", R"({"name":"get"})");
  call("2", R"({"name":"get","arguments":null})");
  const McpRecording seen = read();
  ASSERT_EQ(seen.views.size(), 2u);
  EXPECT_EQ(seen.views[0].arguments, "");
  EXPECT_EQ(seen.views[1].arguments, "null");
  EXPECT_FALSE(seen.views[0].status);
}

TEST_F(RecordingTest, statuses_find_their_calls_by_session_and_id_even_where_ids_come_again) {
  call("1", R"({"name":"a"})", "x");
  call("1", R"({"name":"b"})", "y");
  call("1", R"({"name":"c"})", "x");
  answered({{"1", CallStatus::failed}}, "y");
  answered({{"1", CallStatus::executed}}, "x");
  answered({{"1", CallStatus::rejected}}, "x");
  const McpRecording seen = read();
  ASSERT_EQ(seen.views.size(), 3u);
  EXPECT_EQ(seen.views[0].status, CallStatus::executed);
  EXPECT_EQ(seen.views[1].status, CallStatus::failed);
  EXPECT_EQ(seen.views[2].status, CallStatus::rejected);
}

TEST_F(RecordingTest, calls_in_a_batch_and_calls_that_no_server_answers_are_views_too) {
  from_client(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}},)"
              R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"b"}}])");
  from_client(R"({"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"c"}})");
  answered({{"1", CallStatus::executed}});
  const McpRecording seen = read();
  ASSERT_EQ(seen.views.size(), 3u);
  EXPECT_EQ(seen.views[0].status, CallStatus::executed);
  EXPECT_EQ(seen.views[1].status, CallStatus::rejected);
  EXPECT_EQ(seen.views[2].status, CallStatus::rejected);
  EXPECT_EQ(seen.unread, 0u);
}

TEST_F(RecordingTest, says_who_was_connected_and_by_which_revision) {
  EXPECT_FALSE(read().connected);
  EXPECT_FALSE(read().absence_counts());
  from_client(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_FALSE(read().connected);
  from_client(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":)"
              R"({"protocolVersion":"2025-06-18","clientInfo":{"name":"c","version":"1"}}})");
  EXPECT_TRUE(read().connected);
  EXPECT_FALSE(read().tools_listed);
  EXPECT_EQ(read().client_name, "c");
  EXPECT_EQ(read().revision, "2025-06-18");
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":)"
              R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
              R"("io.modelcontextprotocol/clientInfo":{"name":"d"}}}})");
  EXPECT_TRUE(read().tools_listed);
  EXPECT_TRUE(read().absence_counts());
  EXPECT_EQ(read().client_name, "d");
  EXPECT_FALSE(read().client_version);
  EXPECT_EQ(read().revision, "2026-07-28");
}

TEST_F(RecordingTest, a_frame_that_could_hide_a_call_makes_absence_count_for_nothing) {
  from_client(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(read().absence_counts());
  const std::string good = record_;
  from_client("{\"jsonrpc\":");
  EXPECT_EQ(read().unread, 1u);
  EXPECT_FALSE(read().absence_counts());
  record_ = good;
  append_record_line(record_, {.session = "s", .text = "{}", .bytes = 900});
  EXPECT_FALSE(read().absence_counts());
  record_ = good;
  from_client(R"({"id":1})");
  EXPECT_FALSE(read().absence_counts());
}

TEST_F(RecordingTest, a_record_cut_off_in_its_last_line_is_read_up_to_there) {
  call("1", R"({"name":"a"})");
  const std::string first = record_;
  call("2", R"({"name":"b"})");
  const std::string whole = record_;
  for (std::size_t size = first.size() + 1; size < whole.size() - 1; ++size) {
    record_ = whole.substr(0, size);
    EXPECT_EQ(read().views.size(), 1u) << size;
    EXPECT_TRUE(read().cut_off) << size;
    EXPECT_FALSE(read().absence_counts());
  }
  record_ = whole.substr(0, whole.size() - 1);
  EXPECT_EQ(read().views.size(), 2u);
}

TEST_F(RecordingTest, a_line_that_is_none_is_a_fault_with_its_number) {
  from_client("{}");
  for (const char* line :
       {"nonsense\n", "{}\n", "{\"direction\":\"fromClient\"}\n",
        "{\"direction\":\"up\",\"frame\":\"{}\"}\n",
        "{\"direction\":\"fromClient\",\"frameBase64\":\"*\"}\n",
        "{\"direction\":\"fromClient\",\"frame\":\"\",\"frameBase64\":\"\"}\n"}) {
    const auto out = read_mcp_record(record_ + line);
    ASSERT_FALSE(out.ok()) << line;
    EXPECT_EQ(out.error().where, "line 2");
  }
}

}  // namespace
}  // namespace tare
