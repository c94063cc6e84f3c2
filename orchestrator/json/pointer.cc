#include "json/pointer.h"

#include <algorithm>

#include "base/utf8.h"

namespace tare::json {
namespace {

Value element_at(Value array, std::string_view step) {
  const bool is_index =
      !step.empty() && step.size() <= 10 && (step.size() == 1 || step[0] != '0') &&
      std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_index) return {};
  std::size_t index = 0;
  for (const char c : step) index = index * 10 + static_cast<std::size_t>(c - '0');
  for (const Value element : array.elements()) {
    if (index-- == 0) return element;
  }
  return {};
}

}  // namespace

std::string unescape_step(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const char next = i + 1 < step.size() ? step[i + 1] : '\0';
    if (step[i] == '~' && (next == '0' || next == '1')) {
      out += next == '0' ? '~' : '/';
      ++i;
    } else {
      out += step[i];
    }
  }
  return out;
}

void append_pointer(std::string& pointer, std::string_view name) {
  pointer += '/';
  for (std::size_t i = 0; i < name.size();) {
    const CodePoint c = code_point_at(name, i);
    if (!c.valid) {
      append_utf8(pointer, c.value);
    } else if (c.value == U'~') {
      pointer += "~0";
    } else if (c.value == U'/') {
      pointer += "~1";
    } else {
      pointer += name.substr(i, c.length);
    }
    i += c.length;
  }
}

void append_pointer(std::string& pointer, std::size_t index) {
  pointer += '/';
  pointer += std::to_string(index);
}

Value at_pointer(Value root, std::string_view pointer) {
  Value here = root;
  while (!pointer.empty() && here.valid()) {
    if (pointer[0] != '/') return {};
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    if (here.is_object()) {
      here = here.find(unescape_step(step));
    } else if (here.is_array()) {
      here = element_at(here, step);
    } else {
      return {};
    }
  }
  return here;
}

std::string pointer_to(Value v) {
  std::string out;
  Value here = v.document()->root();
  const auto holds = [&v](Value part) {
    return v.index() >= part.index() && v.index() < v.document()->nodes()[part.index()].next;
  };
  while (here.index() != v.index()) {
    Value next;
    if (here.is_object()) {
      for (const Member member : here.members()) {
        if (!holds(member.value)) continue;
        append_pointer(out, member.name.decoded());
        next = member.value;
        break;
      }
    } else if (here.is_array()) {
      std::size_t index = 0;
      for (const Value element : here.elements()) {
        if (holds(element)) {
          append_pointer(out, index);
          next = element;
          break;
        }
        ++index;
      }
    }
    if (!next.valid()) return out;  // a member's name: its object
    here = next;
  }
  return out;
}

}  // namespace tare::json
