// The declared types of top-level arguments and which of them must be there.
#include "schema/schema.h"

#include <string>

#include "json/decimal.h"
#include "json/reader.h"

namespace tare::schema {
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

bool fits_declared_types(Value arguments, Value schema) {
  if (const Value required = schema.find("required"); required.valid() && required.is_array()) {
    for (const Value name : required.elements()) {
      if (name.is_string() && arguments.count(name.decoded()) == 0) return false;
    }
  }
  const Value properties = schema.find("properties");
  if (!properties.valid() || !properties.is_object()) return true;
  for (const json::Member member : arguments.members()) {
    const Value declared = properties.find(member.name.decoded());
    if (!declared.valid() || !declared.is_object()) continue;
    const Value type = declared.find("type");
    if (type.valid() && !is_of_declared_type(member.value, type)) return false;
  }
  return true;
}

}  // namespace

struct Schema::Impl {
  std::string text;
  json::Document document;
};

Schema::Schema(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Schema::~Schema() = default;

Result<std::shared_ptr<const Schema>> Schema::compile(std::string text, const Options&) {
  auto impl = std::make_unique<Impl>();
  impl->text = std::move(text);
  if (json::read_strict(impl->text, impl->document) || !impl->document.root().is_object()) {
    return Error{.reason = "the schema is no JSON object"};
  }
  return std::shared_ptr<const Schema>(new Schema(std::move(impl)));
}

Fit Schema::check(json::Value instance) const {
  if (!instance.is_object()) return Fit::fits;
  return fits_declared_types(instance, root()) ? Fit::fits : Fit::does_not_fit;
}

std::vector<Violation> Schema::violations(json::Value instance, std::size_t) const {
  if (check(instance) != Fit::does_not_fit) return {};
  return {{"", "", "does not fit"}};
}

json::Value Schema::root() const { return impl_->document.root(); }

}  // namespace tare::schema
