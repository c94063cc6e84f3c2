// What an attempt of a program that knows nothing of the protocol amounts to.
//
// It ended by itself, so it is finished, and what it printed may be its final answer: both are put
// down as the events that an adapter would have printed, so that a journal is read in one way. Of
// calls such a program says nothing. That is no statement that there were none, so the answer has
// evidence on neither side, as a short form without `raw` and `normalized` would, until a recorder
// adds what it saw.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/answer.h"
#include "model/attempt.h"

namespace tare {

// `final_text`: bytes, kept to the byte even where they are no UTF-8; "" is no message at all.
std::vector<std::string> command_events(bool finished, std::string_view final_text);

}  // namespace tare
