// Ids may hold anything that is not a control character; names of folders may not.
#include "base/names.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>

#include "base/sha256.h"

namespace tare {

namespace {

constexpr std::size_t kMaxFolderName = 100;
constexpr std::size_t kHashDigits = 12;
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

std::string hex_of(unsigned char byte, const char* digits) {
  return {digits[byte >> 4], digits[byte & 15]};
}

int base64_value(char c) {
  const std::size_t at = kBase64.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string format_time(const char* format, std::time_t seconds) {
  std::tm parts{};
  if (gmtime_r(&seconds, &parts) == nullptr) return {};  // a year that no int can hold
  std::array<char, 64> out{};
  return {out.data(), std::strftime(out.data(), out.size(), format, &parts)};
}

}  // namespace

std::string folder_name_of(std::string_view id) {
  // Encoding makes no lone '%', so the empty id has a name of its own.
  if (id.empty()) return "%";
  std::string out;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (is_plain(id[i]) && !(i == 0 && id[i] == '.')) {
      out += id[i];
    } else {
      out += '%' + hex_of(static_cast<unsigned char>(id[i]), "0123456789ABCDEF");
    }
  }
  if (out.size() > kMaxFolderName) {
    // '~' is always encoded, so a cut name never equals a whole one.
    out.resize(kMaxFolderName - kHashDigits - 1);
    out += '~' + sha256_hex(id).substr(0, kHashDigits);
  }
  return out;
}

std::string base64_encode(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < have ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= have ? kBase64[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

Result<std::string> base64_decode(std::string_view text) {
  const auto bad = [](std::size_t at) {
    return Error{.reason = "no base64: wrong character or length at byte " + std::to_string(at)};
  };
  if (text.size() % 4 != 0) return bad(text.size());
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  const std::size_t digits = text.size() - padding;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int value = i < digits ? base64_value(text[i]) : 0;
    if (value < 0) return bad(i);
    group = group << 6 | static_cast<std::uint32_t>(value);
    if (i % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) out += static_cast<char>(group >> shift & 0xff);
    group = 0;
  }
  for (std::size_t i = 0; i < padding; ++i) {
    // Bits under the padding would be lost in silence.
    if (out.back() != '\0') return bad(digits - 1);
    out.pop_back();
  }
  return out;
}

std::string new_run_id() {
  std::array<unsigned char, 3> random{};
  while (getrandom(random.data(), random.size(), 0) < 0 && errno == EINTR) {
  }
  std::string out = format_time("%Y%m%dT%H%M%SZ-", std::time(nullptr));
  for (unsigned char byte : random) out += hex_of(byte, "0123456789abcdef");
  return out;
}

std::string utc_text(std::int64_t unix_ms) {
  const std::int64_t milliseconds = (unix_ms % 1000 + 1000) % 1000;
  const std::string digits = std::to_string(1000 + milliseconds).substr(1);
  return format_time("%Y-%m-%dT%H:%M:%S.", (unix_ms - milliseconds) / 1000) + digits + 'Z';
}

std::string utc_now() {
  using namespace std::chrono;
  return utc_text(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

std::string utc_today() { return format_time("%Y-%m-%d", std::time(nullptr)); }

}  // namespace tare
