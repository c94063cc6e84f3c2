#include "proxy/key_mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace tare::proxy {
namespace {

// Escapes that are escaped again and again: a line of them is bounded.
constexpr std::size_t kMaxBackslashes = 8;

enum class Hex { no, begun, yes };

// Does the text at `at` spell `digits`, in either case, or as much of them as there is text?
Hex spells(std::string_view text, std::size_t at, std::string_view digits) {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (at + i == text.size()) return Hex::begun;
    if (ascii_lower(text[at + i]) != digits[i]) return Hex::no;
  }
  return Hex::yes;
}

}  // namespace

KeyMask::KeyMask(std::string key) : key_(std::move(key)) {
  if (key_.size() < kLeastBytes) key_.clear();
  if (!key_.empty()) starts_ = {key_[0], '\\', '%'};
}

bool KeyMask::spellings(std::size_t at, char character) {
  if (at == held_.size()) return true;
  if (held_[at] == character) next_.push_back(at + 1);
  bool begun = false;
  const auto hex = [&](std::size_t from, const std::string& digits) {
    const Hex found = spells(held_, from, digits);
    if (found == Hex::yes) next_.push_back(from + digits.size());
    begun = begun || found == Hex::begun;
  };
  const auto code = static_cast<unsigned char>(character);
  if (held_[at] == '%') hex(at + 1, fmt::format("{:02x}", code));
  if (held_[at] != '\\') return begun;
  std::size_t end = at;
  while (end < held_.size() && held_[end] == '\\' && end - at < kMaxBackslashes) {
    ++end;
    // A backslash may be the character itself: then the line of them may end anywhere.
    if (character == '\\' && end < held_.size() && held_[end] == '\\') next_.push_back(end + 1);
  }
  if (end == held_.size()) return true;
  if (held_[end] == character && character != '\\') next_.push_back(end + 1);
  if (held_[end] == 'u') hex(end + 1, fmt::format("{:04x}", code));
  return begun;
}

KeyMask::Match KeyMask::match(std::size_t begin) {
  now_.assign(1, begin);
  Match out;
  for (std::size_t i = 0; i < key_.size(); ++i) {
    next_.clear();
    for (const std::size_t at : now_) {
      if (!spellings(at, key_[i])) continue;
      out = {Match::Kind::begun, held_.size(), i};
    }
    if (next_.empty()) return out;
    std::ranges::sort(next_);
    next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
    std::swap(now_, next_);
  }
  return {Match::Kind::whole, now_.back(), key_.size()};
}

void KeyMask::cover(std::string& out, std::size_t bytes) {
  out.append(bytes, '*');
  found_ = true;
}

std::string KeyMask::take(std::string_view part) {
  if (key_.empty()) return std::string(part);
  held_ += part;
  std::string out;
  for (std::size_t at = 0; at < held_.size();) {
    const std::size_t start = std::min(held_.find_first_of(starts_, at), held_.size());
    out.append(held_, at, start - at);
    at = start;
    if (at == held_.size()) break;
    const Match found = match(at);
    switch (found.kind) {
      case Match::Kind::none:
        out += held_[at++];
        break;
      case Match::Kind::whole:
        cover(out, found.end - at);
        at = found.end;
        break;
      case Match::Kind::begun:
        held_.erase(0, at);
        held_characters_ = found.characters;
        return out;
    }
  }
  held_.clear();
  held_characters_ = 0;
  return out;
}

std::string KeyMask::rest() {
  std::string out;
  if (held_characters_ >= kLeastBytes) {
    cover(out, held_.size());
  } else {
    out = held_;
  }
  held_.clear();
  held_characters_ = 0;
  return out;
}

bool hide_key(std::string& text, std::string_view key) {
  KeyMask mask{std::string(key)};
  std::string out = mask.take(text);
  out += mask.rest();
  text = std::move(out);
  return mask.found();
}

}  // namespace tare::proxy
