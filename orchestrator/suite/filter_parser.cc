// The grammar, by descent:
//
//   any  = all ('|' all)*        all  = not ('&' not)*        not = '!' not | term
//   term = '(' any ')' | name '(' argument ')' | word
//   argument, word = plain text or "quoted" with \" and \\ inside
//
// Nesting and size are bounded, so no expression can exhaust the stack.
#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/nearest_name.h"
#include "base/utf8.h"
#include "suite/filter_node.h"

namespace tare {
namespace {

using Node = Filter::Node;
using NodePtr = std::shared_ptr<const Node>;

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxBytes = 65536;
constexpr std::array<std::string_view, 5> kNames = {"id", "tag", "tool", "kind", "risk"};
constexpr std::array<std::string_view, 4> kKinds = {"tool-call", "agent", "invoke", "observe"};

bool ends_word(char c) {
  return is_blank(c) || c == '&' || c == '|' || c == '(' || c == ')' || c == '"' || c == '!';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<NodePtr> run() {
    if (text_.size() > kMaxBytes) {
      return error_at(0, fmt::format("longer than {} bytes", kMaxBytes), "name a tag instead");
    }
    skip_space();
    if (at_end()) return NodePtr();
    NodePtr node = any(0);
    if (node && !at_end()) {
      node = peek() == ')' ? fail(pos_, "a ')' too many", "remove it")
                           : fail(pos_, "expected & or | between two terms",
                                  "write a & b (both) or a | b (either)");
    }
    if (!node) return *error_;
    return node;
  }

 private:
  bool at_end() const { return pos_ >= text_.size(); }
  char peek() const { return text_[pos_]; }
  void skip_space() {
    while (!at_end() && is_blank(peek())) ++pos_;
  }

  Error error_at(std::size_t offset, std::string reason, std::string mend) const {
    const std::size_t column = count_code_points(text_.substr(0, offset)) + 1;
    return Error{ErrorKind::usage,
                 fmt::format("{} in filter \"{}\"", reason,
                             shorten(escape_for_terminal(text_.substr(0, 400)), 200)),
                 fmt::format("filter:1:{}", column),
                 std::move(mend),
                 {}};
  }
  NodePtr fail(std::size_t offset, std::string reason, std::string mend) {
    if (!error_) error_ = error_at(offset, std::move(reason), std::move(mend));
    return nullptr;
  }

  NodePtr list(Node::Kind kind, char sign, int depth) {
    std::vector<NodePtr> children;
    while (true) {
      NodePtr child =
          kind == Node::Kind::any_of ? list(Node::Kind::all_of, '&', depth) : negation(depth);
      if (!child) return nullptr;
      children.push_back(std::move(child));
      skip_space();
      if (at_end() || peek() != sign) break;
      ++pos_;
      if (!at_end() && peek() == sign) {
        return fail(pos_, fmt::format("\"{}{}\"", sign, sign), fmt::format("write {} once", sign));
      }
    }
    if (children.size() == 1) return children.front();
    auto node = std::make_shared<Node>();
    node->node = kind;
    node->children = std::move(children);
    return node;
  }
  NodePtr any(int depth) { return list(Node::Kind::any_of, '|', depth); }

  NodePtr negation(int depth) {
    if (depth > kMaxDepth) {
      return fail(pos_, fmt::format("nested deeper than {}", kMaxDepth), "use fewer parentheses");
    }
    skip_space();
    if (at_end() || peek() != '!') return term(depth);
    ++pos_;
    NodePtr child = negation(depth + 1);
    if (!child) return nullptr;
    auto node = std::make_shared<Node>();
    node->node = Node::Kind::not_of;
    node->children.push_back(std::move(child));
    return node;
  }

  NodePtr term(int depth) {
    const std::size_t start = pos_;
    if (at_end()) return fail(start, "the filter ends where a term is expected", "add a term");
    if (peek() == '(') {
      ++pos_;
      NodePtr inside = any(depth + 1);
      if (!inside) return nullptr;
      if (at_end() || peek() != ')') return fail(start, "a '(' that is not closed", "add a ')'");
      ++pos_;
      return inside;
    }
    if (peek() == '"') {
      std::optional<std::string> id = quoted();
      return id ? leaf(start, "id", std::move(*id)) : nullptr;
    }
    while (!at_end() && (!ends_word(peek()) || (peek() == '!' && pos_ > start))) ++pos_;
    const std::string_view word = text_.substr(start, pos_ - start);
    if (word.empty()) {
      return fail(start, fmt::format("'{}' where a term is expected", peek()),
                  "add a term before it");
    }
    if (at_end() || peek() != '(') return leaf(start, "id", std::string(word));
    return call(start, word);
  }

  NodePtr call(std::size_t start, std::string_view name) {
    bool known = false;
    for (std::string_view one : kNames) known = known || one == name;
    if (!known) {
      return fail(start, fmt::format("unknown \"{}(\"", escape_for_terminal(name)),
                  nearest_name_hint(name, kNames));
    }
    ++pos_;
    skip_space();
    const std::size_t argument_start = pos_;
    std::optional<std::string> argument;
    if (!at_end() && peek() == '"') {
      argument = quoted();
      if (!argument) return nullptr;
      skip_space();
    } else {
      while (!at_end() && peek() != ')' && peek() != '(' && peek() != '"') ++pos_;
      std::string_view raw = text_.substr(argument_start, pos_ - argument_start);
      while (!raw.empty() && is_blank(raw.back())) raw.remove_suffix(1);
      argument = std::string(raw);
    }
    if (at_end()) return fail(start, fmt::format("{}( is not closed", name), "add a ')'");
    if (peek() != ')') {
      return fail(pos_, fmt::format("'{}' inside {}(…)", peek(), name),
                  "put the whole in \"quotes\"");
    }
    ++pos_;
    if (argument->empty()) {
      return fail(argument_start, fmt::format("{}() is empty", name), "name what to look for");
    }
    return leaf(argument_start, name, std::move(*argument));
  }

  std::optional<std::string> quoted() {
    const std::size_t start = pos_++;
    std::string out;
    while (!at_end() && peek() != '"') {
      if (peek() == '\\' && pos_ + 1 < text_.size()) ++pos_;
      out += text_[pos_++];
    }
    if (at_end()) {
      fail(start, "a quote that is not closed", "add a \"");
      return std::nullopt;
    }
    ++pos_;
    if (out.empty()) {
      fail(start, "empty quotes", "name what to look for");
      return std::nullopt;
    }
    return out;
  }

  NodePtr leaf(std::size_t at, std::string_view name, std::string argument) {
    auto node = std::make_shared<Node>();
    if (name == "kind") {
      const std::optional<CaseKind> kind = case_kind_from_name(argument);
      if (!kind) {
        return fail(at, fmt::format("unknown kind \"{}\"", escape_for_terminal(argument)),
                    nearest_name_hint(argument, kKinds));
      }
      node->node = Node::Kind::kind;
      node->case_kind = *kind;
      return node;
    }
    if (name == "risk") return risk(at, argument);
    node->node = name == "tag"    ? Node::Kind::tag
                 : name == "tool" ? Node::Kind::tool
                                  : Node::Kind::id;
    node->glob = std::move(argument);
    return node;
  }

  NodePtr risk(std::size_t at, std::string_view argument) {
    struct Sign {
      std::string_view text;
      Node::Compare compare;
    };
    // Longer signs first.
    constexpr std::array<Sign, 6> kSigns = {{{">=", Node::Compare::greater_equal},
                                             {"<=", Node::Compare::less_equal},
                                             {"==", Node::Compare::equal},
                                             {">", Node::Compare::greater},
                                             {"<", Node::Compare::less},
                                             {"=", Node::Compare::equal}}};
    auto node = std::make_shared<Node>();
    node->node = Node::Kind::risk;
    std::string_view rest = argument;
    for (const Sign& sign : kSigns) {
      if (!rest.starts_with(sign.text)) continue;
      node->compare = sign.compare;
      rest.remove_prefix(sign.text.size());
      break;
    }
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    if (rest.size() != 1 || rest[0] < '1' || rest[0] > '5') {
      return fail(at, fmt::format("\"{}\" is no risk", escape_for_terminal(argument)),
                  "risks are 1 to 5: risk(>=4), risk(2)");
    }
    node->risk = static_cast<std::uint8_t>(rest[0] - '0');
    return node;
  }

  std::string_view text_;
  std::size_t pos_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<NodePtr> parse_filter(std::string_view expression) { return Parser(expression).run(); }

}  // namespace tare
