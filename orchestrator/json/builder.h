// Fills a Document. Used by the readers only.
//
// The tape is its own stack: while a container is open, its `next` holds the index of the container
// around it, so nesting costs no memory beside the nodes and no recursion.
#pragma once

#include <cstdint>
#include <string_view>

#include "json/value.h"

namespace tare::json {

class Builder {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  Builder(Document& document, std::string_view source)
      : document_(document), nodes_(document.nodes_), source_(source.data()) {
    reset();
    document_.source_ = source;
  }

  // No value was found: leaves the document empty, with its memory kept.
  void reset() {
    nodes_.clear();
    document_.source_ = {};
    document_.deviations_.clear();
    document_.tail_ = TruncationTail::none;
    document_.depth_ = 0;
    open_ = kNone;
    depth_ = 0;
  }

  // A scalar or a member's name. It counts as a child when `child()` is called for it.
  void token(Kind kind, const char* begin, const char* end, std::uint32_t notes = 0) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(
        {offset(begin), offset(end), index + 1, static_cast<std::uint32_t>(kind) | notes});
  }

  void open(Kind kind, const char* begin) {
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({offset(begin), 0, open_, static_cast<std::uint32_t>(kind)});
    open_ = index;
    if (++depth_ > document_.depth_) document_.depth_ = depth_;
  }

  // REQUIRES: is_open()
  void close(const char* end) {
    Node& node = nodes_[open_];
    open_ = node.next;
    node.end = offset(end);
    node.next = static_cast<std::uint32_t>(nodes_.size());
    --depth_;
  }

  // One more child of the open container. REQUIRES: is_open()
  void child() {
    std::uint32_t& bits = nodes_[open_].bits;
    if (bits >> kCountShift != kMaxCount) bits += 1u << kCountShift;
  }

  bool is_open() const { return open_ != kNone; }
  // REQUIRES: is_open()
  bool in_object() const {
    return (nodes_[open_].bits & 7u) == static_cast<std::uint32_t>(Kind::object);
  }
  std::uint32_t depth() const { return depth_; }
  bool has_nodes() const { return !nodes_.empty(); }

  // Runs of skipped characters that touch become one deviation.
  void deviation(DeviationKind kind, const char* begin, const char* end) {
    auto& list = document_.deviations_;
    const std::uint32_t at = offset(begin);
    const auto length = static_cast<std::uint32_t>(end - begin);
    if (kind == DeviationKind::unexpected_character && !list.empty() && list.back().kind == kind &&
        list.back().offset + list.back().length == at) {
      list.back().length += length;
      return;
    }
    list.push_back({kind, at, length});
  }
  void tail(TruncationTail tail) { document_.tail_ = tail; }

 private:
  std::uint32_t offset(const char* p) const { return static_cast<std::uint32_t>(p - source_); }

  Document& document_;
  std::vector<Node>& nodes_;
  const char* source_;
  std::uint32_t open_ = kNone;  // the innermost open container
  std::uint32_t depth_ = 0;
};

}  // namespace tare::json
