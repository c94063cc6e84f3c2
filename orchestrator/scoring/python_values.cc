#include "scoring/python_values.h"

#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "base/utf8.h"
#include "json/decimal.h"
#include "json/string_writer.h"

namespace tare {
namespace {

constexpr std::string_view kTuple = "$tuple";
constexpr std::string_view kPython = "$python";

bool is_marked(json::Value v, std::string_view mark, json::Kind kind) {
  if (v.size() != 1) return false;
  const json::Member only = *v.members().begin();
  return only.name.decoded_equals(mark) && only.value.is(kind);
}

bool is_integer_text(std::string_view number) {
  return number.find_first_of(".eEnNiI") == std::string_view::npos;
}

// The nearest double; beyond the largest one infinity, as Python reads it.
double as_double(std::string_view number) {
  return std::strtod(std::string(number).c_str(), nullptr);
}

std::optional<std::string> key_of_double(double value) {
  if (std::isnan(value)) return std::nullopt;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  // 309 digits hold the largest one.
  char text[400];
  const bool whole = value == std::floor(value);
  const int length = whole ? std::snprintf(text, sizeof text, "%.0f", value)
                           : std::snprintf(text, sizeof text, "%.17g", value);
  return json::canonical_number(std::string_view(text, static_cast<std::size_t>(length)));
}

std::optional<std::string> key_of_number(json::Value v) {
  const std::string_view text = v.number_text();
  return is_integer_text(text) ? json::canonical_number(text) : key_of_double(as_double(text));
}

bool append_key(json::Value v, std::string& out);

bool append_list(json::Value list, char open, char close, std::string& out) {
  out.push_back(open);
  for (const json::Value element : list.elements()) {
    if (!append_key(element, out)) return false;
    out.push_back(',');
  }
  out.push_back(close);
  return true;
}

bool append_dict(json::Value dict, std::string& out) {
  std::vector<std::pair<std::string, json::Value>> items = dict_items(dict);
  std::sort(items.begin(), items.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  out.push_back('{');
  for (const auto& [name, value] : items) {
    json::append_json_string(out, name);
    out.push_back(':');
    if (!append_key(value, out)) return false;
    out.push_back(',');
  }
  out.push_back('}');
  return true;
}

// Recurses as deep as the reader let the value be.
bool append_key(json::Value v, std::string& out) {
  switch (python_type(v)) {
    case PythonType::none:
      out += "None";
      return true;
    case PythonType::string:
      json::append_json_string(out, v.decoded());
      return true;
    case PythonType::boolean:
      out += json::canonical_number(v.boolean() ? "1" : "0");
      return true;
    case PythonType::integer:
    case PythonType::real: {
      const std::optional<std::string> key = key_of_number(v);
      if (key) out += *key;
      return key.has_value();
    }
    case PythonType::list:
      return append_list(v, '[', ']', out);
    case PythonType::tuple:
      return append_list(list_in_tuple(v), '(', ')', out);
    case PythonType::dict:
      return append_dict(v, out);
    case PythonType::other:
      return false;
  }
  return false;
}

bool is_dropped(char c) {
  constexpr std::string_view kDropped = " ,./-_*^";
  return kDropped.find(c) != std::string_view::npos;
}

bool is_cased(char32_t c) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:
      return false;
  }
}

// What stands between letters of one word without ending it.
bool is_case_ignorable(char32_t c) {
  constexpr std::u32string_view kMarks = U"'\u2019\u00b7.:\u2018\u2024\u2027";
  if (kMarks.find(c) != std::u32string_view::npos) return true;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return false;
  }
}

// A capital sigma at the end of a word has a small form of its own.
bool is_final_sigma(const std::u32string& text, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && is_case_ignorable(text[before - 1])) --before;
  if (before == 0 || !is_cased(text[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < text.size() && is_case_ignorable(text[after])) ++after;
  return after == text.size() || !is_cased(text[after]);
}

void append_lower(const std::u32string& text, std::size_t at, std::string& out) {
  const char32_t c = text[at];
  if (c == U'\u0130') {
    out += "i\xCC\x87";
  } else if (c == U'\u03a3') {
    append_utf8(out, is_final_sigma(text, at) ? U'\u03c2' : U'\u03c3');
  } else {
    append_utf8(out, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
  }
}

std::string lower_beyond_ascii(std::string_view text) {
  std::u32string points;
  std::vector<std::pair<std::size_t, std::string_view>> broken;
  points.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (!c.valid) broken.emplace_back(points.size(), text.substr(at, c.length));
    points.push_back(c.value);
    at += c.length;
  }
  std::string out;
  out.reserve(text.size());
  std::size_t next_broken = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (next_broken < broken.size() && broken[next_broken].first == i) {
      out += broken[next_broken++].second;
    } else {
      append_lower(points, i, out);
    }
  }
  return out;
}

}  // namespace

std::string_view python_type_name(PythonType type) {
  switch (type) {
    case PythonType::none:
      return "NoneType";
    case PythonType::string:
      return "str";
    case PythonType::integer:
      return "int";
    case PythonType::real:
      return "float";
    case PythonType::boolean:
      return "bool";
    case PythonType::list:
      return "list";
    case PythonType::dict:
      return "dict";
    case PythonType::tuple:
      return "tuple";
    case PythonType::other:
      return "object";
  }
  return "";
}

PythonType python_type(json::Value v) {
  switch (v.kind()) {
    case json::Kind::null:
      return PythonType::none;
    case json::Kind::boolean:
      return PythonType::boolean;
    case json::Kind::number:
      return is_integer_text(v.number_text()) ? PythonType::integer : PythonType::real;
    case json::Kind::string:
      return PythonType::string;
    case json::Kind::array:
      return PythonType::list;
    case json::Kind::object:
      if (is_marked(v, kTuple, json::Kind::array)) return PythonType::tuple;
      return is_marked(v, kPython, json::Kind::string) ? PythonType::other : PythonType::dict;
  }
  return PythonType::other;
}

json::Value list_in_tuple(json::Value v) { return (*v.members().begin()).value; }

std::vector<std::pair<std::string, json::Value>> dict_items(json::Value object) {
  std::vector<std::pair<std::string, json::Value>> items;
  std::unordered_map<std::string, std::size_t> places;
  for (const json::Member member : object.members()) {
    std::string name = member.name.decoded();
    const auto [place, is_new] = places.emplace(name, items.size());
    if (is_new) {
      items.emplace_back(std::move(name), member.value);
    } else {
      items[place->second].second = member.value;
    }
  }
  return items;
}

std::optional<std::string> python_key(json::Value v) {
  std::string key;
  if (!append_key(v, key)) return std::nullopt;
  return key;
}

std::string python_string_key(std::string_view decoded) {
  std::string key;
  json::append_json_string(key, decoded);
  return key;
}

std::optional<std::string> python_key_as_float(json::Value v) {
  const double value = as_double(v.number_text());
  if (std::isinf(value)) return std::nullopt;
  return key_of_double(value);
}

std::string standard_string(std::string_view decoded) {
  std::string kept;
  kept.reserve(decoded.size());
  bool ascii = true;
  for (const char c : decoded) {
    if (is_dropped(c)) continue;
    if (static_cast<unsigned char>(c) >= 0x80) ascii = false;
    kept.push_back(c);
  }
  if (ascii) {
    for (char& c : kept) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
  } else {
    kept = lower_beyond_ascii(kept);
  }
  std::replace(kept.begin(), kept.end(), '\'', '"');
  return kept;
}

}  // namespace tare
