#include "formats/python_meaning.h"

#include <algorithm>

#include "formats/python_arithmetic.h"
#include "formats/python_expression.h"
#include "formats/python_source.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

// Appends JSON; recursion is as deep as the tree, which its reader bounds.
class Meaning {
 public:
  Meaning(const PythonTree& tree, std::string_view source, std::string& why)
      : tree_(tree), source_(source), why_(why) {}

  bool value(std::uint32_t index, std::string& out);
  bool arguments(const PythonNode& call, std::string& out);
  std::string name(const PythonNode& call) const;
  std::string source(std::uint32_t index) const { return python_source(tree_, index, source_); }

 private:
  bool fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }
  bool marked(std::uint32_t index, std::string& out) {
    out += "{\"$python\":";
    json::append_json_string(out, source(index));
    out.push_back('}');
    return true;
  }
  bool number(std::uint32_t index, bool negative, std::string& out) {
    const std::optional<std::string> json = python_number_json(tree_.at(index).text, negative);
    if (!json) return marked(index, out);
    out += *json;
    return true;
  }
  bool word(const PythonNode& node, std::string& out);
  bool negated(const PythonNode& node, std::string& out);
  bool elements(const PythonNode& node, std::string& out);
  bool dict(std::uint32_t index, std::string& out);

  const PythonTree& tree_;
  std::string_view source_;
  std::string& why_;
};

bool Meaning::word(const PythonNode& node, std::string& out) {
  out += node.text == "True"    ? "true"
         : node.text == "False" ? "false"
         : node.text == "None"  ? "null"
                                : "\"...\"";
  return true;
}

// Whatever prefix stands there, the layer puts a minus before the literal behind it.
bool Meaning::negated(const PythonNode& node, std::string& out) {
  const std::uint32_t operand = node.children[0];
  const PythonNode& literal = tree_.at(operand);
  if (literal.kind == PythonKind::number) return number(operand, true, out);
  if (literal.kind == PythonKind::word && literal.text == "True") {
    out += "-1";
    return true;
  }
  if (literal.kind == PythonKind::word && literal.text == "False") {
    out += "0";
    return true;
  }
  return fail("a prefix before what is no number");
}

bool Meaning::elements(const PythonNode& node, std::string& out) {
  out.push_back('[');
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (i > 0) out.push_back(',');
    if (!value(node.children[i], out)) return false;
  }
  out.push_back(']');
  return true;
}

bool Meaning::dict(std::uint32_t index, std::string& out) {
  const PythonNode& node = tree_.at(index);
  bool all_strings = true;
  std::string json = "{", ignored;
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const PythonNode& key = tree_.at(node.children[i]);
    if (key.kind == PythonKind::other && key.span.end == 0) return fail("** in a dict");
    if (i > 0) json.push_back(',');
    std::string name;
    if (!value(node.children[i], name)) return false;
    if (name.front() == '[' || name.front() == '{') {
      // A tuple can be a key, a list or a dict cannot.
      if (!name.starts_with("{\"$")) return fail("a list or a dict as a key");
      all_strings = false;
    } else if (name.front() != '"') {
      all_strings = false;
    }
    json += name + ":";
    if (!value(node.children[i + 1], json)) return false;
  }
  if (!all_strings) return marked(index, out);
  out += json + "}";
  return true;
}

bool Meaning::value(std::uint32_t index, std::string& out) {
  const PythonNode& node = tree_.at(index);
  switch (node.kind) {
    case PythonKind::number:
      return number(index, false, out);
    case PythonKind::string:
    case PythonKind::name:
      json::append_json_string(out, node.text);
      return true;
    case PythonKind::bytes:
      return marked(index, out);
    case PythonKind::word:
      return word(node, out);
    case PythonKind::list:
      return elements(node, out);
    case PythonKind::tuple: {
      out += "{\"$tuple\":";
      const bool whole = elements(node, out);
      out.push_back('}');
      return whole;
    }
    case PythonKind::dict:
      return dict(index, out);
    case PythonKind::call: {
      if (node.keywords.empty()) break;
      out.push_back('{');
      json::append_json_string(out, name(node));
      out.push_back(':');
      const bool whole = arguments(node, out);
      out.push_back('}');
      return whole;
    }
    case PythonKind::subscript:
      // Each half is written by itself, so an index of several values keeps its parentheses.
      json::append_json_string(out,
                               source(node.children[0]) + "[" + source(node.children[1]) + "]");
      return true;
    case PythonKind::unary:
      return negated(node, out);
    case PythonKind::binary: {
      const std::optional<std::string> result = python_arithmetic(tree_, index, why_);
      if (result) out += *result;
      return result.has_value();
    }
    case PythonKind::attribute:
    case PythonKind::set:
    case PythonKind::other:
      return fail("a value that is no literal: " + source(index).substr(0, 60));
  }
  json::append_json_string(out, source(index));
  return true;
}

bool Meaning::arguments(const PythonNode& call, std::string& out) {
  out.push_back('{');
  bool first = true;
  for (const auto& [name, argument] : call.keywords) {
    if (!first) out.push_back(',');
    first = false;
    json::append_json_string(out, name.empty() ? "**" : name);
    out.push_back(':');
    if (!value(argument, out)) return false;
  }
  out.push_back('}');
  return true;
}

// `a.b.c`; of a callee that is no such chain only the attributes behind it.
std::string Meaning::name(const PythonNode& call) const {
  std::vector<std::string_view> parts;
  std::uint32_t index = call.children[0];
  while (tree_.at(index).kind == PythonKind::attribute) {
    parts.push_back(tree_.at(index).text);
    index = tree_.at(index).children[0];
  }
  if (tree_.at(index).kind == PythonKind::name) parts.push_back(tree_.at(index).text);
  std::string out;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!out.empty() || part != parts.rbegin()) out.push_back('.');
    out += *part;
  }
  return out;
}

}  // namespace

std::optional<std::vector<MeantCall>> read_meant_calls(std::string_view given, EmptyCalls empty,
                                                       bool one_alone, std::string& why) {
  // Python reads every line end as one line feed, in strings too.
  std::string unix_lines;
  std::string_view text = given;
  if (given.find('\r') != std::string_view::npos) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i] != '\r') {
        unix_lines.push_back(given[i]);
      } else if (i + 1 == given.size() || given[i + 1] != '\n') {
        unix_lines.push_back('\n');
      }
    }
    text = unix_lines;
  }
  const std::optional<PythonTree> tree = read_python_expression(text, why);
  if (!tree) return std::nullopt;
  const PythonNode& root = tree->at(tree->root);
  std::vector<std::uint32_t> elements = root.children;
  if (root.kind == PythonKind::call && one_alone) {
    elements = {tree->root};
  } else if (root.kind != PythonKind::list && root.kind != PythonKind::tuple &&
             root.kind != PythonKind::set) {
    why = "no list of calls";
    return std::nullopt;
  }
  Meaning meaning(*tree, text, why);
  std::vector<MeantCall> out;
  for (const std::uint32_t element : elements) {
    const PythonNode& node = tree->at(element);
    if (node.kind != PythonKind::call) {
      why = "the list holds what is no call";
      return std::nullopt;
    }
    MeantCall call;
    if (node.keywords.empty() && empty == EmptyCalls::are_texts) {
      call.is_call = false;
      call.name = meaning.source(element);
    } else {
      call.name = meaning.name(node);
      if (!meaning.arguments(node, call.arguments)) return std::nullopt;
    }
    out.push_back(std::move(call));
  }
  return out;
}

}  // namespace tare::formats
