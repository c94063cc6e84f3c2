#include "formats/python_arithmetic.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdlib>
#include <variant>
#include <vector>

#include "formats/python_source.h"
#include "json/string_writer.h"

namespace tare::formats {
namespace {

using Integer = boost::multiprecision::cpp_int;

constexpr unsigned kMaxBits = 14'000;          // as many digits as Python prints, 4,300
constexpr std::size_t kMaxElements = 100'000;  // and bytes, of what is repeated

struct Value;
struct Sequence {
  bool tuple = false;
  std::vector<Value> elements;
};
struct Value {
  std::variant<Integer, double, std::string, Sequence> v;
  bool boolean = false;  // an int that is True or False
};

// Elements and bytes in all.
std::size_t weight(const Value& value) {
  if (const std::string* text = std::get_if<std::string>(&value.v)) return text->size() + 1;
  std::size_t sum = 1;
  if (const Sequence* list = std::get_if<Sequence>(&value.v)) {
    for (const Value& element : list->elements) sum += weight(element);
  }
  return sum;
}

const Integer* as_integer(const Value& value) { return std::get_if<Integer>(&value.v); }

double to_double(const Integer& value) { return std::strtod(value.str().c_str(), nullptr); }

std::optional<double> as_double(const Value& value) {
  if (const double* real = std::get_if<double>(&value.v)) return *real;
  if (const Integer* whole = as_integer(value)) {
    const double real = to_double(*whole);
    if (!std::isinf(real)) return real;
  }
  return std::nullopt;
}

bool is_small(const Integer& value) {
  return value == 0 || boost::multiprecision::msb(abs(value)) < kMaxBits;
}

class Evaluator {
 public:
  Evaluator(const PythonTree& tree, std::string& why) : tree_(tree), why_(why) {}

  std::optional<Value> value(std::uint32_t index);

 private:
  std::optional<Value> fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return std::nullopt;
  }
  std::optional<Value> whole(Integer value) {
    if (!is_small(value)) return fail("a number of thousands of digits");
    return Value{std::move(value)};
  }
  std::optional<Value> unary(const PythonNode& node);
  std::optional<Value> binary(const PythonNode& node);
  std::optional<Value> integers(const std::string& sign, const Integer& a, const Integer& b);
  std::optional<Value> reals(const std::string& sign, double a, double b);
  std::optional<Value> quotient(const Integer& a, const Integer& b);
  std::optional<Value> power(const Integer& a, const Integer& b);
  std::optional<Value> repeated(const Value& what, const Integer& times);
  std::optional<Value> joined(const Value& a, const Value& b);
  std::optional<Value> sequence(const PythonNode& node);

  const PythonTree& tree_;
  std::string& why_;
};

std::optional<Value> number_value(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits.push_back(c);
  }
  const char mark =
      digits.size() > 1 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '0';
  if (mark == 'x' || mark == 'o' || mark == 'b') {
    const unsigned bits = mark == 'x' ? 4 : mark == 'o' ? 3 : 1;
    Integer value = 0;
    if (digits.size() * bits > kMaxBits) return std::nullopt;
    for (const char c : digits.substr(2)) {
      const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      value = (value << bits) + digit;
    }
    return Value{value};
  }
  if (digits.find_first_of("jJ") != std::string::npos) return std::nullopt;
  if (digits.find_first_of(".eE") != std::string::npos) {
    return Value{std::strtod(digits.c_str(), nullptr)};
  }
  if (digits.size() > kMaxBits * 3 / 10) return std::nullopt;
  // A leading zero would make it octal.
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return Value{Integer(digits)};
}

std::optional<Value> Evaluator::sequence(const PythonNode& node) {
  Sequence out{node.kind == PythonKind::tuple, {}};
  for (const std::uint32_t child : node.children) {
    std::optional<Value> element = value(child);
    if (!element) return element;
    out.elements.push_back(std::move(*element));
  }
  return Value{std::move(out)};
}

std::optional<Value> Evaluator::value(std::uint32_t index) {
  const PythonNode& node = tree_.at(index);
  switch (node.kind) {
    case PythonKind::number: {
      std::optional<Value> number = number_value(node.text);
      return number ? number : fail("a number that has no place in JSON");
    }
    case PythonKind::string:
      return Value{node.text};
    case PythonKind::word:
      if (node.text == "True" || node.text == "False") {
        return Value{Integer(node.text == "True" ? 1 : 0), true};
      }
      return fail("arithmetic with " + node.text);
    case PythonKind::list:
    case PythonKind::tuple:
      return sequence(node);
    case PythonKind::unary:
      return unary(node);
    case PythonKind::binary:
      return binary(node);
    case PythonKind::name:
      return fail("arithmetic with the name " + node.text);
    case PythonKind::bytes:
    case PythonKind::attribute:
    case PythonKind::call:
    case PythonKind::subscript:
    case PythonKind::set:
    case PythonKind::dict:
    case PythonKind::other:
      break;
  }
  return fail("arithmetic with what is no literal");
}

bool is_true(const Value& value) {
  if (const Integer* whole = as_integer(value)) return *whole != 0;
  if (const double* real = std::get_if<double>(&value.v)) return *real != 0;
  if (const std::string* text = std::get_if<std::string>(&value.v)) return !text->empty();
  return !std::get<Sequence>(value.v).elements.empty();
}

std::optional<Value> Evaluator::unary(const PythonNode& node) {
  const std::optional<Value> operand = value(node.children[0]);
  if (!operand) return std::nullopt;
  const Integer* whole_operand = as_integer(*operand);
  const double* real = std::get_if<double>(&operand->v);
  if (node.text == "-" && whole_operand) return Value{Integer(-*whole_operand)};
  if (node.text == "-" && real) return Value{-*real};
  if (node.text == "+" && whole_operand) return Value{*whole_operand};
  if (node.text == "+" && real) return Value{*real};
  if (node.text == "~" && whole_operand) return Value{Integer(-*whole_operand - 1)};
  if (node.text == "not") return Value{Integer(is_true(*operand) ? 0 : 1), true};
  return fail("no " + node.text + " for such a value");
}

// Rounded once, whatever the size of both.
std::optional<Value> Evaluator::quotient(const Integer& a, const Integer& b) {
  using boost::multiprecision::msb;
  if (a == 0) return Value{b < 0 ? -0.0 : 0.0};
  const Integer top = abs(a), bottom = abs(b);
  const int shift = std::max(0, 70 + static_cast<int>(msb(bottom)) - static_cast<int>(msb(top)));
  Integer whole_part, rest;
  divide_qr(Integer(top << static_cast<unsigned>(shift)), bottom, whole_part, rest);
  whole_part = (whole_part << 1) + (rest == 0 ? 0 : 1);
  const double value = std::ldexp(to_double(whole_part), -shift - 1);
  if (std::isinf(value)) return fail("a quotient that no float holds");
  return Value{(a < 0) != (b < 0) ? -value : value};
}

std::optional<Value> Evaluator::power(const Integer& a, const Integer& b) {
  if (b < 0) {
    if (a == 0) return fail("zero to a negative power");
    return reals("**", to_double(a), to_double(b));
  }
  const bool unit = a == 0 || a == 1 || a == -1;
  const unsigned bits = unit ? 1 : static_cast<unsigned>(boost::multiprecision::msb(abs(a))) + 1;
  if (unit) {
    if (b == 0) return Value{Integer(1)};
    return Value{a == -1 && b % 2 == 0 ? Integer(1) : a};
  }
  if (b > kMaxBits || bits * static_cast<unsigned>(b) > 2 * kMaxBits) {
    return fail("a number of thousands of digits");
  }
  return whole(pow(a, static_cast<unsigned>(b)));
}

std::optional<Value> Evaluator::integers(const std::string& sign, const Integer& a,
                                         const Integer& b) {
  if (sign == "+") return whole(a + b);
  if (sign == "-") return whole(a - b);
  if (sign == "*") return whole(a * b);
  if (sign == "**") return power(a, b);
  if (sign == "/" || sign == "//" || sign == "%") {
    if (b == 0) return fail("a division by zero");
    if (sign == "/") return quotient(a, b);
    Integer quotient_part = a / b, rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
      quotient_part -= 1;
      rest += b;
    }
    return Value{sign == "//" ? quotient_part : rest};
  }
  if (sign == "<<" || sign == ">>") {
    if (b < 0 || b > kMaxBits) return fail("a shift out of bounds");
    const unsigned by = static_cast<unsigned>(b);
    if (sign == "<<") return whole(a << by);
    // Python rounds down, not towards zero.
    return Value{a < 0 ? Integer(-((-a - 1) >> by) - 1) : Integer(a >> by)};
  }
  const bool bits = (sign == "&" || sign == "|" || sign == "^") && a >= 0 && b >= 0;
  if (!bits) return fail("no " + sign + " for such values");
  return Value{sign == "&" ? Integer(a & b) : sign == "|" ? Integer(a | b) : Integer(a ^ b)};
}

std::optional<Value> Evaluator::reals(const std::string& sign, double a, double b) {
  if (sign == "+") return Value{a + b};
  if (sign == "-") return Value{a - b};
  if (sign == "*") return Value{a * b};
  if (sign == "/" || sign == "//" || sign == "%") {
    if (b == 0) return fail("a division by zero");
    if (sign == "/") return Value{a / b};
    double rest = std::fmod(a, b);
    double quotient_part = (a - rest) / b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
      rest += b;
      quotient_part -= 1;
    }
    if (sign == "%") return Value{rest == 0 ? std::copysign(0.0, b) : rest};
    double floor = std::floor(quotient_part);
    if (quotient_part - floor > 0.5) floor += 1;
    return Value{floor};
  }
  if (sign != "**") return fail("no " + sign + " for such values");
  if (a == 0 && b < 0) return fail("zero to a negative power");
  if (a < 0 && b != std::floor(b)) return fail("a power that is a complex number");
  const double value = std::pow(a, b);
  if (std::isinf(value) && !std::isinf(a) && !std::isinf(b)) return fail("a power too large");
  return Value{value};
}

std::optional<Value> Evaluator::repeated(const Value& what, const Integer& times) {
  const std::size_t count = times <= 0             ? 0
                            : times > kMaxElements ? kMaxElements + 1
                                                   : static_cast<std::size_t>(times);
  if (weight(what) * count > kMaxElements) return fail("a value repeated too often");
  if (const std::string* text = std::get_if<std::string>(&what.v)) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += *text;
    return Value{std::move(out)};
  }
  const Sequence& list = std::get<Sequence>(what.v);
  Sequence out{list.tuple, {}};
  for (std::size_t i = 0; i < count; ++i) {
    out.elements.insert(out.elements.end(), list.elements.begin(), list.elements.end());
  }
  return Value{std::move(out)};
}

std::optional<Value> Evaluator::joined(const Value& a, const Value& b) {
  const std::string* first = std::get_if<std::string>(&a.v);
  const std::string* second = std::get_if<std::string>(&b.v);
  if (first && second) return Value{*first + *second};
  const Sequence* front = std::get_if<Sequence>(&a.v);
  const Sequence* back = std::get_if<Sequence>(&b.v);
  if (!front || !back || front->tuple != back->tuple) return fail("no + for such values");
  Sequence out = *front;
  out.elements.insert(out.elements.end(), back->elements.begin(), back->elements.end());
  return Value{std::move(out)};
}

std::optional<Value> Evaluator::binary(const PythonNode& node) {
  const std::optional<Value> a = value(node.children[0]);
  const std::optional<Value> b = a ? value(node.children[1]) : std::nullopt;
  if (!a || !b) return std::nullopt;
  const std::string& sign = node.text;
  const Integer* left = as_integer(*a);
  const Integer* right = as_integer(*b);
  if (left && right) {
    const bool logic = a->boolean && b->boolean && (sign == "&" || sign == "|" || sign == "^");
    std::optional<Value> out = integers(sign, *left, *right);
    if (out && logic) out->boolean = true;
    return out;
  }
  const bool plain_a = left || std::holds_alternative<double>(a->v);
  const bool plain_b = right || std::holds_alternative<double>(b->v);
  if (plain_a && plain_b) {
    const std::optional<double> x = as_double(*a), y = as_double(*b);
    return x && y ? reals(sign, *x, *y) : fail("a number that no float holds");
  }
  if (sign == "*" && right && !plain_a) return repeated(*a, *right);
  if (sign == "*" && left && !plain_b) return repeated(*b, *left);
  return sign == "+" ? joined(*a, *b) : fail("no " + sign + " for such values");
}

void append_json(const Value& value, std::string& out) {
  if (const Integer* whole = as_integer(value)) {
    out += value.boolean ? (*whole == 0 ? "false" : "true") : whole->str();
  } else if (const double* real = std::get_if<double>(&value.v)) {
    out += std::isnan(*real)   ? "NaN"
           : std::isinf(*real) ? (*real > 0 ? "Infinity" : "-Infinity")
                               : python_float_text(*real);
  } else if (const std::string* text = std::get_if<std::string>(&value.v)) {
    json::append_json_string(out, *text);
  } else {
    const Sequence& list = std::get<Sequence>(value.v);
    out += list.tuple ? "{\"$tuple\":[" : "[";
    for (std::size_t i = 0; i < list.elements.size(); ++i) {
      if (i > 0) out.push_back(',');
      append_json(list.elements[i], out);
    }
    out += list.tuple ? "]}" : "]";
  }
}

}  // namespace

std::optional<std::string> python_arithmetic(const PythonTree& tree, std::uint32_t node,
                                             std::string& why) {
  const std::optional<Value> value = Evaluator(tree, why).value(node);
  if (!value) return std::nullopt;
  std::string out;
  append_json(*value, out);
  return out;
}

std::optional<std::string> python_number_json(std::string_view text, bool negative) {
  std::optional<Value> value = number_value(text);
  if (!value) return std::nullopt;
  if (Integer* whole = std::get_if<Integer>(&value->v); whole && negative) *whole = -*whole;
  if (double* real = std::get_if<double>(&value->v); real && negative) *real = -*real;
  std::string out;
  append_json(*value, out);
  return out;
}

}  // namespace tare::formats
