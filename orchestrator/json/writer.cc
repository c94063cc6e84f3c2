// Both writers walk the tape from front to back; they differ only in how they spell a scalar.
#include "json/writer.h"

#include <vector>

#include "json/decimal.h"
#include "json/lexer.h"
#include "json/string_token.h"
#include "json/string_writer.h"

namespace tare::json {
namespace {

// Calls `scalar(out, value)` for each scalar and name, and sets the punctuation around them.
template <class Scalar>
std::string write(Value root, Scalar scalar) {
  struct Open {
    std::uint32_t end;  // index just past the container
    bool is_object;
    bool name_next;
    bool is_first;
  };
  std::string out;
  std::vector<Open> open;
  const Document* document = root.document();
  const auto& nodes = document->nodes();
  const std::uint32_t end = nodes[root.index()].next;
  for (std::uint32_t i = root.index(); i < end; ++i) {
    const Value value(document, i);
    if (!open.empty()) {
      Open& top = open.back();
      const bool is_name = top.is_object && top.name_next;
      if (top.is_object && !is_name) {
        out += ':';
      } else if (!top.is_first) {
        out += ',';
      }
      top.is_first = false;
      top.name_next = !is_name;
    }
    switch (value.kind()) {
      case Kind::object:
        out += '{';
        open.push_back({nodes[i].next, true, true, true});
        break;
      case Kind::array:
        out += '[';
        open.push_back({nodes[i].next, false, false, true});
        break;
      case Kind::null:
      case Kind::boolean:
      case Kind::number:
      case Kind::string:
        scalar(out, value);
        break;
    }
    while (!open.empty() && open.back().end == i + 1) {
      out += open.back().is_object ? '}' : ']';
      open.pop_back();
    }
  }
  return out;
}

void append_repaired(std::string& out, Value value) {
  switch (value.kind()) {
    case Kind::null:
      out += "null";
      return;
    case Kind::boolean:
      out += value.boolean() ? "true" : "false";
      return;
    case Kind::number: {
      const std::string number = json_number_text(value);
      if (is_json_number(number)) {
        out += number;
      } else {
        append_json_string(out, number);
      }
      return;
    }
    case Kind::string:
      append_json_string(out, value.decoded());
      return;
    case Kind::array:
    case Kind::object:
      return;
  }
}

}  // namespace

std::string json_number_text(Value v) {
  const std::string_view text = v.number_text();
  if (!v.has_note(StringNote::repaired)) return std::string(text);
  const char* p = text.data();
  const char* const end = p + text.size();
  const bool minus = *p == '-';
  if (minus || *p == '+') ++p;
  const char* point = skip_digits(p, end);
  while (point - p > 1 && *p == '0') ++p;
  std::string out = minus ? "-" : "";
  out.append(p, point);
  if (point == p) out += '0';
  p = point;
  if (p != end && *p == '.') {
    const char* after = skip_digits(p + 1, end);
    if (after != p + 1) out.append(p, after);
    p = after;
  }
  if (p != end && is_digit(end[-1])) out.append(p, end);
  // NaN, Infinity
  return text.find_first_of("0123456789") == text.npos ? canonical_number(text) : out;
}

std::string minified(Value v) {
  return write(v, [](std::string& out, Value scalar) { out += scalar.text(); });
}

std::string as_strict_json(Value v) {
  return write(v, [](std::string& out, Value scalar) {
    if (scalar.has_note(StringNote::repaired)) {
      append_repaired(out, scalar);
    } else {
      out += scalar.text();
    }
  });
}

}  // namespace tare::json
