// The calls in a provider's reply, as the provider's own rules put them together.
//
// A provider sends a call whole, or in pieces over many events; which piece belongs to which call
// is told by an index, an id or a content block, each provider in its way. Clients get this wrong
// in many ways, so Tare does it a second time, by the rules, from the events as they came:
// arguments are joined byte for byte and never parsed.
//
// Untrusted: an event that is no JSON object, a piece of no call, a number that is no index are
// faults, kept by name and count; nothing is dropped in silence. Linear in the events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare::formats {

enum class Provider {
  openai_chat,       // chat completions, and the many servers that speak like them
  openai_responses,  // responses
  anthropic,         // messages
  gemini,            // generateContent and its stream
  ollama,            // its own chat
};
std::string_view provider_name(Provider provider);  // "openaiChat", …

struct WireCall {
  std::optional<std::string> id;
  std::optional<std::string> name;
  // The pieces joined; where the provider sends arguments as JSON and not as text, its bytes.
  std::string arguments;
  bool as_text = true;    // false: sent as JSON
  bool complete = false;  // the provider said that no piece is to come
  bool builtin = false;   // run by the provider itself
};

struct WireReply {
  std::vector<WireCall> calls;  // in the order of their first pieces
  std::string content, reasoning, refusal;
  std::string finish;  // the provider's word for why it ended; "" if it never said
  // What did not fit the rules, in a few words each, at most kMaxFaults.
  std::vector<std::string> faults;
  std::size_t fault_count = 0;
};

// Takes events one after the other. For one reply.
class ReplyAssembler {
 public:
  static constexpr std::size_t kMaxFaults = 20;
  static constexpr std::size_t kMaxCalls = 100'000;

  explicit ReplyAssembler(Provider provider);
  ~ReplyAssembler();
  ReplyAssembler(ReplyAssembler&&) noexcept;
  ReplyAssembler& operator=(ReplyAssembler&&) noexcept;

  // One event's JSON (without the "data:" of a stream; "[DONE]" is passed over), or one whole
  // reply.
  void take(std::string_view json);
  // The calls that the last event had part in, by their places in `calls`; one may stand there
  // twice.
  const std::vector<std::size_t>& touched() const;
  // What came so far. Calls that were not ended are there with `complete` false.
  WireReply finish();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace tare::formats
