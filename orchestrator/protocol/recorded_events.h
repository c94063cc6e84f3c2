// What a recorder saw, in the adapter's own language.
//
// A recorder between client, model and tools writes down event lines as an adapter would print
// them. So a journal is read in one way, secrets are masked in one way, and nobody needs a second
// format. Its own notes (was anybody there, what went wrong) are an event `x-recorder`, which means
// nothing where an adapter prints it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "model/answer.h"
#include "protocol/fields.h"

namespace tare {

// Where in the recorded bytes a call stands.
struct RecordedPlace {
  std::uint64_t exchange = 0;                              // of the model proxy; 0: none
  std::vector<std::pair<std::size_t, std::size_t>> spans;  // begin and end in the reply's body
  bool complete = true;                                    // false: the reply ended within it
  bool asked_again = false;                                // and the client made a further request
};

std::string call_event(const View& view, const RecordedPlace& place);
std::string message_event(const Message& message);
std::string history_event(std::string_view messages_json);
std::string result_event(const ToolResult& result);
// All of `notes` but what other events say (`sent_back`) and what is read later (`claims`).
std::string recorder_event(const RecorderNotes& notes);

// Adds an `x-recorder` event to `notes`; false where the object is none.
bool read_recorder_event(json::Value object, RecorderNotes& notes);

}  // namespace tare
