// One case as JSON text, member by member, tokens as they were spelled in the source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace tare {

class CaseText {
 public:
  // `json`: JSON text on one line.
  void add(std::string_view name, std::string_view json);
  void add(std::string_view name, json::Value v);
  void add_string(std::string_view name, std::string_view text);
  void add_strings(std::string_view name, const std::vector<std::string>& list);
  // Under `metadata`, where all goes that has no member of its own.
  void keep(std::string_view name, std::string_view json);
  void keep(std::string_view name, json::Value v);
  bool has(std::string_view name) const;

  // The whole case, a line without its end.
  std::string line() const;

 private:
  std::string members_, metadata_;
  std::vector<std::string> names_;
};

// A JSON string literal.
std::string json_string(std::string_view text);

// A value as literal: member names that begin with $ doubled, since $ marks a matcher.
std::string literal_json(json::Value v);

// A tool of the chat form, {"type":"function","function":{name, description, parameters}} or the
// inner object alone, as a suite has it. "" where it has no name.
std::string tool_json(json::Value tool);

// Strings that are not empty, none of them twice; nullopt elsewhere.
std::optional<std::vector<std::string>> string_list(json::Value v);

}  // namespace tare
