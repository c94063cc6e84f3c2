// The events that tare-chat prints, one line each (docs/protocol.md).
//
// Texts go out byte for byte, be they UTF-8 or not: they are evidence. The key alone is hidden,
// should a server send it back.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tare::chat {

class EventLine {
 public:
  EventLine(std::string_view event, std::string_view key);
  EventLine& text(std::string_view name, std::string_view value);
  EventLine& text_if_any(std::string_view name, std::string_view value);  // not where it is ""
  EventLine& text_or_null(std::string_view name, const std::optional<std::string>& value);
  EventLine& count(std::string_view name, std::uint64_t value);
  EventLine& flag(std::string_view name, bool value);
  EventLine& json(std::string_view name, std::string_view value);
  // To stdout, at once. False where nobody reads any more.
  bool print();

 private:
  std::string line_;
  std::string_view key_;
};

// {"name":"…",…} of those that are not "".
std::string json_object(
    std::initializer_list<std::pair<std::string_view, std::string_view>> members);

// One line on stderr, the key hidden in it.
void note(std::string text, std::string_view key);

}  // namespace tare::chat
