#include "formats/typed_value.h"

#include "formats/text_scan.h"
#include "json/pointer.h"
#include "json/reader.h"
#include "json/string_writer.h"
#include "json/writer.h"

namespace tare::formats {
namespace {

using json::Kind;

// Subschemas inside subschemas.
constexpr int kMaxDepth = 32;

std::string quoted(std::string_view text) {
  std::string out;
  json::append_json_string(out, text);
  return out;
}

KindSet kind_named(std::string_view name) {
  if (name == "integer") return KindSet::of(Kind::number);
  for (const Kind kind :
       {Kind::null, Kind::boolean, Kind::number, Kind::string, Kind::array, Kind::object}) {
    if (json::kind_name(kind) == name) return KindSet::of(kind);
  }
  return KindSet();
}

KindSet kinds_of_type(json::Value type) {
  if (type.is_string()) return kind_named(type.decoded());
  KindSet out;
  if (!type.is_array()) return out;
  for (const json::Value one : type.elements()) {
    if (one.is_string()) out = out | kind_named(one.decoded());
  }
  return out;
}

std::string_view python_word(std::string_view text, KindSet kinds) {
  if (text == "None" && kinds.has(Kind::null)) return "null";
  if (!kinds.has(Kind::boolean)) return {};
  if (text == "True") return "true";
  if (text == "False") return "false";
  return {};
}

}  // namespace

ParameterTypes::ParameterTypes(std::string_view schema) {
  if (json::read_strict(schema, document_) || !document_.root().is_object()) return;
  collect_properties(document_.root(), 0);
}

json::Value ParameterTypes::target_of(json::Value reference) {
  if (!reference.valid() || !reference.is_string()) return {};
  const std::string text = reference.decoded();
  if (text.empty() || text.front() != '#') return {};
  const auto [place, is_new] = targets_.try_emplace(text);
  if (is_new) {
    place->second = json::at_pointer(document_.root(), std::string_view(text).substr(1));
  }
  return place->second;
}

void ParameterTypes::collect_properties(json::Value schema, int depth) {
  if (depth == kMaxDepth || !schema.valid() || !schema.is_object()) return;
  if (!collected_.insert(schema.index()).second) return;
  const json::Value properties = schema.find("properties");
  if (properties.valid() && properties.is_object()) {
    for (const json::Member member : properties.members()) {
      properties_.insert_or_assign(member.name.decoded(), member.value);
    }
  }
  const json::Value others = schema.find("additionalProperties");
  if (others.valid() && others.is_object()) other_properties_ = others;
  collect_properties(target_of(schema.find("$ref")), depth + 1);
  for (const std::string_view word : {"allOf", "anyOf", "oneOf"}) {
    const json::Value list = schema.find(word);
    if (!list.valid() || !list.is_array()) continue;
    for (const json::Value one : list.elements()) collect_properties(one, depth + 1);
  }
}

KindSet ParameterTypes::kinds_of(json::Value schema, int depth) {
  if (depth == kMaxDepth || !schema.valid() || !schema.is_object()) return KindSet::all();
  // What refers to itself allows, at that place, anything.
  const auto [known, is_new] = kinds_.try_emplace(schema.index(), KindSet::all());
  if (!is_new) return known->second;
  KindSet kinds = KindSet::all();
  const auto narrow = [&kinds](KindSet by) {
    if (!by.empty() && !(kinds & by).empty()) kinds = kinds & by;
  };
  for (const json::Member member : schema.members()) {
    const json::Value value = member.value;
    if (member.name.decoded_equals("type")) {
      narrow(kinds_of_type(value));
    } else if (member.name.decoded_equals("const")) {
      narrow(KindSet::of(value.kind()));
    } else if (member.name.decoded_equals("enum") && value.is_array()) {
      KindSet listed;
      for (const json::Value one : value.elements()) listed = listed | KindSet::of(one.kind());
      narrow(listed);
    } else if (member.name.decoded_equals("$ref")) {
      narrow(kinds_of(target_of(value), depth + 1));
    } else if (member.name.decoded_equals("allOf") && value.is_array()) {
      for (const json::Value one : value.elements()) narrow(kinds_of(one, depth + 1));
    } else if ((member.name.decoded_equals("anyOf") || member.name.decoded_equals("oneOf")) &&
               value.is_array()) {
      KindSet either;
      for (const json::Value one : value.elements()) either = either | kinds_of(one, depth + 1);
      narrow(either);
    }
  }
  kinds_.insert_or_assign(schema.index(), kinds);
  return kinds;
}

KindSet ParameterTypes::of(std::string_view parameter) {
  const auto found = properties_.find(std::string(parameter));
  return kinds_of(found == properties_.end() ? other_properties_ : found->second, 0);
}

TypedValue typed_value(std::string_view text, KindSet kinds, Words words) {
  if (kinds == KindSet::all()) return {quoted(text), true};
  if (kinds == KindSet::of(Kind::string)) return {quoted(text), false};
  json::Document document;
  const bool is_json = !json::read_strict(text, document);
  if (kinds.has(Kind::string)) {
    if (text == "null" && kinds.has(Kind::null)) return {"null", false};
    // A string, or a value of the other type: both could have been printed like this.
    const KindSet others = kinds.without(Kind::string).without(Kind::null);
    return {quoted(text), is_json && others.has(document.root().kind())};
  }
  if (is_json) return {json::minified(document.root()), false};
  if (words == Words::python) {
    const std::string_view word = python_word(without_blank_ends(text), kinds);
    if (!word.empty()) return {std::string(word), false};
  }
  return {quoted(text), false};
}

std::string cut_value(std::string_view text, KindSet kinds) {
  constexpr std::string_view kFirstOfJson = "{[\"-0123456789tfn";
  const std::string_view start = without_blank_ends(text);
  if (!kinds.has(Kind::string) &&
      (start.empty() || kFirstOfJson.find(start.front()) != std::string_view::npos)) {
    return std::string(start);
  }
  std::string out = quoted(text);
  out.pop_back();
  return out;
}

}  // namespace tare::formats
