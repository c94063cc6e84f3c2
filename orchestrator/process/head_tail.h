// Keeps the beginning and the end of a stream that may be far longer than one wants to keep.
//
// Of a flood on stderr the first lines say what went wrong and the last ones say how it ended; the
// middle is noise. Memory never exceeds 1.5 x the cap, whatever arrives.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tare {

class HeadTail {
 public:
  explicit HeadTail(std::size_t cap) : head_cap_(cap / 2), tail_cap_(cap - cap / 2) {}

  void append(std::string_view bytes) {
    total_ += bytes.size();
    const std::size_t to_head = std::min(bytes.size(), head_cap_ - head_.size());
    head_.append(bytes.substr(0, to_head));
    bytes.remove_prefix(to_head);
    if (bytes.size() > tail_cap_) bytes.remove_prefix(bytes.size() - tail_cap_);
    // Trimming only once the store has doubled makes the cost of a byte constant.
    if (tail_.size() + bytes.size() > 2 * tail_cap_) {
      tail_.erase(0, tail_.size() - std::min(tail_.size(), tail_cap_));
    }
    tail_.append(bytes);
  }

  std::uint64_t total() const { return total_; }
  bool whole() const { return total_ <= head_cap_ + tail_cap_; }

  // All of it where it fits within the cap, else its first half of the cap.
  std::string head() const { return whole() ? head_ + tail_ : head_; }
  // Empty where head() holds all, else the last half of the cap.
  std::string tail() const {
    if (whole()) return {};
    return tail_.size() <= tail_cap_ ? tail_ : tail_.substr(tail_.size() - tail_cap_);
  }
  // The last bytes of the stream, at most `count` and at most what is kept without a gap.
  std::string last(std::size_t count) const {
    std::string kept = whole() ? head_ + tail_ : tail();
    return kept.size() <= count ? kept : kept.substr(kept.size() - count);
  }

 private:
  std::size_t head_cap_, tail_cap_;
  std::string head_;
  std::string tail_;  // at most 2 * tail_cap_; its last tail_cap_ bytes count
  std::uint64_t total_ = 0;
};

}  // namespace tare
