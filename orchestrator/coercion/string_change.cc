// String to string. Narrow kinds first; what none explains is `stringAltered`.
#include "coercion/scalar_change.h"

namespace tare {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Walks both at once, taking "\r\n", "\r" and "\n" for the same newline.
bool equal_but_for_newlines(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  const auto take = [](std::string_view text, std::size_t& at) {
    const char c = text[at++];
    if (c != '\r') return c;
    if (at < text.size() && text[at] == '\n') ++at;
    return '\n';
  };
  while (i < a.size() && j < b.size()) {
    if (take(a, i) != take(b, j)) return false;
  }
  return i == a.size() && j == b.size();
}

}  // namespace

std::optional<Change> string_change(std::string_view raw, std::string_view normalized,
                                    const schema::Declared*) {
  if (raw == normalized) return std::nullopt;
  if (equal_but_for_newlines(trimmed(raw), trimmed(normalized))) {
    return change_of("whitespaceTrimmed");
  }
  if (raw.starts_with(normalized)) return change_of("valueTruncated");
  return change_of("stringAltered");
}

}  // namespace tare
