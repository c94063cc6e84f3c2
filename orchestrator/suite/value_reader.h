// From JSON values to members of a suite or a case, with a fault for each that does not fit.
//
// Every getter takes a value that may be absent (an invalid json::Value): absent is silent, of
// another type or out of range is a fault at its place. So the sections above read like a list of
// members.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "suite/fault_list.h"
#include "suite/source_text.h"

namespace tare {

class ValueReader {
 public:
  ValueReader(const SourceText& source, FaultList& faults) : source_(source), faults_(faults) {}

  // Each reason begins with `case "pr/x": ` from here on; an invalid value ends that. Worded only
  // when there is a fault, since most cases have none.
  void set_case(json::Value id) { case_id_ = id; }

  SourcePosition position(json::Value at) const { return source_.position(at.offset()); }
  void fault(json::Value at, std::string_view reason, std::string mend = {});
  // A contradiction that a check of the suite reports as `rule`, of the case with that id.
  void contradiction(json::Value at, std::string_view rule, const std::string& case_id,
                     std::string_view reason, std::string mend);
  // `"trials" is "three"; it must be a whole number`
  void misfit(json::Value at, std::string_view name, std::string_view must);

  std::optional<std::string> text(json::Value v, std::string_view name);  // may be empty
  std::optional<std::string> word(json::Value v, std::string_view name);  // not empty
  std::optional<std::uint64_t> whole(json::Value v, std::string_view name, std::uint64_t min,
                                     std::uint64_t max);
  std::optional<std::uint32_t> whole32(json::Value v, std::string_view name, std::uint32_t min,
                                       std::uint32_t max);
  std::optional<bool> flag(json::Value v, std::string_view name);
  // An array of strings that are not empty, none of them twice.
  std::optional<std::vector<std::string>> words(json::Value v, std::string_view name,
                                                bool may_be_empty = true);
  // One of a closed list: its index.
  std::optional<std::size_t> choice(json::Value v, std::string_view name,
                                    std::span<const std::string_view> list);
  // True if it is there and is one.
  bool object(json::Value v, std::string_view name);
  bool array(json::Value v, std::string_view name, bool may_be_empty = true);

  FaultList& faults() { return faults_; }

 private:
  const SourceText& source_;
  FaultList& faults_;
  json::Value case_id_;
};

// The members of one object against the list of those known. Unknown and repeated ones are faults.
class MemberSet {
 public:
  // `what`: "a case", "adapter". The list must outlive this.
  MemberSet(ValueReader& reader, std::string_view what, std::span<const std::string_view> known);
  // REQUIRES: object.is_object(). Can be called again for the next object.
  void read(json::Value object);

  // An invalid Value where it is absent.
  json::Value operator[](std::string_view name) const;
  json::Value at(std::size_t index) const { return values_[index]; }
  // A fault for each of `names` that is not there, at the object.
  bool require(std::initializer_list<std::string_view> names);

 private:
  ValueReader& reader_;
  std::string_view what_;
  std::span<const std::string_view> known_;
  std::vector<json::Value> values_;
  json::Value object_;
};

// The value as JSON on one line, tokens as they were spelled; "" where it is absent.
std::string json_text(json::Value v);

// A value as an error shows it: short, harmless to a terminal.
std::string shown(json::Value v);

}  // namespace tare
