// Recursive descent with one function for all binary operators. Depth is bounded by the tokenizer's
// brackets and by kMaxDepth for chains of prefixes.
#include "formats/python_expression.h"

#include <algorithm>

#include "formats/python_tokens.h"

namespace tare::formats {
namespace {

constexpr std::size_t kMaxDepth = 1500;
// Of the tree: chains such as 1 + 1 + … are as deep as they are long. Python gives up there too.
constexpr std::uint32_t kMaxTreeDepth = 900;

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

class Parser {
 public:
  Parser(std::vector<PythonToken> tokens, std::string& why)
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

Index Parser::expressions(bool top) {
  const Index first = top ? expression() : element();
  if (!first || !sign(",")) return first;
  std::vector<std::uint32_t> elements = {*first};
  while (take_sign(",")) {
    if (peek().kind == Kind::end || sign(")") || sign("]")) break;
    const Index next = top ? expression() : element();
    if (!next) return next;
    elements.push_back(*next);
  }
  return add(PythonKind::tuple, "", std::move(elements));
}

Index Parser::element() {
  const std::size_t begin = at_;
  if (take_sign("*")) {
    if (!binary(kBitOr)) return std::nullopt;
    return other(begin);
  }
  if (peek().kind == Kind::name && peek(1).kind == Kind::sign && peek(1).text == ":=") {
    at_ += 2;
    if (!expression()) return std::nullopt;
    return other(begin);
  }
  return expression();
}

Index Parser::lambda() {
  const std::size_t begin = at_++;
  bool star = false;
  while (!sign(":")) {
    if (take_sign("*")) {
      if (star) return fail("two stars in a lambda");
      star = true;
      if (sign(",")) {
        ++at_;
        continue;
      }
    } else if (!take_sign("**") && take_sign("/")) {
      if (!sign(":") && !take_sign(",")) return fail("a broken lambda");
      continue;
    }
    if (peek().kind != Kind::name) return fail("a broken lambda");
    ++at_;
    if (take_sign("=") && !expression()) return std::nullopt;
    if (!sign(":") && !take_sign(",")) return fail("a broken lambda");
  }
  ++at_;
  if (!expression()) return std::nullopt;
  return other(begin);
}

Index Parser::expression() {
  const Deeper deeper(depth_);
  if (depth_ > kMaxDepth) return fail("nested too deep");
  const std::size_t begin = at_;
  if (keyword("lambda")) return lambda();
  const Index value = binary(kOr);
  if (!value || !take_keyword("if")) return value;
  if (!binary(kOr)) return std::nullopt;
  if (!take_keyword("else")) return fail("expected else");
  if (!expression()) return std::nullopt;
  return other(begin);
}

// The precedence of the binary operator that stands here; 0 where none does.
int Parser::operator_here(std::string& text) const {
  text = peek().text;
  if (peek().kind == Kind::keyword) {
    if (text == "or") return kOr;
    if (text == "and") return kAnd;
    if (text == "in" || text == "is") return kCompare;
    return text == "not" && peek(1).kind == Kind::keyword && peek(1).text == "in" ? kCompare : 0;
  }
  if (peek().kind != Kind::sign) return 0;
  for (const char* compare : {"==", "!=", "<", ">", "<=", ">="}) {
    if (text == compare) return kCompare;
  }
  if (text == "|") return kBitOr;
  if (text == "^") return kBitXor;
  if (text == "&") return kBitAnd;
  if (text == "<<" || text == ">>") return kShift;
  if (text == "+" || text == "-") return kAdd;
  for (const char* times : {"*", "/", "//", "%", "@"}) {
    if (text == times) return kTimes;
  }
  return 0;
}

Index Parser::binary(int least) {
  const Deeper deeper(depth_);
  if (depth_ > kMaxDepth) return fail("nested too deep");
  const std::size_t begin = at_;
  Index left;
  if (least <= kNot && take_keyword("not")) {
    const Index operand = binary(kNot);
    if (!operand) return operand;
    left = add(PythonKind::unary, "not", {*operand});
  } else {
    left = unary();
  }
  std::string text;
  for (;;) {
    if (!left) return left;
    const int precedence = operator_here(text);
    if (precedence < least || precedence == 0) return left;
    ++at_;
    if (text == "not" || (text == "is" && keyword("not"))) ++at_;
    const Index right = binary(precedence + 1);
    if (!right) return right;
    left = precedence <= kCompare ? other(begin) : add(PythonKind::binary, text, {*left, *right});
  }
}

Index Parser::unary() {
  const Deeper deeper(depth_);
  if (depth_ > kMaxDepth) return fail("nested too deep");
  for (const char* prefix : {"+", "-", "~"}) {
    if (!take_sign(prefix)) continue;
    const Index operand = unary();
    return operand ? add(PythonKind::unary, prefix, {*operand}) : operand;
  }
  return power();
}

Index Parser::power() {
  const std::size_t begin = at_;
  const bool awaited = take_keyword("await");
  Index base = primary();
  if (!base) return base;
  if (awaited) base = other(begin);
  if (!take_sign("**")) return base;
  const Index exponent = unary();
  return exponent ? add(PythonKind::binary, "**", {*base, *exponent}) : exponent;
}

Index Parser::primary() {
  Index value = atom();
  while (value) {
    if (take_sign(".")) {
      if (peek().kind != Kind::name) return fail("expected a name behind a point");
      value = add(PythonKind::attribute, std::string(peek().text), {*value});
      ++at_;
    } else if (take_sign("(")) {
      value = call(*value);
    } else if (take_sign("[")) {
      value = subscript(*value);
    } else {
      break;
    }
  }
  return value;
}

Index Parser::strings() {
  const std::size_t begin = at_;
  std::string value;
  std::size_t bytes = 0, formatted = 0;
  for (; peek().kind == Kind::string || peek().kind == Kind::bytes || peek().kind == Kind::f_string;
       ++at_) {
    bytes += peek().kind == Kind::bytes ? 1 : 0;
    formatted += peek().kind == Kind::f_string ? 1 : 0;
    value += peek().value;
  }
  if (bytes != 0 && bytes != at_ - begin) return fail("bytes beside a string");
  if (formatted != 0) return other(begin);
  if (bytes == 0) return add(PythonKind::string, std::move(value));
  const Index node = other(begin);
  tree_.nodes[*node].kind = PythonKind::bytes;
  return node;
}

Index Parser::atom() {
  const PythonToken& token = peek();
  switch (token.kind) {
    case Kind::name:
      ++at_;
      return add(PythonKind::name, std::string(token.text));
    case Kind::number:
      ++at_;
      return add(PythonKind::number, std::string(token.text));
    case Kind::string:
    case Kind::bytes:
    case Kind::f_string:
      return strings();
    case Kind::keyword:
      if (token.text != "True" && token.text != "False" && token.text != "None") break;
      ++at_;
      return add(PythonKind::word, std::string(token.text));
    case Kind::sign:
      if (take_sign("...")) return add(PythonKind::word, "...");
      if (take_sign("(")) return parenthesis();
      if (take_sign("[")) return list();
      if (take_sign("{")) return braces();
      break;
    case Kind::end:
      return fail("the text ends where a value is due");
  }
  return fail("unexpected " + std::string(token.text));
}

// `for x in y if z …`, behind an element.
bool Parser::comprehension() {
  bool any = false;
  while (keyword("for") || (keyword("async") && peek(1).text == "for")) {
    any = true;
    take_keyword("async");
    ++at_;
    do {
      if (keyword("in")) break;
      take_sign("*");
      if (!unary()) return false;
    } while (take_sign(","));
    if (!take_keyword("in")) {
      fail("expected in");
      return false;
    }
    if (!binary(kOr)) return false;
    while (take_keyword("if")) {
      if (!binary(kOr)) return false;
    }
  }
  return any;
}

Index Parser::parenthesis() {
  const std::size_t begin = at_ - 1;
  if (take_sign(")")) return add(PythonKind::tuple, "");
  if (take_keyword("yield")) {
    take_keyword("from");
    if (!sign(")") && !expressions(false)) return std::nullopt;
    if (!take_sign(")")) return fail("expected )");
    return other(begin);
  }
  const bool starred = sign("*");
  const Index value = expressions(false);
  if (!value) return value;
  if (keyword("for") || keyword("async")) {
    if (!comprehension() || !take_sign(")")) return fail("a broken comprehension");
    return other(begin);
  }
  if (!take_sign(")")) return fail("expected )");
  const bool tuple = tree_.at(*value).kind == PythonKind::tuple;
  return starred && !tuple ? fail("a star in parentheses") : value;
}

Index Parser::list() {
  const std::size_t begin = at_ - 1;
  std::vector<std::uint32_t> elements;
  while (!sign("]")) {
    const Index value = element();
    if (!value) return value;
    if (elements.empty() && (keyword("for") || keyword("async"))) {
      if (!comprehension() || !take_sign("]")) return fail("a broken comprehension");
      return other(begin);
    }
    elements.push_back(*value);
    if (!take_sign(",") && !sign("]")) return fail("expected , or ]");
  }
  ++at_;
  return add(PythonKind::list, "", std::move(elements));
}

Index Parser::braces() {
  const std::size_t begin = at_ - 1;
  std::vector<std::uint32_t> parts;
  bool is_set = false;
  while (!sign("}")) {
    const bool first = parts.empty();
    if (take_sign("**")) {
      if (!first && is_set) return fail("** in a set");
      const Index value = binary(kBitOr);
      if (!value) return value;
      parts.push_back(*add(PythonKind::other, ""));
      parts.push_back(*value);
    } else {
      const Index key = element();
      if (!key) return key;
      const bool pair = take_sign(":");
      if (first) is_set = !pair;
      if (pair == is_set) return fail("a set and a dict in one");
      parts.push_back(*key);
      if (pair) {
        const Index value = expression();
        if (!value) return value;
        parts.push_back(*value);
      }
    }
    if (first && (keyword("for") || keyword("async"))) {
      if (!comprehension() || !take_sign("}")) return fail("a broken comprehension");
      return other(begin);
    }
    if (!take_sign(",") && !sign("}")) return fail("expected , or }");
  }
  ++at_;
  return add(is_set ? PythonKind::set : PythonKind::dict, "", std::move(parts));
}

// One argument of the call `node`, which is no node of the tree yet; `begin` is the token behind
// its bracket.
bool Parser::argument(PythonNode& node, bool& keyword_seen, bool& unpacked, std::size_t begin) {
  if (take_sign("**")) {
    unpacked = true;
    const Index value = expression();
    if (value) node.keywords.emplace_back("", *value);
    return value.has_value();
  }
  if (sign("*")) {
    ++at_;
    if (unpacked) return fail("* behind **").has_value();
    const std::size_t star = at_ - 1;
    if (!expression()) return false;
    node.children.push_back(*other(star));
    return true;
  }
  if (peek().kind == Kind::name && peek(1).kind == Kind::sign && peek(1).text == "=") {
    std::string name(peek().text);
    at_ += 2;
    const Index value = expression();
    if (value) node.keywords.emplace_back(std::move(name), *value);
    keyword_seen = true;
    return value.has_value();
  }
  const std::size_t first = at_;
  const Index value = element();
  if (!value) return false;
  if (sign("=")) return fail("a keyword argument whose name is none").has_value();
  if (keyword("for") || keyword("async")) {
    if (!comprehension()) return fail("a broken comprehension").has_value();
    if (first != begin || !sign(")")) return fail("a generator beside arguments").has_value();
    node.children.push_back(*other(first));
    return true;
  }
  if (keyword_seen || unpacked) {
    return fail("a positional argument behind a keyword argument").has_value();
  }
  node.children.push_back(*value);
  return true;
}

Index Parser::call(std::uint32_t callee) {
  PythonNode node{PythonKind::call, "", {}, {callee}, {}};
  const std::size_t begin = at_;
  bool keyword_seen = false, unpacked = false;
  while (!sign(")")) {
    if (!argument(node, keyword_seen, unpacked, begin)) return std::nullopt;
    if (!take_sign(",") && !sign(")")) return fail("expected , or )");
  }
  ++at_;
  return push(std::move(node));
}

Index Parser::slice() {
  const std::size_t begin = at_;
  if (!sign(":")) {
    const Index value = element();
    if (!value || !sign(":")) return value;
  }
  for (int colons = 0; colons < 2 && take_sign(":"); ++colons) {
    if (!sign(":") && !sign(",") && !sign("]") && !expression()) return std::nullopt;
  }
  return other(begin);
}

Index Parser::subscript(std::uint32_t object) {
  std::vector<std::uint32_t> indices;
  bool comma = false;
  if (sign("]")) return fail("an empty subscript");
  while (!sign("]")) {
    const Index value = slice();
    if (!value) return value;
    indices.push_back(*value);
    comma = take_sign(",");
    if (!comma && !sign("]")) return fail("expected ]");
  }
  ++at_;
  const bool tuple = comma || indices.size() > 1;
  const Index index = tuple ? add(PythonKind::tuple, "", std::move(indices)) : Index(indices[0]);
  return add(PythonKind::subscript, "", {object, *index});
}

}  // namespace

std::optional<PythonTree> read_python_expression(std::string_view text, std::string& why) {
  why.clear();
  auto tokens = read_python_tokens(text, why);
  if (!tokens) return std::nullopt;
  auto tree = Parser(std::move(*tokens), why).read();
  if (!tree && why.empty()) why = "no Python expression";
  return tree;
}

}  // namespace tare::formats
