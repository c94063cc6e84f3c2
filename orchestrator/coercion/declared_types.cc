#include "coercion/declared_types.h"

#include <string>

#include "json/decimal.h"
#include "json/reader.h"

namespace tare {
namespace {

using json::Value;

bool is_of_type(Value value, Value type) {
  if (type.decoded_equals("integer")) {
    return value.is_number() && json::is_whole(value.number_text());
  }
  if (type.decoded_equals(json::kind_name(value.kind()))) return true;
  for (const std::string_view known : {"null", "boolean", "number", "string", "array", "object"}) {
    if (type.decoded_equals(known)) return false;
  }
  return true;  // a word that is no JSON type declares nothing
}

bool is_of_declared_type(Value value, Value type) {
  if (type.is_string()) return is_of_type(value, type);
  if (!type.is_array() || type.size() == 0) return true;
  for (const Value one : type.elements()) {
    if (!one.is_string() || is_of_type(value, one)) return true;
  }
  return false;
}

}  // namespace

bool fits_declared_types(Value arguments, std::string_view input_schema) {
  json::Document document;
  if (json::read_strict(input_schema, document) || !document.root().is_object()) return true;
  const Value schema = document.root();
  if (const Value required = schema.find("required"); required.valid() && required.is_array()) {
    for (const Value name : required.elements()) {
      if (!name.is_string()) continue;
      if (!arguments.valid() || arguments.count(name.decoded()) == 0) return false;
    }
  }
  const Value properties = schema.find("properties");
  if (!arguments.valid() || !properties.valid() || !properties.is_object()) return true;
  for (const json::Member member : arguments.members()) {
    const Value declared = properties.find(member.name.decoded());
    if (!declared.valid() || !declared.is_object()) continue;
    const Value type = declared.find("type");
    if (type.valid() && !is_of_declared_type(member.value, type)) return false;
  }
  return true;
}

}  // namespace tare
