// What of a client's frames reaches the real server behind the proxy, and what of its answers is to
// which call. Pure: frames in, decisions out.
//
// A call that an answer is written for is answered here and never reaches the server; all else is
// passed on as it came. Where there are answers, what cannot be decided is refused: a frame that is
// no JSON or no message to us may be a call to a server that reads it otherwise (the last of two
// names, a name in another case), and "never reaches the server" has to hold for that too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/session.h"
#include "mcp_proxy/canned_answers.h"

namespace tare {

class FrontPolicy {
 public:
  explicit FrontPolicy(CannedAnswers answers) : answers_(std::move(answers)) {}

  struct Decision {
    bool forward = false;
    std::vector<mcp::Outgoing> answers = {};  // to the client, where it is not forwarded
  };
  Decision from_client(const mcp::Frame& frame);

  // The calls that a frame of the server answers.
  std::vector<mcp::AnsweredCall> from_server(std::string_view frame);

  bool any_waiting() const { return !waiting_.empty(); }
  // An error for each request that still waits, in the order in which they came: the server is
  // gone.
  std::vector<mcp::Outgoing> answer_waiting(std::string_view reason);

 private:
  enum class Asked : std::uint8_t { call, initialize, other };
  struct Waiting {
    std::string id;  // as the client spelled it
    Asked asked;
  };

  Decision decide(json::Value root);
  std::string fault_of(json::Value value) const;
  const mcp::ToolAnswer* answer_for(const mcp::Message& message) const;
  void note_waiting(json::Value value);
  void note_answer(json::Value value, std::vector<mcp::AnsweredCall>& out);
  mcp::Revision revision_of(const mcp::Message& message) const;

  CannedAnswers answers_;
  std::optional<mcp::Revision> settled_;
  // By the canonical text of the id, for a server may spell 7.0 as 7, and by which request it was:
  // a careless client uses one id again, and each of its requests is to hear something.
  std::map<std::pair<std::string, std::uint64_t>, Waiting> waiting_;
  std::uint64_t asked_ = 0;
  json::Document document_;
};

}  // namespace tare
