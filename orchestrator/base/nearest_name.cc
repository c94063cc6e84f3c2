// A slip of the pen is a small weighted edit distance.
//
// Weights are in quarters of an edit: a wrong letter, a missing one or two swapped ones cost 4,
// another case or a separator (`expected_tool` for `expectedTool`) costs 1, so those win over real
// spelling differences.
#include "base/nearest_name.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ascii.h"
#include "base/escape.h"

namespace tare {

namespace {

constexpr std::size_t kMaxLength = 64;
constexpr std::uint32_t kEdit = 4;
constexpr std::uint32_t kSlight = 1;

bool is_separator(char c) { return c == '_' || c == '-' || c == ' ' || c == '.'; }

std::uint32_t gap_cost(char c) { return is_separator(c) ? kSlight : kEdit; }
std::uint32_t swap_cost(char a, char b) {
  if (a == b) return 0;
  if (ascii_lower(a) == ascii_lower(b) || (is_separator(a) && is_separator(b))) return kSlight;
  return kEdit;
}

// Damerau's distance in its restricted form (no edits inside a swapped pair), with the weights
// above.
std::uint32_t distance(std::string_view a, std::string_view b) {
  std::vector<std::uint32_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 1; j <= b.size(); ++j) last[j] = last[j - 1] + gap_cost(b[j - 1]);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = last[0] + gap_cost(a[i - 1]);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + gap_cost(a[i - 1]), row[j - 1] + gap_cost(b[j - 1]),
                         last[j - 1] + swap_cost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + kEdit);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> known) {
  const std::string_view short_name = name.substr(0, kMaxLength);
  std::optional<std::string_view> best;
  std::uint32_t best_distance = 0;
  for (std::string_view candidate : known) {
    const std::string_view short_candidate = candidate.substr(0, kMaxLength);
    const std::size_t length = std::min(short_name.size(), short_candidate.size());
    // One edit in three characters is a slip; more is another word. Two-letter names have room for
    // none but the slight ones.
    const auto allowed = static_cast<std::uint32_t>(length < 3 ? kEdit - 1 : kEdit * (length / 3));
    const std::uint32_t d = distance(short_name, short_candidate);
    if (d > allowed || (best && d >= best_distance)) continue;
    best = candidate;
    best_distance = d;
  }
  return best;
}

std::string nearest_name_hint(std::string_view name, std::span<const std::string_view> known) {
  if (const auto nearest = nearest_name(name, known)) {
    return "did you mean \"" + escape_for_terminal(*nearest) + "\"?";
  }
  std::string out = "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i != 0) out += ", ";
    out += escape_for_terminal(known[i]);
  }
  return known.empty() ? std::string() : out;
}

}  // namespace tare
