#include "coercion/name_change.h"

#include <algorithm>
#include <array>
#include <string>

namespace tare {
namespace {

constexpr std::array<std::string_view, 5> kSeparators = {"__", ".", ":", "/", "-"};

// `longer` is some prefix, a separator, `shorter`.
bool is_prefixed(std::string_view longer, std::string_view shorter) {
  if (shorter.empty() || longer.size() <= shorter.size() || !longer.ends_with(shorter)) {
    return false;
  }
  const std::string_view front = longer.substr(0, longer.size() - shorter.size());
  return std::ranges::any_of(kSeparators, [&](std::string_view separator) {
    return front.size() > separator.size() && front.ends_with(separator);
  });
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Without - and _.
std::string without_separators(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c != '-' && c != '_') out += c;
  }
  return out;
}

std::string letters_and_digits(std::string_view name) {
  std::string out;
  std::ranges::copy_if(name, std::back_inserter(out), is_letter_or_digit);
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

// Characters that a provider does not take were replaced by ones that it does.
bool is_sanitized(std::string_view raw, std::string_view normalized) {
  const bool clean = std::ranges::all_of(
      normalized, [](char c) { return is_letter_or_digit(c) || c == '_' || c == '-'; });
  return clean && letters_and_digits(raw) == letters_and_digits(normalized);
}

// A cut, or a cut with a hash in place of what went.
bool is_truncated(std::string_view raw, std::string_view normalized) {
  if (normalized.empty() || normalized.size() >= raw.size()) return false;
  if (raw.starts_with(normalized)) return true;
  const auto apart = std::ranges::mismatch(raw, normalized).in2 - normalized.begin();
  const std::string_view tail = normalized.substr(static_cast<std::size_t>(apart));
  const bool hash =
      tail.size() >= 4 && tail.size() <= 40 && std::ranges::all_of(tail, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '_' || c == '-';
      });
  return hash && normalized.size() >= 32;
}

}  // namespace

std::optional<Change> name_change(std::string_view raw, std::string_view normalized,
                                  const NameLists& lists) {
  if (raw == normalized) return std::nullopt;
  if (is_prefixed(normalized, raw)) return change_of("namePrefixed");
  if (is_prefixed(raw, normalized)) return change_of("namePrefixStripped");
  const std::string a = without_separators(raw);
  const std::string b = without_separators(normalized);
  if (a == b && !a.empty()) {
    const bool healed = lists.tool_list && lists.normalized_offered && !lists.raw_offered;
    return change_of(healed ? "nameCaseChanged" : "nameSanitized");
  }
  if (equal_ignoring_case(a, b)) return change_of("nameCaseChanged");
  if (is_sanitized(raw, normalized)) return change_of("nameSanitized");
  if (is_truncated(raw, normalized)) return change_of("nameTruncated");
  if (normalized.size() == 2 * raw.size() && normalized.starts_with(raw) &&
      normalized.ends_with(raw)) {
    return change_of("nameConcatenated");
  }
  if (lists.tool_list && !lists.raw_offered && lists.normalized_offered) {
    return change_of("nameFuzzyMapped");
  }
  return change_of("nameChanged");
}

}  // namespace tare
