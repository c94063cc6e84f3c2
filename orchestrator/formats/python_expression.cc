#include "formats/python_expression.h"

#include "formats/python_parser.h"

namespace tare::formats {

PythonParser::Index PythonParser::expressions(bool top) {
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

PythonParser::Index PythonParser::element() {
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

PythonParser::Index PythonParser::lambda() {
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

PythonParser::Index PythonParser::expression() {
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
int PythonParser::operator_here(std::string& text) const {
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

PythonParser::Index PythonParser::binary(int least) {
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

PythonParser::Index PythonParser::unary() {
  const Deeper deeper(depth_);
  if (depth_ > kMaxDepth) return fail("nested too deep");
  for (const char* prefix : {"+", "-", "~"}) {
    if (!take_sign(prefix)) continue;
    const Index operand = unary();
    return operand ? add(PythonKind::unary, prefix, {*operand}) : operand;
  }
  return power();
}

PythonParser::Index PythonParser::power() {
  const std::size_t begin = at_;
  const bool awaited = take_keyword("await");
  Index base = primary();
  if (!base) return base;
  if (awaited) base = other(begin);
  if (!take_sign("**")) return base;
  const Index exponent = unary();
  return exponent ? add(PythonKind::binary, "**", {*base, *exponent}) : exponent;
}

PythonParser::Index PythonParser::primary() {
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

PythonParser::Index PythonParser::strings() {
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

PythonParser::Index PythonParser::atom() {
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

std::optional<PythonTree> read_python_expression(std::string_view text, std::string& why) {
  why.clear();
  auto tokens = read_python_tokens(text, why);
  if (!tokens) return std::nullopt;
  auto tree = PythonParser(std::move(*tokens), why).read();
  if (!tree && why.empty()) why = "no Python expression";
  return tree;
}

}  // namespace tare::formats
