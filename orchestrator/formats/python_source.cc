#include "formats/python_source.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "formats/python_arithmetic.h"

namespace tare::formats {
namespace {

// Python's own order: what binds less than its surroundings stands in parentheses.
int binding(const PythonNode& node) {
  switch (node.kind) {
    case PythonKind::binary:
      if (node.text == "|") return 5;
      if (node.text == "^") return 6;
      if (node.text == "&") return 7;
      if (node.text == "<<" || node.text == ">>") return 8;
      if (node.text == "+" || node.text == "-") return 9;
      return node.text == "**" ? 12 : 10;
    case PythonKind::unary:
      return node.text == "not" ? 3 : 11;
    case PythonKind::number:
    case PythonKind::string:
    case PythonKind::bytes:
    case PythonKind::word:
    case PythonKind::name:
    case PythonKind::attribute:
    case PythonKind::call:
    case PythonKind::subscript:
    case PythonKind::list:
    case PythonKind::tuple:
    case PythonKind::set:
    case PythonKind::dict:
    case PythonKind::other:
      break;
  }
  return 15;
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\\' || c == quote) {
      out.push_back('\\');
      out.push_back(c);
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out.push_back(c);
    }
  }
  out.push_back(quote);
  return out;
}

std::string number(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits.push_back(c);
  }
  const bool plain = digits.find_first_not_of("0123456789.eE+-") == std::string::npos;
  const bool is_float = digits.find_first_of(".eE") != std::string::npos;
  if (plain && is_float) return python_float_text(std::strtod(digits.c_str(), nullptr));
  return python_number_json(digits, false).value_or(digits);
}

// Appends to one text; recursion is as deep as the tree, which its reader bounds.
class Writer {
 public:
  Writer(const PythonTree& tree, std::string_view source) : tree_(tree), source_(source) {}

  void write(std::uint32_t index, int around) {
    const PythonNode& node = tree_.at(index);
    const bool bracket = binding(node) < around;
    if (bracket) out_.push_back('(');
    write_node(node);
    if (bracket) out_.push_back(')');
  }
  std::string out() && { return std::move(out_); }

 private:
  void write_list(const PythonNode& node, std::size_t first) {
    for (std::size_t i = first; i < node.children.size(); ++i) {
      if (i > first) out_ += ", ";
      write(node.children[i], 0);
    }
  }

  void write_call(const PythonNode& node) {
    write(node.children.front(), 14);
    out_.push_back('(');
    write_list(node, 1);
    bool more = node.children.size() > 1;
    for (const auto& [name, value] : node.keywords) {
      if (more) out_ += ", ";
      more = true;
      out_ += name.empty() ? "**" : name + "=";
      write(value, 0);
    }
    out_.push_back(')');
  }

  void write_dict(const PythonNode& node) {
    out_.push_back('{');
    for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
      if (i > 0) out_ += ", ";
      const PythonNode& key = tree_.at(node.children[i]);
      if (key.kind == PythonKind::other && key.span.end == 0) {
        out_ += "**";
      } else {
        write(node.children[i], 0);
        out_ += ": ";
      }
      write(node.children[i + 1], 0);
    }
    out_.push_back('}');
  }

  void write_node(const PythonNode& node) {
    switch (node.kind) {
      case PythonKind::number:
        out_ += number(node.text);
        return;
      case PythonKind::string:
        out_ += quoted(node.text);
        return;
      case PythonKind::word:
      case PythonKind::name:
        out_ += node.text;
        return;
      case PythonKind::bytes:
      case PythonKind::other:
        out_ += source_.substr(node.span.begin, node.span.end - node.span.begin);
        return;
      case PythonKind::attribute:
        write(node.children[0], 14);
        out_ += "." + node.text;
        return;
      case PythonKind::call:
        write_call(node);
        return;
      case PythonKind::subscript: {
        write(node.children[0], 14);
        out_.push_back('[');
        const PythonNode& index = tree_.at(node.children[1]);
        if (index.kind == PythonKind::tuple && !index.children.empty()) {
          write_list(index, 0);
          if (index.children.size() == 1) out_.push_back(',');
        } else {
          write(node.children[1], 0);
        }
        out_.push_back(']');
        return;
      }
      case PythonKind::list:
      case PythonKind::set:
        out_.push_back(node.kind == PythonKind::list ? '[' : '{');
        write_list(node, 0);
        out_.push_back(node.kind == PythonKind::list ? ']' : '}');
        return;
      case PythonKind::tuple:
        out_.push_back('(');
        write_list(node, 0);
        if (node.children.size() == 1) out_.push_back(',');
        out_.push_back(')');
        return;
      case PythonKind::dict:
        write_dict(node);
        return;
      case PythonKind::unary:
        out_ += node.text == "not" ? "not " : node.text;
        write(node.children[0], binding(node));
        return;
      case PythonKind::binary: {
        const int own = binding(node);
        const bool power = node.text == "**";
        write(node.children[0], power ? own + 1 : own);
        out_ += " " + node.text + " ";
        write(node.children[1], power ? 11 : own + 1);
        return;
      }
    }
  }

  const PythonTree& tree_;
  std::string_view source_;
  std::string out_;
};

}  // namespace

std::string python_source(const PythonTree& tree, std::uint32_t node, std::string_view source) {
  Writer writer(tree, source);
  writer.write(node, 0);
  return std::move(writer).out();
}

std::string python_float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace tare::formats
