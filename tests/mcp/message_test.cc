// What a JSON value is as a JSON-RPC message.
#include "mcp/message.h"

#include <gtest/gtest.h>

#include <string>

#include "json/reader.h"

namespace tare::mcp {
namespace {

class MessageTest : public testing::Test {
 protected:
  Message read(std::string text) {
    text_ = std::move(text);
    EXPECT_FALSE(json::read_strict(text_, document_)) << text_;
    return read_message(document_.root());
  }
  std::string text_;
  json::Document document_;
};

TEST_F(MessageTest, tells_requests_notifications_and_responses_apart) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").kind, MessageKind::request);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","method":"notifications/x"})").kind,
            MessageKind::notification);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind, MessageKind::response);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}})").kind,
            MessageKind::response);
}

TEST_F(MessageTest, keeps_an_id_as_it_is_spelled) {
  for (const std::string id : {"1", "1.0", "-0", "12345678901234567890", "1e2", "\"a\\u00e9\""}) {
    const Message message = read(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
    EXPECT_EQ(message.kind, MessageKind::request) << id;
    EXPECT_EQ(message.id, id);
  }
}

TEST_F(MessageTest, refuses_ids_that_are_no_string_and_no_whole_number) {
  for (const std::string id : {"null", "1.5", "true", "{}", "[1]", "\"\xff\""}) {
    const Message message = read(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
    EXPECT_EQ(message.kind, MessageKind::invalid) << id;
    EXPECT_EQ(message.id, "") << id;
  }
}

TEST_F(MessageTest, says_what_is_wrong_with_the_rest) {
  const auto fault = [this](const char* text) { return read(text).fault; };
  EXPECT_NE(fault("3").find("object, not number"), std::string::npos);
  EXPECT_NE(fault(R"({"id":1,"method":"ping"})").find("jsonrpc"), std::string::npos);
  EXPECT_NE(fault(R"({"jsonrpc":2.0,"id":1,"method":"ping"})").find("jsonrpc"), std::string::npos);
  EXPECT_NE(fault(R"({"jsonrpc":"2.0","id":1})").find("method"), std::string::npos);
  EXPECT_NE(fault(R"({"jsonrpc":"2.0","id":1,"method":7})").find("method"), std::string::npos);
  EXPECT_NE(fault(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[]})").find("params"),
            std::string::npos);
  EXPECT_NE(fault(R"({"jsonrpc":"2.0","id":1,"method":"x","method":"y"})").find("twice"),
            std::string::npos);
}

TEST_F(MessageTest, keeps_the_id_of_a_message_that_is_otherwise_wrong) {
  EXPECT_EQ(read(R"({"id":7,"method":"ping"})").id, "7");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"id":8,"method":"ping"})").id, "");
}

}  // namespace
}  // namespace tare::mcp
