#include "suite/line_cursor.h"

namespace tare {
namespace {

constexpr auto kBroken = static_cast<std::uint32_t>(json::StringNote::invalid_utf8);
constexpr auto kAny = ~std::uint32_t{0};
// One bit a level tells an object from an array.
constexpr unsigned kMaxDepth = 60;

}  // namespace

void Compaction::begin(std::string_view text) {
  begin_ = run_ = text.data();
  end_ = begin_ + text.size();
  size_ = 0;
  // Nothing kept is longer than what it stands for, but for the line feed behind the last line.
  const std::size_t wanted = text.size() + 1 + kShort;
  if (wanted <= capacity_) return;
  buffer_ = std::make_unique_for_overwrite<char[]>(wanted);
  capacity_ = wanted;
}

void Compaction::replace(const char* from, const char* to, std::string_view with) {
  keep(run_, from);
  std::memcpy(buffer_.get() + size_, with.data(), with.size());
  size_ += with.size();
  run_ = to;
}

std::string_view Compaction::end() {
  if (size_ == 0) return {run_, static_cast<std::size_t>(end_ - run_)};
  keep(run_, end_);
  run_ = end_;
  return {buffer_.get(), size_};
}

bool LineCursor::skip_string() { return take('"') && end_string(kBroken); }

bool LineCursor::take_text(std::string_view& text) {
  if (!take('"')) return false;
  const char* const begin = at_;
  if (!end_string(kAny)) return false;
  text = {begin, static_cast<std::size_t>(at_ - begin) - 1};
  return true;
}

bool LineCursor::take_texts(std::string_view& text) {
  if (!take('[')) return false;
  const char* const begin = at_ - 1;
  if (!take(']')) {
    std::string_view one;
    do {
      if (!take_text(one) || one.empty()) return false;
    } while (take(','));
    if (!take(']')) return false;
  }
  text = {begin, static_cast<std::size_t>(at_ - begin)};
  return true;
}

bool LineCursor::skip_objects() {
  if (!take('[')) return false;
  do {
    skip_space();
    if (peek() != '{' || !skip_value()) return false;
  } while (take(','));
  return take(']');
}

bool LineCursor::skip_name() { return skip_string() && take(':'); }

bool LineCursor::skip_value() {
  std::uint64_t objects = 0;
  unsigned depth = 0;
  for (;;) {
    skip_space();
    const char first = peek();
    if (first == '"') {
      ++at_;
      if (!end_string(kBroken)) return false;
    } else if (first == '{' || first == '[') {
      ++at_;
      const bool is_object = first == '{';
      if (!take(is_object ? '}' : ']')) {
        if (depth == kMaxDepth) return false;
        objects = (objects << 1) | (is_object ? 1u : 0u);
        ++depth;
        if (is_object && !skip_name()) return false;
        continue;
      }
    } else {
      json::Scan scan{at_, 0, json::Fault::bad_literal};
      if (first == '-' || json::is_digit(first)) {
        scan = json::scan_number(at_, end_);
      } else if (first == 't') {
        scan = json::scan_literal(at_, end_, "true");
      } else if (first == 'f') {
        scan = json::scan_literal(at_, end_, "false");
      } else if (first == 'n') {
        scan = json::scan_literal(at_, end_, "null");
      }
      if (scan.fault != json::Fault::none) return false;
      at_ = scan.at;
    }
    while (depth > 0 && take((objects & 1) != 0 ? '}' : ']')) {
      objects >>= 1;
      --depth;
    }
    if (depth == 0) return true;
    if (!take(',')) return false;
    if ((objects & 1) != 0 && !skip_name()) return false;
  }
}

}  // namespace tare
