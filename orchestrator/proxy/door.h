// A door: the path of one attempt, behind which its script answers and its record grows.
//
// Each attempt has a door of its own, named by 128 random bits, so that attempts that run at the
// same time never mix and nothing else on the machine can guess its way in.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/manifest.h"
#include "proxy/exchange.h"
#include "proxy/replay.h"

namespace tare::proxy {

// A request for the MCP server that may stand behind a door, at the path `/mcp`. It is no exchange
// of the model's: who answers it keeps it.
struct McpRequest {
  std::string_view method;
  const Headers* headers = nullptr;  // values that are keys are left out
  std::string_view body;             // as far as it came
  std::uint64_t bytes = 0;           // of the whole body, at least: more than came where it was cut
};
struct McpReply {
  std::uint32_t status = 200;
  Headers headers = {};
  std::string body = {};
};
using McpHandler = std::function<McpReply(const McpRequest&)>;

class UpstreamClient;

struct DoorOptions {
  ReplyScript script = {};
  // The tools as the suite has them: the script's calls of them go out under the names that a
  // request offers them by.
  Manifest offered = {};
  // A request that offers no tool uses up no reply that calls one: whole programs ask on the side,
  // for a title and the like.
  bool answer_asides = false;
  // Set: requests go on to their providers, and no script is asked. Shared by all doors of a proxy,
  // and on its executor.
  std::shared_ptr<UpstreamClient> upstream = {};
  bool repeat = false;                                 // begin anew when the script is used up
  bool keep_exchanges = true;                          // false: whoever listens has them
  std::uint64_t max_bytes = std::uint64_t{256} << 20;  // of bodies, in all
  std::uint32_t max_exchanges = 10'000;
  McpHandler mcp = {};  // empty: no such path. Not called once the door is closed
};

class Door {
 public:
  explicit Door(DoorOptions options);

  const std::string& name() const { return name_; }  // 32 hexadecimal digits
  // What is under way then stays in the record as far as it came.
  void close();

  // How many bytes the next request's body may have. What bodies under way may grow to is set aside
  // while they are read.
  std::uint64_t bytes_left() const;
  void set_aside(std::uint64_t bytes) { under_way_ += bytes; }
  void give_back(std::uint64_t bytes) { under_way_ -= bytes; }
  std::uint32_t exchanges_left() const;

  // A request's head has come: its place in the record, filled as it goes on.
  std::shared_ptr<Exchange> begin(std::uint64_t order);
  // The body has come: what is answered. Takes the next reply of the script if the request can be
  // answered by one, and sets the exchange's turn and fault.
  // REQUIRES: exchange.endpoint
  PlannedReply answer(Exchange& exchange);

  UpstreamClient* upstream() const { return options_.upstream.get(); }
  // A request goes on to its provider: it is a turn, and its bytes count.
  void count_forwarded(Exchange& exchange);
  void count_answer(const Exchange& exchange);

  bool serves_mcp() const { return static_cast<bool>(options_.mcp); }
  // REQUIRES: serves_mcp()
  McpReply answer_mcp(const McpRequest& request);

  std::vector<Exchange> exchanges() const;

 private:
  DoorOptions options_;
  std::string name_;
  std::size_t next_ = 0;  // in the script
  std::uint32_t turn_ = 0;
  std::uint32_t begun_ = 0;
  std::uint32_t mcp_requests_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t under_way_ = 0;
  std::vector<std::shared_ptr<Exchange>> exchanges_;
};

}  // namespace tare::proxy
