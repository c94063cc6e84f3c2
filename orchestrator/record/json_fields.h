// Reads members of a JSON object that Tare wrote, without trusting that it still is as it was.
//
// The first fault is remembered and all later reads give defaults, so a reader takes one member
// after the other and asks once at the end. Private to record/.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tare {

using Json = nlohmann::ordered_json;

// Text as a JSON value: a string, or {"base64":"…"} where the bytes are no valid UTF-8.
void append_text_json(std::string& out, std::string_view bytes);

class JsonFields {
 public:
  // `what` names the object in errors: "the attempt", "termination". `object` must outlive this.
  JsonFields(const Json& object, std::string what);

  bool has(const char* name);                   // there and not null
  std::string text(const char* name);           // a string or {"base64"}
  std::string text_or_empty(const char* name);  // likewise; "" where absent or null
  std::optional<std::string> optional_text(const char* name);
  bool boolean(const char* name);
  std::uint32_t number32(const char* name);
  std::uint64_t number64(const char* name);
  std::int64_t integer(const char* name);
  double amount(const char* name);  // finite, from 0
  std::vector<std::string> texts(const char* name);
  // An empty object or array where it is absent or of another type; both are faults.
  const Json& object(const char* name);
  const Json& array(const char* name);

  // The value that `from_name` gives for a member that holds a name.
  template <class Enum>
  Enum named(const char* name, std::optional<Enum> (*from_name)(std::string_view), Enum otherwise) {
    const std::string spelled = text(name);
    if (const auto value = from_name(spelled)) return *value;
    fault(name, "holds an unknown name");
    return otherwise;
  }

  // A member that no read has asked for is a fault as well.
  void expect_no_others();
  void fault(const char* name, std::string_view why);
  // Takes over the fault of an object within this one.
  void absorb(const JsonFields& inner);
  const std::optional<Error>& error() const { return error_; }

 private:
  const Json* find(const char* name, bool required);

  const Json& object_;
  std::string what_;
  std::vector<std::string_view> asked_;
  std::optional<Error> error_;
};

}  // namespace tare
