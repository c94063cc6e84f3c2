#include "retry_after.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <string>

namespace tare::chat {
namespace {

constexpr double kDayMs = 24.0 * 3600 * 1000;

std::optional<double> number(std::string_view text) {
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(out) || out < 0) {
    return std::nullopt;
  }
  return out;
}

std::optional<double> seconds_until(const std::string& date) {
  std::tm parts{};
  const char* end = ::strptime(date.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return std::max(0.0, std::difftime(::timegm(&parts), std::time(nullptr)));
}

}  // namespace

std::optional<std::uint64_t> retry_after_ms(const HttpAnswer& answer) {
  std::optional<double> ms = number(answer.header("retry-after-ms"));
  if (!ms) {
    const std::string_view text = answer.header("retry-after");
    if (text.empty()) return std::nullopt;
    std::optional<double> seconds = number(text);
    if (!seconds) seconds = seconds_until(std::string(text));
    if (!seconds) return std::nullopt;
    ms = *seconds * 1000;
  }
  return static_cast<std::uint64_t>(std::min(*ms, kDayMs));
}

}  // namespace tare::chat
