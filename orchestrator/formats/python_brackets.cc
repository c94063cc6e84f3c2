// What stands between brackets: displays, comprehensions, arguments and subscripts.
#include "formats/python_parser.h"

namespace tare::formats {

// `for x in y if z …`, behind an element.
bool PythonParser::comprehension() {
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

PythonParser::Index PythonParser::parenthesis() {
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

PythonParser::Index PythonParser::list() {
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

PythonParser::Index PythonParser::braces() {
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
bool PythonParser::argument(PythonNode& node, bool& keyword_seen, bool& unpacked,
                            std::size_t begin) {
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

PythonParser::Index PythonParser::call(std::uint32_t callee) {
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

PythonParser::Index PythonParser::slice() {
  const std::size_t begin = at_;
  // A star or a name that is given a value stands for a whole index, never for an end of a slice.
  if (take_sign("*")) return expression() ? other(begin) : std::nullopt;
  if (peek(1).kind == Kind::sign && peek(1).text == ":=") return element();
  if (!sign(":")) {
    const Index value = expression();
    if (!value || !sign(":")) return value;
  }
  std::size_t end = at_;
  for (int colons = 0; colons < 2 && take_sign(":"); ++colons) {
    const bool empty = sign(":") || sign(",") || sign("]");
    if (!empty && !expression()) return std::nullopt;
    // A second colon without a step behind it is not written again.
    if (colons == 0 || !empty) end = at_;
  }
  const std::size_t behind = std::exchange(at_, end);
  const Index node = other(begin);
  at_ = behind;
  return node;
}

PythonParser::Index PythonParser::subscript(std::uint32_t object) {
  std::vector<std::uint32_t> indices;
  bool comma = false;
  const bool starred = sign("*");  // x[*y] is x[(*y,)]
  if (sign("]")) return fail("an empty subscript");
  while (!sign("]")) {
    const Index value = slice();
    if (!value) return value;
    indices.push_back(*value);
    comma = take_sign(",");
    if (!comma && !sign("]")) return fail("expected ]");
  }
  ++at_;
  const bool tuple = starred || comma || indices.size() > 1;
  const Index index = tuple ? add(PythonKind::tuple, "", std::move(indices)) : Index(indices[0]);
  return add(PythonKind::subscript, "", {object, *index});
}

}  // namespace tare::formats
