// The parser behind python_expression.h: operators in python_expression.cc, all that stands between
// brackets in python_brackets.cc.
//
// Recursive descent with one function for all binary operators. Depth is bounded by the tokenizer's
// brackets, by kMaxDepth for chains of prefixes, and by kMaxTreeDepth for the tree itself.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/python_expression.h"
#include "formats/python_tokens.h"

namespace tare::formats {

inline constexpr std::size_t kMaxDepth = 1500;
// Of the tree: chains such as 1 + 1 + … are as deep as they are long. Python gives up there too.
inline constexpr std::uint32_t kMaxTreeDepth = 900;

class PythonParser {
 public:
  PythonParser(std::vector<PythonToken> tokens, std::string& why)
      : tokens_(std::move(tokens)), why_(why) {}

  std::optional<PythonTree> read() {
    const Index root = expressions(true);
    if (!root) return std::nullopt;
    if (peek().kind != Kind::end) {
      fail("unexpected " + std::string(peek().text));
      return std::nullopt;
    }
    tree_.root = *root;
    return std::move(tree_);
  }

 private:
  using Index = std::optional<std::uint32_t>;
  using Kind = PythonTokenKind;
  enum Precedence : int {
    kOr = 1,
    kAnd,
    kNot,
    kCompare,
    kBitOr,
    kBitXor,
    kBitAnd,
    kShift,
    kAdd,
    kTimes
  };

  class Deeper {
   public:
    explicit Deeper(std::size_t& depth) : depth_(depth) { ++depth_; }
    ~Deeper() { --depth_; }

   private:
    std::size_t& depth_;
  };

  const PythonToken& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool sign(std::string_view text) const {
    return peek().kind == Kind::sign && peek().text == text;
  }
  bool keyword(std::string_view text) const {
    return peek().kind == Kind::keyword && peek().text == text;
  }
  bool take_sign(std::string_view text) {
    const bool is_it = sign(text);
    if (is_it) ++at_;
    return is_it;
  }
  bool take_keyword(std::string_view text) {
    const bool is_it = keyword(text);
    if (is_it) ++at_;
    return is_it;
  }
  Index fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return std::nullopt;
  }
  Index expect(std::string_view text, Index value) {
    if (!value) return value;
    if (!take_sign(text)) return fail("expected " + std::string(text));
    return value;
  }
  // Children come before their parents, so a node knows how deep it is.
  Index push(PythonNode node) {
    std::uint32_t deepest = 0;
    for (const std::uint32_t child : node.children) deepest = std::max(deepest, depths_[child]);
    for (const auto& keyword : node.keywords) deepest = std::max(deepest, depths_[keyword.second]);
    if (deepest >= kMaxTreeDepth) return fail("nested too deep");
    depths_.push_back(deepest + 1);
    tree_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  Index add(PythonKind kind, std::string text, std::vector<std::uint32_t> children = {}) {
    return push({kind, std::move(text), {}, std::move(children), {}});
  }
  // Good Python from token `begin` to here that has no kind of its own.
  Index other(std::size_t begin) {
    const PythonToken& last = tokens_[at_ == 0 ? 0 : at_ - 1];
    const Index node = add(PythonKind::other, "");
    tree_.nodes[*node].span = {tokens_[begin].begin, last.begin + last.text.size()};
    return node;
  }

  Index expressions(bool top);
  Index expression();
  Index lambda();
  Index binary(int least);
  Index unary();
  Index power();
  Index primary();
  Index atom();
  Index strings();
  Index parenthesis();
  Index list();
  Index braces();
  Index call(std::uint32_t callee);
  bool argument(PythonNode& node, bool& keyword_seen, bool& unpacked, std::size_t begin);
  Index subscript(std::uint32_t object);
  Index slice();
  // `*x`, a named expression or a plain one.
  Index element();
  bool comprehension();
  int operator_here(std::string& text) const;

  std::vector<PythonToken> tokens_;
  std::string& why_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  PythonTree tree_;
  std::vector<std::uint32_t> depths_;  // of the nodes
};

}  // namespace tare::formats
