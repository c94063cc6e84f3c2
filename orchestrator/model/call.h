// A tool call at the points of its way. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
};

}  // namespace tare
