#include "formats/xml_tree.h"

#include <algorithm>
#include <cstdint>

#include "formats/text_scan.h"

namespace tare::formats {
namespace {

constexpr std::uint32_t kNoNode = 0xffff'ffff;

// A call or a parameter that opens, whether it turns out to be markup or text.
struct Node {
  const XmlTag* tag;
  std::uint32_t parent;
  bool closed = false;
  bool has_child = false;
  std::size_t content_end = 0;
  std::size_t end = 0;
  // Of a parameter: the last closing tag before any child that was taken for text. If no better one
  // comes it was the end after all.
  const XmlTag* passed_over = nullptr;

  bool is_call() const { return tag->kind == TagKind::call_open; }
};

class Matcher {
 public:
  Matcher(std::string_view text, const XmlDialect& dialect, const std::vector<XmlTag>& tags)
      : text_(text), dialect_(dialect), tags_(tags) {}

  std::vector<XmlCall> calls();

 private:
  void meet(std::size_t index);
  void open(const XmlTag& tag);
  void close_parameter(std::size_t index);
  void close_call(std::size_t index);
  void end_top(std::size_t content_end, std::size_t end, bool closed);
  // Ends all that is open up to and with the innermost call.
  void end_call(std::size_t content_end, std::size_t end, bool closed);
  bool markup_follows(std::size_t index) const;
  bool parameter_closes_next(std::size_t index) const;
  Node* top() { return stack_.empty() ? nullptr : &nodes_[stack_.back()]; }
  void add_parameter(XmlCall& call, const Node& node, std::size_t first_child) const;

  std::string_view text_;
  const XmlDialect& dialect_;
  const std::vector<XmlTag>& tags_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> stack_;
  std::vector<bool> closes_next_;  // by tag: the next that is no wrapper closes a parameter
};

void Matcher::open(const XmlTag& tag) {
  const std::uint32_t parent = stack_.empty() ? kNoNode : stack_.back();
  if (parent != kNoNode) nodes_[parent].has_child = true;
  nodes_.push_back({&tag, parent});
  stack_.push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
  if (tag.self_closing) end_top(tag.span.end, tag.span.end, true);
}

void Matcher::end_top(std::size_t content_end, std::size_t end, bool closed) {
  Node& node = nodes_[stack_.back()];
  node.content_end = content_end;
  node.end = end;
  node.closed = closed;
  stack_.pop_back();
}

void Matcher::end_call(std::size_t content_end, std::size_t end, bool closed) {
  while (!stack_.empty()) {
    const bool is_call = top()->is_call();
    end_top(content_end, is_call ? end : content_end, is_call && closed);
    if (is_call) return;
  }
}

bool Matcher::markup_follows(std::size_t index) const {
  const std::size_t next = skip_blank(text_, tags_[index].span.end);
  if (next == text_.size()) return true;
  // A tag that is too broken to open anything is markup all the same.
  if (stands_at(text_, next, dialect_.parameter_open)) return true;
  return index + 1 < tags_.size() && tags_[index + 1].span.begin == next &&
         tags_[index + 1].kind != TagKind::parameter_close;
}

bool Matcher::parameter_closes_next(std::size_t index) const { return closes_next_[index]; }

void Matcher::close_parameter(std::size_t index) {
  Node* node = top();
  if (node == nullptr) return;
  if (node->is_call()) {
    // A call in a value, with nothing in it, and the value ends: its tag is text.
    if (stack_.size() != 3 || node->has_child || !markup_follows(index)) return;
    stack_.pop_back();
    node = top();
  }
  const XmlTag& tag = tags_[index];
  // Inside another value all tags are text, and need only match.
  const bool is_text = stack_.size() > 2;
  if (is_text || markup_follows(index)) {
    end_top(tag.span.begin, tag.span.end, true);
  } else if (!node->has_child) {
    node->passed_over = &tag;
  }
}

void Matcher::close_call(std::size_t index) {
  Node* node = top();
  if (node == nullptr) return;
  if (!node->is_call() && parameter_closes_next(index)) return;
  const Span& span = tags_[index].span;
  const bool is_own = tags_[index].kind == TagKind::call_close;
  end_call(span.begin, is_own ? span.end : span.begin, is_own);
}

void Matcher::meet(std::size_t index) {
  const XmlTag& tag = tags_[index];
  const Node* node = top();
  const bool in_call = node != nullptr && node->is_call();
  switch (tag.kind) {
    case TagKind::call_open:
      // Between parameters no call can open: the one before was not closed.
      if (in_call) end_call(tag.span.begin, tag.span.begin, false);
      return open(tag);
    case TagKind::parameter_open:
      if (node != nullptr) open(tag);
      return;
    case TagKind::parameter_close:
      return close_parameter(index);
    case TagKind::call_close:
    case TagKind::wrapper_close:
      return close_call(index);
    case TagKind::wrapper_open:
      if (in_call && node->has_child) end_call(tag.span.begin, tag.span.begin, false);
      return;
  }
}

void Matcher::add_parameter(XmlCall& call, const Node& node, std::size_t first_child) const {
  XmlParameter parameter{node.tag, {node.tag->span.end, node.content_end}, node.end, node.closed};
  if (!node.closed && node.passed_over != nullptr) {
    parameter.value.end = node.passed_over->span.begin;
    parameter.end = node.passed_over->span.end;
  } else if (!node.closed) {
    parameter.value.end = std::min(node.content_end, first_child);
    parameter.end = parameter.value.end;
  }
  call.parameters.push_back(parameter);
}

std::vector<XmlCall> Matcher::calls() {
  closes_next_.resize(tags_.size());
  bool closes = false;
  for (std::size_t i = tags_.size(); i-- > 0;) {
    closes_next_[i] = closes;
    const TagKind kind = tags_[i].kind;
    if (kind == TagKind::wrapper_open || kind == TagKind::wrapper_close) continue;
    closes = kind == TagKind::parameter_close;
  }
  for (std::size_t i = 0; i < tags_.size(); ++i) meet(i);
  while (!stack_.empty()) end_call(text_.size(), text_.size(), false);

  // What stands in a parameter that never closed is no text of it, but markup that follows.
  std::vector<XmlCall> out;
  std::vector<std::uint32_t> call_of(nodes_.size(), kNoNode);
  std::vector<std::size_t> first_child(nodes_.size(), text_.size());
  for (const Node& node : nodes_) {
    if (node.parent == kNoNode) continue;
    std::size_t& first = first_child[node.parent];
    first = std::min(first, node.tag->span.begin);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.parent != kNoNode) {
      const Node& parent = nodes_[node.parent];
      const bool in_markup = call_of[node.parent] != kNoNode;
      if (!in_markup || (!parent.is_call() && parent.closed)) continue;
    }
    if (node.is_call()) {
      if (!out.empty() && out.back().end > node.tag->span.begin) {
        out.back().closed = false;
        out.back().content_end = out.back().end = node.tag->span.begin;
      }
      out.push_back({node.tag, {}, node.content_end, node.end, node.closed});
      call_of[i] = static_cast<std::uint32_t>(out.size() - 1);
    } else {
      // Behind a call inside a parameter that never closed, it belongs to that call.
      XmlCall& call = out.back();
      call_of[i] = static_cast<std::uint32_t>(out.size() - 1);
      add_parameter(call, node, first_child[i]);
      const std::size_t end = call.parameters.back().end;
      if (end > call.end) {
        call.closed = false;
        call.content_end = call.end = end;
      }
    }
  }
  return out;
}

}  // namespace

std::vector<XmlCall> match_tags(std::string_view text, const XmlDialect& dialect,
                                const std::vector<XmlTag>& tags) {
  return Matcher(text, dialect, tags).calls();
}

}  // namespace tare::formats
