// A door: the path of one attempt, behind which its script answers and its record grows.
//
// Each attempt has a door of its own, named by 128 random bits, so that attempts that run at the
// same time never mix and nothing else on the machine can guess its way in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "proxy/exchange.h"
#include "proxy/replay.h"

namespace tare::proxy {

struct DoorOptions {
  ReplyScript script;
  bool repeat = false;                                 // begin anew when the script is used up
  bool keep_exchanges = true;                          // false: whoever listens has them
  std::uint64_t max_bytes = std::uint64_t{256} << 20;  // of request bodies, in all
  std::uint32_t max_exchanges = 10'000;
};

class Door {
 public:
  explicit Door(DoorOptions options);

  const std::string& name() const { return name_; }  // 32 hexadecimal digits
  // What is under way then stays in the record as far as it came.
  void close();

  // How many bytes the next request's body may have.
  std::uint64_t bytes_left() const;
  std::uint32_t exchanges_left() const;

  // A request's head has come: its place in the record, filled as it goes on.
  std::shared_ptr<Exchange> begin(std::uint64_t order);
  // The body has come: what is answered. Takes the next reply of the script if the request can be
  // answered by one, and sets the exchange's turn and fault.
  // REQUIRES: exchange.endpoint
  PlannedReply answer(Exchange& exchange);

  std::vector<Exchange> exchanges() const;

 private:
  DoorOptions options_;
  std::string name_;
  std::size_t next_ = 0;  // in the script
  std::uint32_t turn_ = 0;
  std::uint32_t begun_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<std::shared_ptr<Exchange>> exchanges_;
};

}  // namespace tare::proxy
