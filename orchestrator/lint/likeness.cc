#include "lint/likeness.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/byte_hash.h"
#include "base/utf8.h"

namespace tare {
namespace {

constexpr std::size_t kShingle = 4, kDenseShingle = 2;
constexpr std::uint64_t kSeed = 0x7461'7265;  // the same for every run, as all here must be
constexpr double kRounding = 1e-9;

// Is it written without blanks between words, one character saying as much as several letters?
bool is_dense(char32_t c) {
  return (c >= 0x3040 && c <= 0x30ff) || (c >= 0x3400 && c <= 0x9fff) ||  // Kana, Han
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0x20000 && c <= 0x3ffff) ||
         (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) ||  // Thai, Lao, Myanmar
         (c >= 0x1780 && c <= 0x17ff);                                    // Khmer
}

// Beyond ASCII symbols count as words: a request may be one emoji.
bool is_word(char32_t c) {
  if (c < 0x80) {
    const char small = ascii_lower(static_cast<char>(c));
    return is_digit(small) || (small >= 'a' && small <= 'z');
  }
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  const bool punctuation = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
  const bool blank = category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_CF;
  return !punctuation && !blank;
}

// By Unicode's case folding; one character may become several.
void append_folded(std::u32string& out, char32_t c) {
  std::array<utf8proc_int32_t, 8> folded{};
  int boundary = 0;
  const utf8proc_ssize_t length = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(c), folded.data(), folded.size(), UTF8PROC_CASEFOLD, &boundary);
  if (length <= 0 || static_cast<std::size_t>(length) > folded.size()) {
    out += c;
    return;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
    out += static_cast<char32_t>(folded[i]);
  }
}

// Capitals folded, runs of anything that is no word one blank, a blank at both ends.
std::u32string normal_form(std::string_view text) {
  std::u32string out = U" ";
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = code_point_at(text, i);
    i += c.length;
    if (is_word(c.value)) {
      append_folded(out, c.value);
    } else if (out.back() != U' ') {
      out += U' ';
    }
  }
  if (out.back() != U' ') out += U' ';
  return out;
}

void add_shingles(std::u32string_view run, std::size_t most, std::vector<std::uint64_t>& out) {
  const std::size_t length = std::min(most, run.size());
  for (std::size_t i = 0; i + length <= run.size(); ++i) {
    const std::string_view bytes(reinterpret_cast<const char*>(run.data() + i),
                                 length * sizeof(char32_t));
    out.push_back(byte_hash(bytes, kSeed));
  }
}

// How many of `size` shingles may be passed over when a text is looked up: where the others are
// all missing in another text, too little is left in common.
std::size_t prefix_length(std::size_t size, double threshold) {
  const double common = std::ceil(threshold * static_cast<double>(size) - kRounding);
  return size - std::min(size, static_cast<std::size_t>(std::max(common, 1.0))) + 1;
}

// Steps of comparison for each text: so many texts that no suite meets the bound, and so few that a
// file made to meet it takes seconds.
std::uint64_t steps_for_each(std::size_t texts) {
  return std::max<std::uint64_t>(4'000, 400'000'000 / std::max<std::size_t>(texts, 1));
}

// The likeness where it reaches the threshold. Gives up once too much is missing on both sides.
std::optional<double> alike(const std::vector<std::uint64_t>& a,
                            const std::vector<std::uint64_t>& b, double threshold,
                            std::uint64_t& steps) {
  const std::size_t both = a.size() + b.size();
  const double needed = threshold / (1 + threshold) * static_cast<double>(both) - kRounding;
  const auto may_miss = both - 2 * static_cast<std::size_t>(std::max(std::ceil(needed), 0.0));
  std::size_t common = 0, missed = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    ++steps;
    if (a[i] == b[j]) {
      ++common, ++i, ++j;
    } else {
      ++(a[i] < b[j] ? i : j);
      if (++missed > may_miss) return std::nullopt;
    }
  }
  const double value = static_cast<double>(common) / static_cast<double>(both - common);
  return value + kRounding < threshold ? std::nullopt : std::optional<double>(value);
}

}  // namespace

std::vector<std::uint64_t> shingles_of(std::string_view text) {
  const std::u32string form = normal_form(text);
  std::vector<std::uint64_t> out;
  if (form.size() <= 1) return out;
  const std::u32string_view all(form);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const bool dense = is_dense(all[begin]);
    while (end < all.size() && is_dense(all[end]) == dense) ++end;
    const std::u32string_view run = all.substr(begin, end - begin);
    // A blank between or beside dense runs is a comma or an end, and no part of a word.
    if (run != U" ") add_shingles(run, dense ? kDenseShingle : kShingle, out);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

double likeness(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  if (a.empty() && b.empty()) return 1;
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++common, ++i, ++j;
    } else {
      ++(a[i] < b[j] ? i : j);
    }
  }
  return static_cast<double>(common) / static_cast<double>(a.size() + b.size() - common);
}

Likenesses find_alike(const std::vector<std::vector<std::uint64_t>>& texts,
                      const std::vector<std::uint64_t>& groups, double threshold) {
  Likenesses out;
  out.of.resize(texts.size());
  // The rarest first, over all texts: then few texts share what one is looked up by.
  std::unordered_map<std::uint64_t, std::uint32_t> frequency;
  for (const auto& text : texts) {
    for (const std::uint64_t shingle : text) ++frequency[shingle];
  }
  // A shingle of a group, by which leaders are found: texts that are like none before them.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> leaders;
  std::unordered_map<std::uint64_t, std::uint32_t> first_empty;  // by group
  std::vector<std::uint32_t> last_seen(texts.size(), 0);         // by whom, plus one
  const std::uint64_t most_steps = steps_for_each(texts.size());
  std::vector<std::pair<std::uint32_t, std::uint64_t>> rarity;
  std::vector<std::uint64_t> by_rarity;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto& text = texts[i];
    const auto self = static_cast<std::uint32_t>(i);
    if (text.empty()) {
      const auto [at, is_new] = first_empty.emplace(groups[i], self);
      if (!is_new) out.of[i] = LikeText{at->second, 1};
      continue;
    }
    rarity.clear();
    for (const std::uint64_t shingle : text) rarity.emplace_back(frequency[shingle], shingle);
    const std::size_t prefix = prefix_length(text.size(), threshold);
    std::partial_sort(rarity.begin(), rarity.begin() + static_cast<std::ptrdiff_t>(prefix),
                      rarity.end());
    by_rarity.clear();
    for (std::size_t k = 0; k < prefix; ++k) {
      by_rarity.push_back(rarity[k].second ^ groups[i] * 0x9e37'79b9'7f4a'7c15u);
    }
    std::uint64_t steps = 0;
    std::optional<LikeText>& best = out.of[i];
    for (const std::uint64_t key : by_rarity) {
      const auto at = leaders.find(key);
      if (at == leaders.end()) continue;
      for (const std::uint32_t other : at->second) {
        // A list of leaders is ascending, and an earlier one goes before.
        if (++steps >= most_steps || (best && other >= best->index)) break;
        if (last_seen[other] == self + 1 || groups[other] != groups[i]) continue;
        last_seen[other] = self + 1;
        const auto small = static_cast<double>(std::min(text.size(), texts[other].size()));
        const auto large = static_cast<double>(std::max(text.size(), texts[other].size()));
        if (small + kRounding < threshold * large) continue;
        const std::optional<double> found = alike(text, texts[other], threshold, steps);
        if (found) best = LikeText{other, *found};
      }
    }
    if (best) continue;
    if (steps >= most_steps) ++out.cut_short;
    for (const std::uint64_t key : by_rarity) leaders[key].push_back(self);
  }
  return out;
}

}  // namespace tare
