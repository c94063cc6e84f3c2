// What an operational failure says to a person: what happened, why, and how to mend it.
#pragma once

#include <string>
#include <string_view>

#include "base/mask.h"
#include "model/attempt.h"
#include "process/adapter_process.h"
#include "suite/suite.h"

namespace tare {

struct FailureFacts {
  const Suite* suite = nullptr;
  const Masker* masker = nullptr;  // null: nothing is masked
  std::uint32_t deadline_ms = 0;
  Termination termination;
  std::string process_state;  // what /proc said when a clock ran out; "" otherwise
  // Of masked text already, for they cut it:
  std::string breach_text;        // protocolError
  std::string stream_end;         // noFinish: what stdout ended in
  std::string_view lacking = {};  // noFinish: the event that the answer is without, though it ended
  std::string_view stderr_tail;
  const AdapterError* adapter_error = nullptr;
  std::string system_reason;  // spawnFailed
  bool stdout_empty = false;
};

// Secrets are masked in each text before it is cut: half a secret would not be found any more.
std::string failure_text(Failure failure, const FailureFacts& facts);

}  // namespace tare
