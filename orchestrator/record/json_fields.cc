// One shape for every read: look the member up, check its type, else remember the fault.
#include "record/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/escape.h"
#include "base/names.h"
#include "base/utf8.h"

namespace tare {

namespace {

// Nothing but what append_text_json writes is text.
std::optional<std::string> text_of(const Json& value) {
  if (const auto* text = value.get_ptr<const Json::string_t*>()) return *text;
  if (!value.is_object() || value.size() != 1) return std::nullopt;
  const auto encoded = value.find("base64");
  if (encoded == value.end()) return std::nullopt;
  const auto* digits = encoded->get_ptr<const Json::string_t*>();
  if (digits == nullptr) return std::nullopt;
  auto bytes = base64_decode(*digits);
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

}  // namespace

void append_text_json(std::string& out, std::string_view bytes) {
  if (is_valid_utf8(bytes)) {
    append_json_quoted(out, bytes);
    return;
  }
  out += "{\"base64\":\"";
  out += base64_encode(bytes);
  out += "\"}";
}

JsonFields::JsonFields(const Json& object, std::string what)
    : object_(object), what_(std::move(what)) {
  if (!object_.is_object()) error_ = Error{.reason = what_ + " is no JSON object"};
}

void JsonFields::fault(const char* name, std::string_view why) {
  if (error_) return;
  error_ =
      Error{.reason = "member \"" + std::string(name) + "\" of " + what_ + " " + std::string(why)};
}

void JsonFields::absorb(const JsonFields& inner) {
  if (!error_) error_ = inner.error_;
}

const Json* JsonFields::find(const char* name, bool required) {
  asked_.emplace_back(name);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  if (found != object_.end() && !found->is_null()) return &*found;
  if (required) fault(name, "is missing");
  return nullptr;
}

bool JsonFields::has(const char* name) { return find(name, false) != nullptr; }

std::string JsonFields::text(const char* name) {
  const Json* value = find(name, true);
  if (value == nullptr) return {};
  if (auto text = text_of(*value)) return std::move(*text);
  fault(name, "is no text");
  return {};
}

std::optional<std::string> JsonFields::optional_text(const char* name) {
  if (!has(name)) return std::nullopt;
  return text(name);
}

std::string JsonFields::text_or_empty(const char* name) {
  return optional_text(name).value_or(std::string());
}

bool JsonFields::boolean(const char* name) {
  const Json* value = find(name, true);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  fault(name, "is no boolean");
  return false;
}

std::uint64_t JsonFields::number64(const char* name) {
  const Json* value = find(name, true);
  if (value == nullptr) return 0;
  if (value->is_number_unsigned()) return value->get<std::uint64_t>();
  fault(name, "is no count");
  return 0;
}

std::uint32_t JsonFields::number32(const char* name) {
  const std::uint64_t value = number64(name);
  if (value <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(value);
  fault(name, "is too large");
  return 0;
}

std::int64_t JsonFields::integer(const char* name) {
  const Json* value = find(name, true);
  if (value == nullptr) return 0;
  const bool fits =
      value->is_number_integer() &&
      (!value->is_number_unsigned() || value->get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
  if (fits) return value->get<std::int64_t>();
  fault(name, "is no integer of 64 bits");
  return 0;
}

double JsonFields::amount(const char* name) {
  const Json* value = find(name, true);
  if (value == nullptr) return 0;
  const double number = value->is_number() ? value->get<double>() : -1;
  if (number >= 0 && std::isfinite(number)) return number;
  fault(name, "is no amount");
  return 0;
}

std::vector<std::string> JsonFields::texts(const char* name) {
  std::vector<std::string> out;
  const Json& values = array(name);
  out.reserve(values.size());
  for (const Json& value : values) {
    if (auto text = text_of(value)) {
      out.push_back(std::move(*text));
    } else {
      fault(name, "holds something that is no text");
    }
  }
  return out;
}

const Json& JsonFields::object(const char* name) {
  static const Json empty = Json::object();
  const Json* value = find(name, true);
  if (value == nullptr) return empty;
  if (value->is_object()) return *value;
  fault(name, "is no object");
  return empty;
}

const Json& JsonFields::array(const char* name) {
  static const Json empty = Json::array();
  const Json* value = find(name, true);
  if (value == nullptr) return empty;
  if (value->is_array()) return *value;
  fault(name, "is no array");
  return empty;
}

void JsonFields::expect_no_others() {
  if (!object_.is_object()) return;
  for (const auto& member : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), member.key()) == asked_.end()) {
      fault(escape_for_terminal(shorten(member.key(), 80)).c_str(), "is not known");
      if (error_ && error_->mend.empty()) {
        error_->mend = "it was written by a newer tare: read it with that one";
      }
      return;
    }
  }
}

}  // namespace tare
