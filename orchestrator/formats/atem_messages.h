// Messages with a recipient, around calls with `atem:` tags.
//
// `<|start|>assistant to=NAME<|message|>BODY<|eom|>`: what goes to `self` is thinking, what goes to
// `user` the answer, all else is for a tool. So the same tags are a call in one message, and a
// thought about one in another.
#pragma once

#include "formats/readers.h"

namespace tare::formats {

void read_atem_messages(const ReadTask& task, ModelText& out);

}  // namespace tare::formats
