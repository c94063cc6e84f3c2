// What an operational failure says to a person: what happened, why, and how to mend it.
#pragma once

#include <string>
#include <string_view>

#include "model/attempt.h"
#include "process/adapter_process.h"
#include "suite/suite.h"

namespace tare {

struct FailureFacts {
  const Suite* suite = nullptr;
  std::uint32_t deadline_ms = 0;
  Termination termination;
  std::string process_state;  // what /proc said when a clock ran out; "" otherwise
  std::string breach_text;    // protocolError
  std::string stream_end;     // noFinish: what stdout ended in
  const AdapterError* adapter_error = nullptr;
  std::string system_reason;  // spawnFailed
  std::string_view stderr_tail;
  bool stdout_empty = false;
};

std::string failure_text(Failure failure, const FailureFacts& facts);

}  // namespace tare
