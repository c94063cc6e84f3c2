// A tool call at the points of its way. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

// Where on its way a call was seen, in the order of the way (docs/protocol.md, "Views").
enum class At : std::uint8_t { text, wire, client, approval, tool };
inline constexpr int kAtCount = 5;
std::string_view at_name(At at);  // "text", "wire", …
std::optional<At> at_from_name(std::string_view name);

// How sure we are that the text is what stood there.
enum class Evidence : std::uint8_t {
  none,      // only that it happened
  parsed,    // JSON from the adapter: its language's printer spelled it
  verbatim,  // text from the adapter
  recorded,  // bytes that Tare's own proxy saw
};
std::string_view evidence_name(Evidence evidence);

enum class CallStatus : std::uint8_t { executed, held, denied, rejected, failed };
std::string_view status_name(CallStatus status);
std::optional<CallStatus> status_from_name(std::string_view name);

// A part of a model's text that is no call: bytes [begin, end) of it.
struct TextPassage {
  std::size_t begin = 0, end = 0;
  bool reasoning = false;  // channel
};

// What was read out of a view's text (coercion/text_calls.h). The calls stand behind that view as
// views of their own; it is no call itself unless something in it stayed unread.
struct TextReading {
  std::vector<TextPassage> passages;  // beside the calls, in order
  std::uint32_t calls = 0;
  bool unread = false;  // it may hold a call that no reader could take out
};

// Of a call that was read out of a text.
struct TextCall {
  std::uint32_t holder = 0;          // index of the view with the whole text
  std::size_t begin = 0, end = 0;    // the call with its markup, bytes of that text
  bool malformed = false;            // the markup itself is broken
  std::vector<std::string> untyped;  // arguments whose type the text does not show
};

// One `call` event (or `raw`, `normalized`, or an entry of the short form).
struct View {
  At at = At::tool;
  std::optional<std::string> id;
  std::optional<std::uint32_t> turn;
  std::optional<std::string>
      name;  // verbatim, never normalised; absent where the model's text holds none
  std::optional<std::string>
      arguments;                      // the text as captured, bytes; absent: the adapter gave none
  std::optional<std::string> text;    // `text` views: the model's output around and with the call
  std::optional<std::string> format;  // of `text`
  Evidence evidence = Evidence::none;
  std::optional<CallStatus> status;
  std::optional<std::string> server;
  bool builtin = false;
  // At `wire`, recorded: the client told the model a result of it, or, where the reply broke off
  // within it, asked again.
  bool answered = false;
  std::optional<TextReading> reading;  // of `text`, once its calls have been read
  std::optional<TextCall> from_text;   // set where the call was read out of another view's text
};

}  // namespace tare
