// The answer of an attempt: what the adapter said, and over it what Tare's recorders saw.
//
// Where a recorder stood, its bytes are the evidence and the adapter's word is a claim: views at
// `wire` come from the model proxy as soon as it was asked, views at `tool` from the MCP proxy call
// by call (an adapter may run tools of its own beside it). Claims are kept to be compared. Where a
// recorder stood and nobody came, nothing is known on that side; that is never taken for "no call".
#pragma once

#include <string>
#include <vector>

#include "model/answer.h"
#include "model/attempt.h"

namespace tare {

Answer answer_of(AdapterKind kind, const std::vector<std::string>& events,
                 const std::vector<std::string>& recorded);

}  // namespace tare
