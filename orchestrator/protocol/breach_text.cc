#include "protocol/breach_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"

namespace tare {
namespace {
constexpr std::size_t kShownBytes = 200;
}

std::string shown_bytes(std::string_view bytes) {
  std::string text = fmt::format("\"{}\"", escape_for_terminal(bytes.substr(0, kShownBytes)));
  if (bytes.size() > kShownBytes) text += fmt::format(" (the first {} bytes)", kShownBytes);
  return text;
}

ProtocolBreach make_breach(const BreachSpot& spot, std::string_view reason, std::string_view mend) {
  ProtocolBreach breach;
  breach.line = spot.line;
  breach.offset = spot.offset;
  breach.line_bytes = std::string(spot.line_bytes.substr(0, kShownBytes));
  breach.text = fmt::format("line {} of stdout, at byte {}: {}; the line is {}. {}", spot.line,
                            spot.offset, reason, shown_bytes(spot.line_bytes), mend);
  return breach;
}

BreachSpot spot_in_record(std::string_view record, const BreachSpot& begin, std::size_t offset) {
  offset = std::min(offset, record.size());
  const std::string_view before = record.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t line_end = std::min(record.find('\n', offset), record.size());
  BreachSpot spot;
  spot.line =
      begin.line + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  spot.offset = begin.offset + offset;
  spot.line_bytes = record.substr(line_begin, line_end - line_begin);
  return spot;
}

}  // namespace tare
