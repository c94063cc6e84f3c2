// The members of one JSON object from an adapter, each asked for by name and type.
//
// The first thing that is wrong stands in fault() and later questions answer "absent", so a reader
// of an event asks for all it wants and looks once. `null` counts as absent. A member that is asked
// for and stands there twice is a fault: which of the two was meant cannot be known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "json/value.h"

namespace tare {

struct EventFault {
  std::string reason;      // empty: none
  std::size_t offset = 0;  // into the document
  explicit operator bool() const { return !reason.empty(); }
};

class Fields {
 public:
  // `what` names the object in faults, such as `event "call"`. It must outlive this.
  // REQUIRES: object.is_object()
  Fields(json::Value object, std::string_view what) : object_(object), what_(what) {}

  // An invalid Value where it is absent or null.
  json::Value get(std::string_view name);
  // Stands there at all, if only as null.
  bool stands(std::string_view name) const;

  std::optional<std::string> text(std::string_view name);
  std::string required_text(std::string_view name);
  std::optional<bool> boolean(std::string_view name);
  bool required_boolean(std::string_view name);
  // A whole number from `least` to 2^53, whatever its spelling.
  std::optional<std::uint64_t> whole(std::string_view name, std::uint64_t least);
  // Finite and not negative.
  std::optional<double> amount(std::string_view name);
  json::Value array(std::string_view name);
  json::Value object(std::string_view name);
  // A word of a closed list, as the index into it.
  std::optional<std::size_t> word(std::string_view name, std::span<const std::string_view> known);
  std::optional<std::size_t> required_word(std::string_view name,
                                           std::span<const std::string_view> known);

  void fail(std::string reason, std::size_t offset);
  void missing(std::string_view name, std::string_view type);
  const EventFault& fault() const { return fault_; }
  EventFault take_fault() { return std::move(fault_); }

 private:
  json::Value typed(std::string_view name, json::Kind kind);
  void wrong_type(std::string_view name, std::string_view wanted, json::Value found);

  json::Value object_;
  std::string_view what_;
  EventFault fault_;
};

}  // namespace tare
