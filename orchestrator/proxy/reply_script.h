// What the proxy answers in replay: a case's `reply`, one recorded reply or one a turn.
//
// A reply is either recorded (`body`, `bodyBase64` or `events`: bytes that go out as they are) or
// written short (`text`, `reasoning`, `calls`) and then rendered for whichever provider the client
// asks. In both the text of arguments is never parsed: it goes out byte for byte. What a provider
// does when it fails (a status, a cut, an error) can be asked for on purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tare::proxy {

// In how small parts a reply goes out.
struct Chunking {
  std::size_t event_bytes = 0;      // of text in one event of a stream; 0 is all at once
  std::size_t transport_bytes = 0;  // in one HTTP chunk; 0 is one event
  // Characters beyond ASCII are written as \u escapes, so that a cut can part a surrogate pair.
  bool escapes = false;
};

struct ScriptedCall {
  std::optional<std::string> id;
  std::string name;
  std::string arguments;   // the very text
  std::string name_space;  // responses: the namespace that the tool was offered in; "" if none
};

struct ScriptedError {
  std::string type;     // the provider's word; "" for its usual one
  std::string message;  // "" for a plain sentence
};

struct ScriptedReply {
  // Recorded: at most one of the two.
  std::optional<std::string> body;
  std::vector<std::string> events;  // JSON texts, framed as the provider frames its events
  // Short.
  std::string text, reasoning;
  std::vector<ScriptedCall> calls;
  std::string finish;  // the provider's word for why it ended; "" for the usual one

  std::optional<std::uint32_t> status;
  std::vector<std::pair<std::string, std::string>> headers;
  std::optional<std::uint32_t> retry_after;  // seconds
  std::optional<ScriptedError> error;
  std::optional<std::uint64_t> cut;  // the connection ends after so many bytes of the body
  Chunking chunking;

  bool recorded() const { return body.has_value() || !events.empty(); }
  bool has_content() const { return !text.empty() || !reasoning.empty() || !calls.empty(); }
};

using ReplyScript = std::vector<ScriptedReply>;  // one a turn

// From JSON text: an object or a list of objects. Unknown members are errors that name the nearest.
Result<ReplyScript> read_reply_script(std::string_view json);

}  // namespace tare::proxy
